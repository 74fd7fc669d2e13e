import { copyFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { makeFolder, writeAtomically } from '../../base/files.ts';
import type { ToolchainContext } from '../../toolchain/installer.ts';
import type { WheelMachine } from '../../toolchain/platform.ts';
import { BUILD_BACKEND, ensureWheelTools } from '../../toolchain/wheel-tools.ts';
import {
  buildWheel,
  classifiersOf,
  METADATA_VERSION,
  REQUIRES_PYTHON,
  type WheelTexts,
} from '../../package/wheel/wheel-project.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

/** A bundle to make a wheel of. */
interface BundleWheel {
  /** The name for `import`, which is also that for `pip install`. */
  readonly name: string;
  readonly version: string;
  /** The vendors of GPUs that it has kernels for. */
  readonly vendors: readonly Vendor[];
  /** The folder of the bundle, and its files relative to it. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The version of Python that it is for: of Triton, whose wheels are for one Python. */
  readonly python: string;
  readonly machine: WheelMachine;
  /** The folder to write to. */
  readonly out: string;
}

/**
 * Makes a wheel of a bundle, without dependencies, and returns its path.
 * @param scratch a folder for the project
 * @throws {Failure} `usage` if Python has no such version, `environment` if hatchling fails.
 */
export async function writeBundleWheel(
  { name, version, vendors, folder, files, python, machine, out }: BundleWheel,
  scratch: string,
  context: ToolchainContext,
): Promise<string> {
  for (const path of files) {
    await makeFolder(join(scratch, name, path, '..'));
    await copyFile(join(folder, path), join(scratch, name, path));
  }
  const project = {
    folder: scratch,
    name,
    distribution: name,
    version,
    vendors,
    license: undefined,
    sbom: undefined,
    texts: textsOf(name),
  };
  const [major, minor] = python.split('.');
  const tag = `cp${major}${minor}-none-linux_${machine}`;
  const tools = await ensureWheelTools(machine, context);
  const made = await buildWheel(project, tag, 'dist', tools, context);
  const wheel = resolve(out, basename(made));
  await writeAtomically(wheel, (temporary) => copyFile(made, temporary));
  return wheel;
}

/** What the wheel of a bundle says about itself. The name is that of its program, and `_bundle`. */
function textsOf(name: string): WheelTexts {
  const program = name.slice(0, -'_bundle'.length);
  return {
    description: `Compiled Triton kernels of ${program}`,
    readme: `Set \`TRITON_CACHE_MANAGER=${name}:Manager\`, and Triton finds the kernels of ${program} here.\n`,
    dependencies: [],
    optional: {},
  };
}

/**
 * Returns the text of each file in the metadata of a bundle's wheel, as hatchling writes it, but for RECORD.
 * @param tag such as `cp312-none-linux_x86_64`
 */
export function metadataFiles(
  { name, version, vendors }: Pick<BundleWheel, 'name' | 'version' | 'vendors'>,
  tag: string,
): Readonly<Record<'METADATA' | 'WHEEL', string>> {
  const { description, readme } = textsOf(name);
  const lines = [
    `Metadata-Version: ${METADATA_VERSION}`,
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    ...classifiersOf(vendors)
      .map((each) => `Classifier: ${each}`)
      .toSorted(),
    `Requires-Python: ${REQUIRES_PYTHON}`,
    'Description-Content-Type: text/markdown',
  ];
  const generator = BUILD_BACKEND.replace('==', ' ');
  return {
    METADATA: `${lines.join('\n')}\n\n${readme}`,
    WHEEL: `Wheel-Version: 1.0\nGenerator: ${generator}\nRoot-Is-Purelib: false\nTag: ${tag}\n`,
  };
}
