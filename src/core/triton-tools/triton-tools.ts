import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import { Failure, type Problem, systemCode } from '../base/errors.ts';
import { MANIFEST_FILE, sealPackage, SUMS_FILE } from '../package/files.ts';
import { listFiles, writePackage } from '../package/folder.ts';
import { GENERATOR_NAME, type PackageFiles } from '../package/manifest.ts';
import { type BuildSelection, type Preparation, prepare } from '../plan/prepare.ts';
import { invocationOf } from './invocation.ts';
import { type GeneratedTree, generateTree, type TreeRequest } from './tools.ts';

interface TritonToolsRequest extends TreeRequest {
  /** The folder of the tree. */
  readonly out: string;
}

/** The result of building with Triton's own tools. */
export interface TritonToolsResult {
  readonly generator: 'triton';
  readonly preparation: Preparation;
  readonly out: string;
  /** The paths of the files the tools wrote, relative to `out`. */
  readonly files: readonly string[];
  readonly compiled: number;
  readonly cached: number;
}

/**
 * Writes the files of Triton's own tools. Call `checkOutputFolder` first.
 * @throws as `generateTree`.
 */
export async function buildWithTritonTools(
  preparation: Preparation,
  request: TritonToolsRequest,
  context: BuildContext,
): Promise<TritonToolsResult> {
  const { out, allowKnownWrong } = request;
  const tree = await generateTree(preparation, request, context);
  await context.log.group(`Write the files to ${out}`, () =>
    writePackage(out, tritonToolsFiles(preparation, tree, allowKnownWrong)),
  );
  return {
    generator: 'triton',
    preparation,
    out,
    files: [...tree.keys()],
    compiled: preparation.variants.length,
    cached: 0,
  };
}

const FORMAT = 1;

/** Adds checksums and a manifest.json that says how each file was generated. */
function tritonToolsFiles(
  { manifest, kernels, variants }: Preparation,
  tree: GeneratedTree,
  allowedKnownWrong: readonly string[],
): PackageFiles {
  const { package: name, version, triton, targets } = manifest;
  const description = {
    format: FORMAT,
    generator: { name: GENERATOR_NAME, version: VERSION, mode: 'triton' },
    package: name,
    version,
    triton,
    targets: targets.map((target) => target.name),
    allowedKnownWrong,
    kernels: kernels.map((kernel) => ({
      name: kernel.name,
      source: `${kernel.source.file}:${kernel.source.function}`,
      compiled: variants
        .filter((variant) => variant.kernel === kernel)
        .map((variant) => ({ target: variant.target.name, ...invocationOf(variant) })),
    })),
  };
  return sealPackage(tree, `${JSON.stringify(description, undefined, 2)}\n`);
}

interface TritonToolsVerifyRequest extends Omit<TreeRequest, 'python'>, BuildSelection {
  /** The folder that holds the committed files. */
  readonly package: string;
}

/** Files this program adds. A verified tree may lack them. */
const OWN_FILES = new Set([MANIFEST_FILE, SUMS_FILE]);

/**
 * Compares a tree with what the sources produce. Returns the number of files.
 * @throws {Failure} `verification` with each file that differs, is missing or is extra.
 */
export async function verifyTritonTools(
  request: TritonToolsVerifyRequest,
  context: BuildContext,
): Promise<number> {
  const preparation = await context.log.group(`Plan ${request.manifest}`, () =>
    prepare(request, context),
  );
  if (preparation.manifest.generator !== 'triton') {
    throw new Failure('usage', {
      message: 'the manifest does not use the generator `triton`',
      hint: 'Add --generator triton, or `generator: triton` in the manifest.',
    });
  }
  const expected = await generateTree(preparation, request, context);
  // With --only, files of other entry points are neither expected nor extra.
  const entries = preparation.kernels.map(({ name }) => name);
  const isOurs = (path: string): boolean =>
    request.only === undefined || entries.some((name) => path.startsWith(`${name}/`));
  const problems = await differences(expected, request.package, isOurs);
  if (problems.length > 0) throw new Failure('verification', problems);
  return expected.size;
}

async function differences(
  expected: GeneratedTree,
  folder: string,
  isOurs: (path: string) => boolean,
): Promise<Problem[]> {
  const found = new Set(await filesBelow(folder));
  const paths = [...new Set([...expected.keys(), ...found])].toSorted();
  const problems: Problem[] = [];
  for (const path of paths) {
    const text = expected.get(path);
    const place = { file: join(folder, path) };
    if (text === undefined) {
      if (!OWN_FILES.has(path) && isOurs(path))
        problems.push({ message: 'extra: the tools do not write this file', place });
    } else if (!found.has(path)) {
      problems.push({ message: 'missing: the tools write this file', place });
    } else if (!(await readFile(place.file)).equals(Buffer.from(text))) {
      problems.push({ message: 'drifted: the tools write other content', place });
    }
  }
  return problems;
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    return await listFiles(folder);
  } catch (error) {
    const message =
      systemCode(error) === 'ENOENT'
        ? 'no such folder'
        : `cannot read the folder: ${String(error)}`;
    throw new Failure('usage', {
      message,
      place: { file: folder },
      hint: 'Pass the folder of the committed files with --package.',
    });
  }
}
