import { type HintedPlan, withHints } from '../../src/plan/plan.ts';
import type { ReadPlan } from '../../src/plan/read-plan.ts';

/** Returns a plan as if no hints were found: everything that can be hinted is. */
export function withoutHints(plan: ReadPlan): Promise<HintedPlan> {
  return withHints(plan, () => Promise.resolve(new Map()));
}
