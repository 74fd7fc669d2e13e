import type { BuildContext } from '../../src/base/context.ts';
import type { Manifest } from '../../src/manifest/manifest.ts';
import { readPlan, type ReadPlan } from '../../src/plan/read-plan.ts';
import { openToolchain, type Toolchain } from '../../src/toolchain/toolchain.ts';
import { keepingWorkers } from '../../src/toolchain/workers/kept-workers.ts';

interface Choice extends Partial<Toolchain> {
  readonly only?: readonly string[] | undefined;
}

/** Reads the sources of a manifest as `build` does, with parts of another toolchain if there are some. */
export function readPlanOf(
  manifest: Manifest,
  context: BuildContext,
  { only, ...others }: Choice = {},
): Promise<ReadPlan> {
  return keepingWorkers(context, (kept) => {
    const toolchain = { ...openToolchain(manifest, undefined, kept, context), ...others };
    return readPlan(manifest, only, toolchain, context);
  });
}
