import { plural } from '../../base/text.ts';
import type { SizeLimit } from '../../manifest/cases/case.ts';
import { isLargeCase, type PackagedCase } from '../../manifest/cases/packaged.ts';
import { groupBy } from '../../base/groups.ts';
import { isUndecided, type ProblemKind } from '../harness/problem.ts';
import { remediesOf, requiresOf } from './remedies.ts';
import type { GeneratedFinding, RunResult } from './result.ts';

type Change = NonNullable<PackagedCase['generated']>['changes'][number];

/** A run of a generated case. */
type GeneratedRun = RunResult & { readonly generated: NonNullable<RunResult['generated']> };

/** Returns whether a case of a run was generated. */
export function isGenerated(run: object): run is GeneratedRun {
  return 'generated' in run && run.generated !== undefined;
}

/** Returns what failing generated cases show, once for each kernel. */
export function generatedFindings(runs: readonly RunResult[]): readonly GeneratedFinding[] {
  return [...groupBy(runs, ({ kernel }) => kernel).values()].flatMap((own) => [
    ...failingCases(own),
    ...limitsOf(own),
  ]);
}

/** Returns what the failing cases of a kernel have in common; nothing if none fails. */
function failingCases(own: readonly RunResult[]): readonly GeneratedFinding[] {
  const generated = own.filter(isGenerated).filter((run) => !isLargeCase(run));
  const failed = generated.filter(isFailed);
  const [first] = failed.toSorted(
    (a, b) =>
      a.generated.changes.length - b.generated.changes.length ||
      stridesOf(a).length - stridesOf(b).length ||
      a.generated.bytes - b.generated.bytes,
  );
  if (first === undefined) return [];
  const areStrides =
    own.filter(isFailed).every((run) => stridesOf(run).length > 0) &&
    first.generated.changes.length === 1;
  const assumes = areStrides
    ? neededStrides(first, generated).map(({ name, contiguous }) => `${name} == ${contiguous}`)
    : separating(own);
  const kind = assumes.length > 0 ? 'assumption' : 'fault';
  return [findingOf(first, generated, failed, { kind, assumes })];
}

/** The finding that a run shows, which is one of the failed ones of all. */
function findingOf(
  first: GeneratedRun,
  all: readonly RunResult[],
  failed: readonly RunResult[],
  judged: Pick<GeneratedFinding, 'kind' | 'assumes'>,
): GeneratedFinding {
  const { seed, line, changes } = first.generated;
  return {
    kernel: first.kernel,
    seed,
    cases: new Set(all.map((run) => run.case)).size,
    failed: new Set(failed.map((run) => run.case)).size,
    ...judged,
    line,
    changes: changes.map(({ text }) => text),
    run: first,
  };
}

/**
 * The strides of a failing case, each once, without those that passing cases have changed too. All of them, if the rest
 * does not explain each failure.
 */
function neededStrides(
  first: RunResult,
  generated: readonly RunResult[],
): NonNullable<Change['strides']> {
  const passed = generated.filter(({ problems }) => problems.length === 0).flatMap(stridesOf);
  // Expanded tensors and whole vectors may work where other strides do not.
  const harmless = new Set(passed.flatMap(({ name, value }) => (value % 16 === 0 ? [] : [name])));
  const needed = (run: RunResult) => stridesOf(run).filter(({ name }) => !harmless.has(name));
  const isExplained = generated.filter(isFailed).every((run) => needed(run).length > 0);
  const strides = isExplained ? needed(first) : stridesOf(first);
  return [...new Map(strides.map((each) => [each.name, each])).values()];
}

/** The most conditions that are worth telling. */
const MOST_CONDITIONS = 3;

/**
 * Returns conditions on sizes of which each failing case breaks one, and no passing case any, as few as possible; none
 * if there are no such, or if a written case fails. A condition that only one failing case breaks is not enough: a case
 * breaks many by chance.
 */
