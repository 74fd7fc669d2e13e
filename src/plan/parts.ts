import { type Extra, slot } from '../base/slot.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ReadKernel } from './states.ts';

/** What a feature adds to a plan. */
interface PlanPart {
  /**
   * Joins what the feature keeps of the manifest with the kernels to build.
   * @param problems bound to the manifest
   */
  readonly resolve?: (
    manifest: Manifest,
    drafts: readonly ReadKernel[],
    problems: Problems,
  ) => readonly Extra[];
}

/** The parts of plans that features add. */
export const planParts = slot<PlanPart>();
