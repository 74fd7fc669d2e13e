import type { Log } from '../base/context.ts';
import type { ChoosePlan, Choosers } from '../plan/choosers.ts';
import type { Plan } from '../plan/plan.ts';
import { checkBudgets } from './budgets.ts';
import { checkAbi, type CheckedVariant, rankByCode } from './cubin/check.ts';
import { warnOfConstantOutputs } from './expected/constant.ts';
import { addExpected, type PackedCases, warnOfMissingOutputs } from './expected/pack-cases.ts';
import { checkKnownWrong } from './known-wrong.ts';
import { checkLaunches } from './limits.ts';
import type { Progress } from './results.ts';

/** A build whose variants can be launched, with everything that its package contains. */
export interface CheckedBuild {
  /** Without the configs that do not compile or cannot be launched. */
  readonly plan: Plan;
  readonly choosers: Choosers['choosers'];
  readonly checked: readonly CheckedVariant[];
  /** The test cases with their expected outputs. */
  readonly cases: PackedCases;
}

/**
 * Checks that variants can be launched, have the parameters that launchers pass, and keep within their
 * budgets. Logs warnings about code that Triton compiles wrongly, the configs that were left out, the
 * choices of configs, the budgets and the test cases.
 * @throws {Failure} `compile`, `abi`, `unsafe` or `threshold`; `usage` for choices that do not fit.
 */
export function checkVariants(
  { remaining, results: { kernels, outputs } }: Progress,
  choose: ChoosePlan,
  log: Log,
): CheckedBuild {
  const { plan, jobs } = remaining;
  const { manifest, variants } = plan;
  const compiled = variants.map((variant) => [variant, resultOf(kernels, variant.hash)] as const);
  checkLaunches(compiled, manifest.file);
  const checked = checkAbi(compiled);
  const choices = choose(plan, { rankOf: rankByCode(checked) });
  for (const warning of [...remaining.warnings, ...choices.warnings]) log.warning(warning);
  checkKnownWrong(compiled, manifest, log);
  checkBudgets(checked, manifest, log);
  const expected = new Map(jobs.map((job) => [job.of, resultOf(outputs, job.key)]));
  const cases = addExpected(remaining.cases, expected);
  warnOfMissingOutputs(remaining.cases, expected, manifest, log);
  warnOfConstantOutputs(remaining.cases, expected, manifest, log);
  return { plan, choosers: choices.choosers, checked, cases };
}

function resultOf<T>(results: ReadonlyMap<string, T>, hash: string): T {
  const result = results.get(hash);
  if (result === undefined) throw new Error(`no result for ${hash}`);
  return result;
}
