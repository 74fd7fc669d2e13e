import { plural } from '../../base/text.ts';
import type { PackagedCase } from '../../manifest/cases/packaged.ts';
import { groupBy } from '../../base/groups.ts';
import { isUndecided } from '../harness/problem.ts';
import { remedies, requiresOf } from './remedies.ts';
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
  return [...groupBy(runs, ({ kernel }) => kernel)].flatMap(([kernel, own]) => [
    ...failingCases(kernel, own),
    ...limitsOf(kernel, own),
  ]);
}

/** Returns what the failing cases of a kernel have in common; nothing if none fails. */
function failingCases(kernel: string, own: readonly RunResult[]): readonly GeneratedFinding[] {
  const generated = own.filter(isGenerated).filter((run) => !isLarge(run));
  const failed = generated.filter(isFailed);
  const [first] = failed.toSorted(
    (a, b) =>
      a.generated.changes.length - b.generated.changes.length ||
      stridesOf(a).length - stridesOf(b).length ||
      a.generated.bytes - b.generated.bytes,
  );
  if (first === undefined) return [];
  const isAssumed =
    own.filter(isFailed).every((run) => stridesOf(run).length > 0) &&
    first.generated.changes.length === 1;
  const assumed = isAssumed ? stridesOf(first) : [];
  return [
    {
      kernel,
      seed: first.generated.seed,
      cases: new Set(generated.map((run) => run.case)).size,
      failed: new Set(failed.map((run) => run.case)).size,
      kind: isAssumed ? ('assumption' as const) : ('fault' as const),
      assumes: isAssumed
        ? assumed.map(({ name, contiguous }) => `${name} == ${contiguous}`)
        : separating(own),
      line: first.generated.line,
      changes: first.generated.changes.map(({ text }) => text),
      run: first,
    },
  ];
}

/** The most conditions that are worth telling. */
const MOST_CONDITIONS = 3;

/**
 * Returns conditions on sizes of which each failing case breaks one, and no passing case any, as few as possible; none
 * if there are no such, or if a written case fails. One failing case is not enough: it breaks many by chance.
 */
function separating(own: readonly RunResult[]): readonly string[] {
  if (own.some((run) => !isGenerated(run) && isFailed(run))) return [];
  const generated = own.filter(isGenerated).filter((run) => !isLarge(run));
  const cases = [...groupBy(generated, (run) => run.case).values()];
  const failed = cases.filter((runs) => runs.some(isFailed));
  const passed = cases.filter((runs) => runs.every(({ problems }) => problems.length === 0));
  const fulfilled = new Set(passed.flatMap((runs) => runs.flatMap(breaksOf)));
  let open = failed.map((runs) => runs.flatMap(breaksOf).filter((each) => !fulfilled.has(each)));
  if (failed.length < 2 || passed.length < 2) return [];
  const chosen: string[] = [];
  while (open.length > 0) {
    const count = (condition: string) => open.filter((each) => each.includes(condition)).length;
    const [best] = [...new Set(open.flat())].toSorted((a, b) => count(b) - count(a));
    if (best === undefined || chosen.length === MOST_CONDITIONS) return [];
    chosen.push(best);
    open = open.filter((each) => !each.includes(best));
  }
  return chosen;
}

function breaksOf(run: RunResult): readonly string[] {
  return run.generated?.breaks ?? [];
}

/** Returns the first limit of a kernel that large cases show. */
function limitsOf(kernel: string, own: readonly RunResult[]): readonly GeneratedFinding[] {
  const large = own.filter(isGenerated).filter(isLarge);
  const [first] = large.filter(({ beyond = [] }) => beyond.length > 0);
  if (first === undefined) return [];
  const limits = first.generated.changes.flatMap((change) => change.limits ?? []);
  const accessed = (first.beyond ?? []).map(({ element }) => element?.buffer);
  const limit = limits.find(({ buffer }) => accessed.includes(buffer)) ?? limits[0];
  return [
    {
      kernel,
      seed: first.generated.seed,
      cases: new Set(large.map((run) => run.case)).size,
      failed: new Set(large.flatMap((run) => (run.beyond === undefined ? [] : [run.case]))).size,
      kind: 'limit',
      assumes: limit === undefined ? [] : [limit.condition],
      line: first.generated.line,
      changes: first.generated.changes.map(({ text }) => text),
      run: first,
    },
  ];
}

/** Returns whether a case has buffers of more than 2^31 elements. */
function isLarge(run: RunResult): boolean {
  return isGenerated(run) && run.generated.changes.some(({ kind }) => kind === 'large');
}

/** Takes what fails in a large case as a limit of the kernel. */
export function asLimit(run: RunResult): RunResult {
  const { problems } = run;
  return problems.length > 0 && isLarge(run) ? { ...run, problems: [], beyond: problems } : run;
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
  if (kind === 'fault') {
    const changed =
      changes.length === 0
        ? 'the case is a small form of a written one'
        : `it changes: ${changes.join('; ')}`;
    const hint = [...remedies(run, assumes), repeat].join('\n');
    return { message: `${kernel} fails in ${share}: ${what}; ${changed}`, hint };
  }
  const condition = assumes.join(' and ');
  if (kind === 'limit')
    return {
      message: `${kernel} is right only below 2^31 elements: with ${changes.join(', ')}, ${what}`,
      hint: `If no caller passes so many, say so with \`requires: "${condition}"\`, which the C function checks. Otherwise compute offsets in 64 bits: \`tl.program_id(0).to(tl.int64)\``,
    };
  const strides = stridesOf(run);
  const isKnown = strides.every(({ isArgument }) => isArgument);
  const requires = requiresOf(assumes);
  const remedy = isKnown
    ? `If no caller passes other tensors, say so with \`requires: ${requires}\`, which the C function checks. Otherwise use ${strides.map(({ name }) => name).join(' and ')} in the kernel.`
    : `The kernel does not get ${strides.flatMap(({ name, isArgument }) => (isArgument ? [] : [name])).join(' and ')}. If no caller passes other tensors, leave the strides out in \`smoke.buffers\`. Otherwise add a parameter.`;
  return {
    message: `${kernel} assumes ${condition}: it fails in ${share}, and only where that does not hold: ${what}; the case changes: ${changes.join('; ')}`,
    hint: `${remedy}\n${repeat}`,
  };
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
