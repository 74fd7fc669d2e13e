import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeScratch, removeFolder } from '../../base/leftovers.ts';
import { sha256 } from '../../base/text.ts';
import { MANIFEST_FILE } from '../../package/layout.ts';
import { readPackage } from '../../package/read.ts';
import { pythonVersion } from '../../package/wheel/python-version.ts';
import { operatorsIn } from './operators-json.ts';
import { operatorProblems } from './wheel/fit.ts';
import { writeHubKernel } from './wheel/hf-kernels.ts';
import { writeWheel } from './wheel/wheel-file.ts';
import { byVendor, type WheelRequest } from './wheel/wheel-work.ts';

/** Describes what was written. */
export interface WheelResult {
  readonly layout: WheelRequest['layout'];
  /** The name for `import`. */
  readonly package: string;
  /** The name for `pip install`, or on the Hub. */
  readonly name: string;
  /** As Python writes it. */
  readonly version: string;
  readonly operators: readonly string[];
  /** The wheel, or the folders of the variants. Absolute paths. */
  readonly files: readonly string[];
  /** Of the wheel, or of the library in all variants. */
  readonly sha256: string;
  /** Bytes of the same. */
  readonly size: number;
}

/**
 * Makes a Python package of the operators in a package, with a library that has everything compiled.
 * @throws {Failure} `usage` if there are no operators, or Python does not allow a name or version;
 * `environment` if the machine lacks something.
 */
export async function makeWheel(
  request: WheelRequest,
  context: BuildContext,
): Promise<WheelResult> {
  const pkg = await readPackage(request.package);
  const operators = operatorsIn(pkg.manifest, pkg.folder);
  const problems = operatorProblems(pkg, operators);
  if (problems.length > 0) throw new Failure('usage', problems);
  const version = pythonVersion(pkg.manifest.version, join(pkg.folder, MANIFEST_FILE));
  const scratch = await makeScratch(context.scratch, 'wheel');
  const write = request.layout === 'wheel' ? writeWheel : writeHubKernel;
  try {
    const made = await write(
      { pkg, operators, vendors: byVendor(pkg.manifest, operators), version, scratch, request },
      context,
    );
    return {
      layout: request.layout,
      package: pkg.manifest.package,
      name: made.name,
      version,
      operators: operators.map((operator) => operator.name),
      files: made.files,
      ...(await describeFile(made.content)),
    };
  } finally {
    await removeFolder(scratch);
  }
}

async function describeFile(
  file: string,
): Promise<{ readonly sha256: string; readonly size: number }> {
  return { sha256: sha256(await readFile(file)), size: (await stat(file)).size };
}
