import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import type { Environment } from '../base/process.ts';
import { AUTO_BASELINE } from '../report/difference/baseline.ts';
import type { BuildResult } from '../build.ts';
import type { BaselineRequest } from '../compile/work.ts';
import { differenceMarkdown } from '../report/difference/markdown.ts';
import { differenceCounts } from '../report/difference/text.ts';
import { findRegressions } from '../report/difference/regressions.ts';
import { NO_BASELINE, type BuildInputs } from './build-inputs.ts';
import type { Summary } from './summary.ts';
import { readEventPayload } from './trust.ts';

/** The comparison of a run with a baseline. */
interface RunComparison {
  readonly baseline: BaselineRequest;
  readonly failOn: BuildInputs['failOn'];
}

/**
 * Decides what to compare with, and whether later runs are compared with this one. What the default
 * branch builds is the baseline, even if something got worse: it was accepted there.
 */
export async function comparisonOf(
  { baseline, failOn }: Pick<BuildInputs, 'baseline' | 'failOn'>,
  { env }: Pick<RunContext, 'env'>,
): Promise<RunComparison> {
  if (baseline === NO_BASELINE) return { baseline: {}, failOn: undefined };
  const record =
    baseline === AUTO_BASELINE && isPushToDefaultBranch(env, await readEventPayload(env));
  return {
    baseline: { compare: baseline, record, commit: env['GITHUB_SHA'] || undefined },
    failOn: record ? undefined : failOn,
  };
}

const pushSchema = z.object({ repository: z.object({ default_branch: z.string() }) });

/**
 * Returns true if the run is for a push to the default branch. Only people with write access can push to it:
 * runs for other events never record, whatever code they work on.
 */
function isPushToDefaultBranch(env: Environment, event: unknown): boolean {
  const branch = pushSchema.safeParse(event).data?.repository.default_branch;
  return (
    env['GITHUB_EVENT_NAME'] === 'push' &&
    branch !== undefined &&
    env['GITHUB_REF'] === `refs/heads/${branch}`
  );
}

/** The output `difference`: counts as JSON, empty if nothing was compared. */
export function differenceOutputs({
  difference,
}: Pick<BuildResult, 'difference'>): Readonly<Record<string, string>> {
  if (difference === undefined) return { difference: '' };
  const regressions = findRegressions(difference).length;
  return { difference: JSON.stringify({ ...differenceCounts(difference), regressions }) };
}

/** Adds the difference to the job summary, if there is one. */
export function addDifferenceSummary(
  to: Summary,
  { difference }: Pick<BuildResult, 'difference'>,
): Summary {
  if (difference === undefined) return to;
  // Markdown after HTML begins after an empty line.
  return to.addRaw(`\n\n${differenceMarkdown(difference)}`, true);
}
