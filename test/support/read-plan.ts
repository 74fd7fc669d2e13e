import type { BuildContext } from '../../src/base/context.ts';
import type { Manifest } from '../../src/manifest/manifest.ts';
import { readPlan, type ReadPlan } from '../../src/plan/read-plan.ts';
import {
  type BuildSelection,
  readSelection,
  type ReadSelection,
} from '../../src/plan/selection.ts';
import {
  openToolchain,
  type Toolchain,
  type ToolchainChoice,
} from '../../src/toolchain/toolchain.ts';
import { keepingWorkers } from '../../src/toolchain/workers/kept-workers.ts';

/** Reads the sources of a selection as `build` does. */
export async function readPlanOf(
  selection: BuildSelection,
  context: BuildContext,
  choice: ToolchainChoice = {},
): Promise<ReadPlan> {
  return readSourcesOf(await readSelection(selection, context), context, {}, choice);
}

/** Reads the sources of all kernels of a manifest by `readSources`. */
export function readManifestPlan(
  manifest: Manifest,
  context: BuildContext,
  readSources: Toolchain['readSources'],
): Promise<ReadPlan> {
  const { targets, kernels } = manifest;
  const chosen = kernels.map((entry) => ({ entry, targets }));
  return readSourcesOf({ manifest, chosen }, context, { readSources });
}

function readSourcesOf(
  selection: ReadSelection,
  context: BuildContext,
  others: Partial<Toolchain> = {},
  choice: ToolchainChoice = {},
): Promise<ReadPlan> {
  return keepingWorkers(context, (kept) => {
    const own = openToolchain(selection.manifest, choice, kept, context);
    return readPlan(selection, { ...own, ...others }, context);
  });
}
