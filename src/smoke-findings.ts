import { dirname, join } from 'node:path';
import { Failure, type Path, type Place, type Problem } from './base/errors.ts';
import { keyOfLine, type SourceExcerpt } from './base/source-lines.ts';
import { plural } from './base/text.ts';
import { isUndecided } from './prove/harness/problem.ts';
import { causeOf, groupByCause, sourceLineOf } from './prove/smoke/causes.ts';
import { findingText, generatedFindings, isGenerated } from './prove/smoke/generated.ts';
import {
  type CheckResult,
  failureText,
  type GeneratedFinding,
  type RunResult,
  type SmokeResult,
} from './prove/smoke/result.ts';
import type { FindingKind, SarifFinding, SarifRun } from './report/sarif.ts';

// What a smoke test found, as a failure and for a SARIF file.

/**
 * Returns a failed result as a failure; undefined if it passed or was only built. `locate` finds
 * manifest lines.
 */
export function smokeFailure(
  result: SmokeResult,
  locate?: (path: Path) => Place | undefined,
): Failure | undefined {
  const { outcome } = result;
  if (outcome !== 'failed' && outcome !== 'unsupported') return undefined;
  const found = smokeProblems(result, locate);
  if (found.length === 0) return new Failure('smoke', { message: 'no test was run' });
  return new Failure(outcome === 'unsupported' ? 'no-gpu' : 'smoke', found);
}

/** Returns what a smoke test found as the content of a SARIF file. */
export function smokeSarif(
  result: SmokeResult,
  locate?: (path: Path) => Place | undefined,
): SarifRun {
  const found = smokeProblems(result, locate).map(({ message, hint, ...each }): SarifFinding => ({
    ...each,
    message: hint === undefined ? message : `${message}\n${hint}`,
    level: isUndecided(each) || each.kind === 'assumption' ? 'warning' : 'error',
    place: each.place,
  }));
  const left = result.untested.map((kernel) => `${kernel} was not tested: it has no smoke cases`);
  const unjudged = [...left, ...result.notes].map((message) => ({
    level: 'warning' as const,
    message,
    place: undefined,
  }));
  // Jobs of a matrix test one package on several GPUs: their findings do not replace each other.
  const { package: tested, emulated, device } = result;
  const where = (emulated ?? device?.capability ?? 'none').replaceAll(' ', '-');
  return { category: `smoke/${tested.name}/${where}`, findings: found, unjudged };
}

/** A cause of failed tests, with the kind of finding that it is. */
interface SmokeProblem extends Problem {
  readonly kind: FindingKind;
  readonly kernel: string;
}

function smokeProblems(
  { runs, checks, outcome, sources }: SmokeResult,
  locate?: (path: Path) => Place | undefined,
): readonly SmokeProblem[] {
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
  const isUnknown = outcome === 'unsupported';
  const groups = groupByCause(failed, causeOf);
  const asked = groups.filter((group) => !group.every(isGenerated));
  const generated = groups.filter((group) => group.every(isGenerated)).flat();
  return [
    ...asked.map((group) => {
      const [result = group[0], ...others] = group.toSorted(byOrigin);
      return {
        ...kindOf(result),
        ...failureAt(result, others.length, locate?.(result.path)),
        source: sourceOf(result, sources),
        hint: isUnknown
          ? 'The emulator cannot execute this. Test it on a GPU, or emulate another target with --target.'
          : `Run only this test: ${result.command}`,
      };
    }),
    ...generatedFindings(runs)
      .filter(
        ({ kind, kernel }) => kind !== 'limit' && generated.some((run) => run.kernel === kernel),
      )
      .map((finding) => ({
        ...kindOf(finding.run),
        ...(finding.kind === 'assumption' && { kind: 'assumption' as const }),
        ...generatedProblem(finding, locate?.(finding.run.path)),
        source: sourceOf(finding.run, sources),
      })),
  ];
}

function kindOf({
  kernel,
  problems,
}: RunResult | CheckResult): Pick<SmokeProblem, 'kind' | 'kernel'> {
  return { kernel, kind: problems[0]?.kind ?? 'execution' };
}

/** The line that a result names, with those around it; undefined if they are not known. */
function sourceOf(
  { problems }: RunResult | CheckResult,
  sources: SmokeResult['sources'],
): SourceExcerpt | undefined {
  const at = sourceLineOf(problems);
  return at && sources.find((source) => keyOfLine(source) === keyOfLine(at));
}

/** Puts written cases and checks before generated cases. */
function byOrigin(a: RunResult | CheckResult, b: RunResult | CheckResult): number {
  return Number(isGenerated(a)) - Number(isGenerated(b));
}

/** Describes what generated cases of a kernel show. */
function generatedProblem(finding: GeneratedFinding, inManifest: Place | undefined): Problem {
  const { problems } = finding.run;
  const at = inManifest === undefined ? undefined : sourceLineOf(problems);
  const texts = problems.map(({ message, unplaced = message }) =>
    at === undefined ? message : unplaced,
  );
  const place =
    at === undefined || inManifest === undefined
      ? inManifest
      : { file: join(dirname(inManifest.file), at.file), line: at.line };
  return { ...findingText(finding, texts), place };
}

/** Describes a failure, which others are like, at the line of the Python file, or else at that of its case. */
function failureAt(
  result: RunResult | CheckResult,
  others: number,
  inManifest: Place | undefined,
): Problem {
  const rest = others === 0 ? '' : `; also in ${plural(others, 'more test')}`;
  const at = sourceLineOf(result.problems);
  if (inManifest === undefined || at === undefined)
    return { message: `${failureText(result)}${rest}`, place: inManifest };
  return {
    message: `${failureText(result, true)}${rest}`,
    place: { file: join(dirname(inManifest.file), at.file), line: at.line },
  };
}