function separating(own: readonly RunResult[]): readonly string[] {
  if (own.some((run) => !isGenerated(run) && isFailed(run))) return [];
  const generated = own.filter(isGenerated).filter((run) => !isLargeCase(run));
  const cases = [...groupBy(generated, (run) => run.case).values()];
  const failed = cases.filter((runs) => runs.some(isFailed));
  const passed = cases.filter((runs) => runs.every(({ problems }) => problems.length === 0));
  const fulfilled = new Set(passed.flatMap((runs) => runs.flatMap(breaksOf)));
  let open = failed.map((runs) => runs.flatMap(breaksOf).filter((each) => !fulfilled.has(each)));
  if (passed.length < 2) return [];
  const chosen: string[] = [];
  while (open.length > 0) {
    const count = (condition: string) => open.filter((each) => each.includes(condition)).length;
    const [best] = [...new Set(open.flat())].toSorted((a, b) => count(b) - count(a));
    const isEnough = best !== undefined && failed.filter(breaks(best)).length > 1;
    if (!isEnough || chosen.length === MOST_CONDITIONS) return [];
    chosen.push(best);
    open = open.filter((each) => !each.includes(best));
  }
  return chosen;
}

function breaks(condition: string): (runs: readonly RunResult[]) => boolean {
  return (runs) => runs.some((run) => breaksOf(run).includes(condition));
}

function breaksOf(run: RunResult): readonly string[] {
  return run.generated?.breaks ?? [];
}

/** Returns the first limit of a kernel that large cases show. */
function limitsOf(own: readonly RunResult[]): readonly GeneratedFinding[] {
  const large = own.filter(isGenerated).filter(isLargeCase);
  const failed = large.filter(({ beyond }) => beyond !== undefined);
  const [first] = failed;
  if (first === undefined) return [];
  const condition = limitOf(first)?.condition;
  const assumes = condition === undefined ? [] : [condition];
  return [findingOf(first, large, failed, { kind: 'limit', assumes })];
}

/** The limit of a large case that the kernel does not keep to: that of the buffer that it accesses wrongly. */
function limitOf({ generated, beyond = [] }: RunResult): SizeLimit | undefined {
  const limits = (generated?.changes ?? []).flatMap((change) => change.limits ?? []);
  const accessed = beyond.map(({ element }) => element?.buffer);
  return limits.find(({ buffer }) => accessed.includes(buffer)) ?? limits[0];
}

/** What some blocks of a grid show: others may have to run before a kernel goes on, or writes a value. */
const SHOWN: ReadonlySet<ProblemKind> = new Set(['out-of-bounds', 'misaligned']);

/**
 * Takes what fails in large cases as limits of kernels, if an offset overflows, or if the kernel accesses wrong
 * elements in no other case. Runs that fail otherwise are left out: they show no limit, and nobody has asked for them.
 */
export function withLimits(runs: readonly RunResult[]): readonly RunResult[] {
  const failing = new Set(
    runs.flatMap((run) => (!isLargeCase(run) && isFailed(run) ? [run.kernel] : [])),
  );
  return runs.flatMap((run) => {
    if (!isLargeCase(run) || run.problems.length === 0) return [run];
    const beyond = run.problems.filter(
      ({ kind, overflows }) => overflows === true || (SHOWN.has(kind) && !failing.has(run.kernel)),
    );
    return beyond.length === 0 ? [] : [{ ...run, problems: [], beyond }];
  });
}

/** The sentences on the limits of a kernel. */
export function limitNotes(runs: readonly RunResult[]): readonly string[] {
  return generatedFindings(runs).flatMap((finding) => {
    if (finding.kind !== 'limit') return [];
    const { message, hint } = findingText(
      finding,
      (finding.run.beyond ?? []).map((problem) => problem.message),
    );
    return [`${message}. ${hint}`];
  });
}

