import { parseGrid } from '../../grid/parse.ts';
import type { Kernel } from '../../terms/kernel.ts';
import { evaluateForCall } from '../call.ts';
import type { EvaluatedCase } from '../case.ts';

/**
 * Returns which of the conditions that kernels often assume a call breaks, in their order. If only cases fail that break a
 * condition, the kernel may assume it.
 */
export function brokenConditions(
  kernel: Kernel,
  conditions: readonly string[],
  call: EvaluatedCase,
): readonly string[] {
  return conditions.filter((condition) => {
    const parsed = parseGrid(condition);
    const [tree] = parsed.ok ? parsed.axes : [];
    const result = tree && evaluateForCall(kernel, 0, tree, call);
    return result?.ok === false || (result?.ok === true && result.value === 0n);
  });
}
