import type { BuildContext } from '../context.ts';
import { writePackage } from '../package/folder.ts';
import type { Preparation } from '../prepare.ts';
import { stockFiles } from './files.ts';
import { generateTree, type TreeRequest } from './tree.ts';

export interface StockRequest extends TreeRequest {
  /** The folder of the tree. */
  readonly out: string;
}

/** What a build with Triton's own tools did. */
export interface StockResult {
  readonly generator: 'triton';
  readonly preparation: Preparation;
  readonly out: string;
  /** The paths of the files those tools wrote, relative to `out`. */
  readonly files: readonly string[];
  readonly compiled: number;
  readonly cached: number;
}

/** Writes what Triton's own tools give. Call `checkOutputFolder` first. Throws as `generateTree`. */
export async function buildStock(
  preparation: Preparation,
  request: StockRequest,
  context: BuildContext,
): Promise<StockResult> {
  const { out, allowKnownWrong } = request;
  const tree = await generateTree(preparation, request, context);
  await context.log.group(`Write the files to ${out}`, () =>
    writePackage(out, stockFiles(preparation, tree, allowKnownWrong)),
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