function isFailed({ problems }: RunResult): boolean {
  return problems.some((problem) => !isUndecided(problem));
}

function stridesOf(run: RunResult): NonNullable<Change['strides']> {
  return (run.generated?.changes ?? []).flatMap(({ strides = [] }) => strides);
}

/** The sentence on a finding, with what failed, and what to do. */
export function findingText(
  { kernel, seed, cases, failed, kind, assumes, line, changes, run }: GeneratedFinding,
  problems: readonly string[],
): { readonly message: string; readonly hint: string } {
  const share = `${failed} of ${plural(cases, 'generated case')} (seed ${seed})`;
  const what = problems.join('; ');
  const repeat = `To keep the case, add this line to \`cases:\` in the manifest:\n  - ${line}\nRun only this test: ${run.command}`;
  const changed =
    changes.length === 0
      ? 'the case is a small form of a written one'
      : `the case changes: ${changes.join('; ')}`;
  if (kind === 'fault') {
    const hint = [...remediesOf(run, assumes), repeat].join('\n');
    return { message: `${kernel} fails in ${share}: ${what}; ${changed}`, hint };
  }
  const condition = assumes.join(' and ');
  if (kind === 'limit') {
    const limit = limitOf(run);
    const from =
      limit?.from === undefined ? '' : ` (${limit.buffer} has more from ${limit.from} on)`;
    const isOverflow = run.beyond?.some(({ overflows }) => overflows === true) === true;
    const remedies = [
      ...(condition === ''
        ? []
        : [
            `If no caller passes so many, say so with \`requires: "${condition}"\`, which the C function checks.`,
          ]),
      ...(isOverflow
        ? [
            `${condition === '' ? 'Compute' : 'Otherwise compute'} offsets in 64 bits: \`tl.program_id(0).to(tl.int64)\`.`,
          ]
        : []),
      `To make it an error, add the case \`${line}\` to the manifest.`,
    ];
    return {
      message: `${kernel} is wrong for some tensors of more than 2^31 elements${from}: with ${changes.join(', ')}, ${what}`,
      hint: remedies.join(' '),
    };
  }
  const hint = [...remediesOf(run, assumes), assumptionRemedy(run, assumes), repeat].join('\n');
  return {
    message: `${kernel} assumes ${condition}: it fails in ${share}, and only where that does not hold: ${what}; ${changed}`,
    hint,
  };
}

/** Says what to do about an assumption: have it checked, or change the kernel. */
function assumptionRemedy(run: RunResult, assumes: readonly string[]): string {
  const all = stridesOf(run).filter(({ name, contiguous }) =>
    assumes.includes(`${name} == ${contiguous}`),
  );
  const strides = [...new Map(all.map((each) => [each.name, each])).values()];
  const unknown = strides.flatMap(({ name, isArgument }) => (isArgument ? [] : [name]));
  if (unknown.length > 0)
    return `The kernel does not get ${unknown.join(' and ')}. If no caller passes other tensors, leave the strides out in \`smoke.buffers\`. Otherwise add a parameter.`;
  const what = strides.length === 0 ? 'sizes' : 'tensors';
  const otherwise =
    strides.length === 0
      ? ''
      : ` Otherwise use ${strides.map(({ name }) => name).join(' and ')} in the kernel. If other buffers are laid out alike, give them the same \`strides\` in \`smoke.buffers\`.`;
  return `If no caller passes other ${what}, say so with \`requires: ${requiresOf(assumes)}\`, which the C function checks.${otherwise}`;
}

/** Says which generated cases were not decided: they are not failures, since nobody has asked for them. */
export function undecidedNotes(runs: readonly RunResult[]): readonly string[] {
  const [first] = runs;
  if (first === undefined) return [];
  const names = new Set(runs.map((run) => run.case));
  return [
    `${first.kernel}: ${plural(names.size, 'generated case')} could not be executed, so nothing is known of them: ${first.problems[0]?.message}`,
  ];
}
