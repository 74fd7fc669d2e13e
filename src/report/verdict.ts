import { groupBy } from '../base/groups.ts';
import { plural } from '../base/text.ts';
import { groupByCause } from '../prove/smoke/causes.ts';
import { titleOf } from '../prove/smoke/result.ts';
import { keyOfLine } from '../base/source-lines.ts';
import { findRegressions } from './difference/regressions.ts';
import type { Report } from './report.ts';

/** The first thing that a report says: whether the package is good, and if not, why. */
export interface Verdict {
  /** `doubtful`: nothing failed, but something needs a look. `untested`: there is a package, and no test. */
  readonly state: 'failed' | 'doubtful' | 'passed' | 'untested';
  /** Such as `Failed: 8 of 22 tests on NVIDIA H100`. */
  readonly title: string;
  /** What else needs a look, as sentences without a full stop. */
  readonly notes: readonly string[];
  /** What failed, once for each cause. */
  readonly causes: readonly Cause[];
}

/** A sign for each state, which people see before they read. */
export const SIGNS: Readonly<Record<Verdict['state'], string>> = {
  failed: '❌ ',
  doubtful: '⚠️ ',
  passed: '✅ ',
  untested: '',
};

/** Failures with one cause. */
export interface Cause {
  /** The first test that failed, or the place of an error. */
  readonly title: string;
  /** The other tests. */
  readonly also: readonly string[];
  readonly messages: readonly string[];
  /** The line that is wrong, with those around it. */
  readonly source?: ReportSource | undefined;
  /** The command that repeats the first test. */
  readonly command?: string | undefined;
}

type ReportSmoke = Report['smoke'][number];
export type ReportSource = ReportSmoke['sources'][number];
/** A test of a report: a run of a case, or a check. */
type ReportTest = ReportSmoke['runs'][number] | ReportSmoke['failedChecks'][number];

/** Judges a report. */
export function verdictOf(report: Report): Verdict {
  const causes = [...errorCauses(report), ...testCauses(report)];
  const notes = notesOf(report);
  const failure = failureTitle(report);
  if (failure !== undefined) return { state: 'failed', title: failure, notes, causes };
  const { smoke } = report;
  const unknown = smoke.flatMap(testsWithProblems).filter(isUnsupported).length;
  const state = notes.length > 0 ? 'doubtful' : undefined;
  if (smoke.length === 0)
    return { state: state ?? 'untested', title: untestedTitle(report), notes, causes };
  const tests = plural(testCount(report), 'test');
  if (unknown > 0) {
    const title = `Not decided: ${unknown} of ${tests} ${placeOf(smoke)} cannot be emulated`;
    return { state: 'doubtful', title, notes, causes };
  }
  return { state: state ?? 'passed', title: `Passed: ${tests} ${placeOf(smoke)}`, notes, causes };
}

/** True if a test failed. What the emulator cannot execute is no failure. */
export function isFailed(test: ReportTest): boolean {
  return test.problems.length > 0 && !isUnsupported(test);
}

/** The tests of a smoke test that have problems. */
function testsWithProblems({ runs, failedChecks }: ReportSmoke): readonly ReportTest[] {
  return [...runs.filter(({ problems }) => problems.length > 0), ...failedChecks];
}

/**
 * Returns a function that counts the failed tests of a kernel on a target; undefined if only other targets were
 * executed, and a test of them failed. Tests without a target count for all.
 */
export function failureCounter({
  smoke,
}: Pick<Report, 'smoke'>): (kernel: string, target: string) => number | undefined {
  const tests = smoke.flatMap(({ runs, failedChecks }) => [...runs, ...failedChecks]);
  // Code that is tested in place of a kernel's has a remark after its name.
  const byKernel = groupBy(tests, ({ kernel }) => kernel.replace(/ \(.*/, ''));
  return (kernel, target) => {
    const own = byKernel.get(kernel) ?? [];
    const isOf = (test: ReportTest): boolean => (test.target ?? target) === target;
    // Without code for the GPU, nothing was executed.
    const failed = own.filter((test) => isFailed(test) && !isCheck(test, 'cubin'));
    const count = failed.filter(isOf).length;
    return count === 0 && failed.length > 0 && !own.some(isOf) ? undefined : count;
  };
}

function isCheck(test: ReportTest, name: string): boolean {
  return 'check' in test && test.check === name;
}

function isUnsupported({ unsupported }: ReportTest): boolean {
  return unsupported === true;
}

function failureTitle({ errors, totals, smoke }: Report): string | undefined {
  if (totals.failed > 0)
    return `Failed: ${totals.failed} of ${plural(totals.variants, 'variant')} did not compile`;
  if (errors.length > 0)
    return `Failed: there is no package, because of ${plural(errors.length, 'error')}`;
  const failed = smoke.flatMap(testsWithProblems).filter(isFailed).length;
  return failed === 0
    ? undefined
    : `Failed: ${failed} of ${plural(testCount({ smoke }), 'test')} ${placeOf(smoke)}`;
}

function testCount({ smoke }: Pick<Report, 'smoke'>): number {
  return smoke.reduce((sum, each) => sum + each.passed + each.failed, 0);
}

/** Says where tests ran. */
function placeOf(smoke: Report['smoke']): string {
  const [first] = smoke;
  if (first === undefined) return '';
  if (smoke.length > 1) return `on ${plural(smoke.length, 'device')}`;
  return first.emulated === undefined
    ? `on ${first.device.name}`
    : `with the PTX of ${first.emulated} on the CPU`;
}

function untestedTitle({ kernels }: Report): string {
  const variants = kernels.flatMap((kernel) => kernel.variants);
  const proven = variants.filter(({ ran, emulated }) => ran.length > 0 || emulated !== undefined);
  if (variants.length > 0 && proven.length === variants.length)
    return 'Built: the same code passed a smoke test before';
  return 'Built, not tested';
}

function notesOf({ difference }: Report): readonly string[] {
  if (difference === undefined) return [];
  const regressions = findRegressions(difference);
  const [first] = regressions;
  if (first === undefined) return [];
  const { package: name, version } = difference.before;
  return [
    `${plural(regressions.length, 'regression')} since ${name} ${version}, such as ${first.text} in ${first.kernel}`,
  ];
}

function errorCauses({ errors }: Report): readonly Cause[] {
  return errors.map(({ message, place }) => ({
    title: place ?? '',
    also: [],
    messages: [message],
  }));
}

function testCauses({ smoke }: Report): readonly Cause[] {
  const tests = smoke.flatMap(testsWithProblems);
  // What fails comes before what cannot be judged.
  const ordered = [...tests.filter(isFailed), ...tests.filter(isUnsupported)];
  const groups = groupByCause(ordered, ({ kernel, cause = kernel }) => cause);
  const sources = new Map(
    smoke.flatMap((each) => each.sources.map((source) => [keyOfLine(source), source] as const)),
  );
  return groups.map(([first, ...others]) => ({
    title: titleOf(first),
    also: others.map(titleOf),
    messages: first.problems,
    ...(sources.has(first.cause ?? '') && { source: sources.get(first.cause ?? '') }),
    ...(first.command !== undefined && { command: first.command }),
  }));
}
