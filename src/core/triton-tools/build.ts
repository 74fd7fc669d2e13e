import { VERSION } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import { type PackageFiles, sealPackage } from '../package/files.ts';
import { writePackage } from '../package/folder.ts';
import { GENERATOR_NAME } from '../package/manifest.ts';
import type { Preparation } from '../plan/prepare.ts';
import { invocationOf } from './invocation.ts';
import { type GeneratedTree, generateTree, type TreeRequest } from './tools.ts';

interface TritonToolsRequest extends TreeRequest {
  /** The folder of the tree. */
  readonly out: string;
}

/** What a build with Triton's own tools did. */
export interface TritonToolsResult {
  readonly generator: 'triton';
  readonly preparation: Preparation;
  readonly out: string;
  /** The paths of the files those tools wrote, relative to `out`. */
  readonly files: readonly string[];
  readonly compiled: number;
  readonly cached: number;
}

/** Writes what Triton's own tools give. Call `checkOutputFolder` first. Throws as `generateTree`. */
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

/** The tree with a manifest.json that says how each file came about, and its checksums. */
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
