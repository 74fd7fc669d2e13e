import { groupBy } from '../../../base/groups.ts';
import type { SourceLine } from '../../../base/source-lines.ts';
import { isUndecided, type ProblemKind } from '../../../prove/harness/problem.ts';
import type { FindingKind } from '../../../report/sarif.ts';
import { causeOf, sourceLineOf } from '../../../prove/smoke/causes.ts';
import { findingText, generatedFindings, isGenerated } from '../../../prove/smoke/generated.ts';
import { mask } from '../../../prove/smoke/remedies.ts';
import type { RunResult, SmokeResult } from '../../../prove/smoke/result.ts';
import type { KernelGuess } from '../guesses.ts';

type Doubt = KernelGuess['doubts'][number];

/**
 * A conclusion from failing cases. `wrong`: the fault does not depend on a guess. `doubt`: it depends on one.
 * `assumption`: only tensors fail that are not contiguous.
 */
export interface Judgement {
  readonly level: 'wrong' | 'doubt' | 'assumption';
  /** The kind of the problem. */
  readonly kind: FindingKind;
  readonly message: string;
  readonly hint: string;
  /** The line of the Python file, if the emulator found it. */
  readonly at: SourceLine | undefined;
  /** Sentences that name the guesses that the failure depends on. Only a doubt has any. */
  readonly depends: readonly string[];
}

/** Faults that no argument excuses, if the buffers are as large as the kernel's own masks say. */
const BY_THEMSELVES: ReadonlySet<ProblemKind> = new Set([
  'out-of-bounds',
  'misaligned',
  'undefined',
  'race',
  'deadlock',
  'gap',
]);

/** The most causes that are told of one kernel. */
const MOST_CAUSES = 5;

/** Returns what the failing cases of a kernel show, by cause. `name` is the function in Python. */
export function judgeRuns(
  { runs }: Pick<SmokeResult, 'runs'>,
  doubts: readonly Doubt[],
  name: string,
): readonly Judgement[] {
  const known = told(runs);
  const failed = known.filter(({ problems }) => problems.some((problem) => !isUndecided(problem)));
  const findings = generatedFindings(known);
  const assumed = findings.find(({ kind }) => kind === 'assumption');
  if (assumed !== undefined && failed.every(isGenerated)) {
    const text = findingText({ ...assumed, kernel: name }, textsOf(assumed.run));
    const at = sourceLineOf(assumed.run.problems);
    const [level, kind] = ['assumption', 'assumption'] as const;
    return [{ level, kind, ...text, hint: withoutCommand(text.hint), at, depends: [] }];
  }
  const causes = [...groupBy(failed, causeOf).values()];
  const conditions = findings.find(({ kind }) => kind === 'fault')?.assumes ?? [];
  return causes
    .slice(0, MOST_CAUSES)
    .map((group) => judgeCause(group, { count: runs.length, conditions, doubts, name }));
}

/** Nothing says how much of an output a kernel writes, and which numbers it may: there is no reference. */
const NOT_TOLD: readonly ProblemKind[] = ['unwritten', 'not-a-number'];

function told(runs: readonly RunResult[]): readonly RunResult[] {
  return runs.map((run) => ({
    ...run,
    problems: run.problems.filter(({ kind }) => !NOT_TOLD.includes(kind)),
  }));
}

/** The facts that decide about a cause. */
interface Known {
  /** The number of all runs. */
  readonly count: number;
  /** Conditions on sizes that only failing cases break. */
  readonly conditions: readonly string[];
  readonly doubts: readonly Doubt[];
  readonly name: string;
}

function judgeCause(
  group: readonly RunResult[],
  { count, conditions, doubts, name }: Known,
): Judgement {
  const [first] = group.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const problems = first?.problems ?? [];
  const buffers = problems.flatMap(({ element }) =>
    element === undefined ? [] : [element.buffer],
  );
  const unproven = problems.find(({ kind }) => !BY_THEMSELVES.has(kind));
  const depends = [
    ...(unproven === undefined ? [] : ['the data of the test were guessed']),
    ...(group.every(hasGaps) ? ['it was seen only with tensors that are not contiguous'] : []),
    ...doubts.filter((doubt) => touches(doubt, buffers)).map(({ text }) => text),
  ];
  const message = `${name}: ${textsOf(first).join('; ')}`;
  const where = [
    ...mask(problems, conditions),
    `In ${group.length} of ${count} runs, such as ${first?.case}.`,
    ...(conditions.length === 0
      ? []
      : [
          `Only cases fail for which ${conditions.map((each) => `\`${each}\``).join(' or ')} does not hold. If every caller keeps to that, you can write it under \`requires:\` in a manifest instead.`,
        ]),
  ].join(' ');
  const at = sourceLineOf(problems);
  const kind = problems[0]?.kind ?? 'execution';
  if (depends.length === 0) return { level: 'wrong', kind, message, hint: where, at, depends };
  return {
    level: 'doubt',
    kind,
    message: `${message}; this may be no fault, since ${depends.join(', ')}`,
    hint: `${where} Keep the manifest with --write, correct what was guessed, and test it with \`build\` and \`smoke\`.`,
    at,
    depends,
  };
}

/** True if a generated case has strides that are not those of a contiguous tensor. */
function hasGaps(run: RunResult): boolean {
  return isGenerated(run) && run.generated.changes.some(({ strides = [] }) => strides.length > 0);
}

/** True if a failure that concerns these buffers depends on a guess. Of other failures, all guesses count. */
function touches({ buffers }: Doubt, failed: readonly string[]): boolean {
  return (
    buffers === undefined || failed.length === 0 || failed.some((each) => buffers.includes(each))
  );
}

/** Cases that people can follow come first: with few changes, and small. */
function sizeOf(run: RunResult): number {
  return isGenerated(run) ? run.generated.changes.length : 0;
}

function textsOf(run: RunResult | undefined): readonly string[] {
  return (run?.problems ?? []).map(({ message, unplaced = message }) => unplaced);
}

/** The package of a check is gone: what is left of a hint is what to write. */
function withoutCommand(hint: string): string {
  return hint.replace(/\nRun only this test: .*/, '');
}
