import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildContext, ScratchContext } from './base/context.ts';
import { NO_FLAGS } from './base/flags.ts';
import { Failure, type Path, type Place, type Problem } from './base/errors.ts';
import { makeFolder } from './base/files.ts';
import { makeScratch } from './base/leftovers.ts';
import { keyOfLine, type SourceExcerpt } from './base/source-lines.ts';
import { plural } from './base/text.ts';
import { isUndecided } from './prove/harness/problem.ts';
import type { FindingKind, SarifFinding, SarifRun } from './report/sarif.ts';
import { emulate } from './emulate.ts';
import { withGeneratedCases } from './generated-cases.ts';
import { buildTestPrograms, type TestPrograms } from './prove/harness/build-harness.ts';
import { settingsFor } from './prove/harness/compile-units.ts';
import { findDevice, leaseDevice } from './prove/harness/lease.ts';
import { vendorsIn } from './prove/harness/needs.ts';
import { buildProbe } from './prove/harness/probe.ts';
import { findSanitizer } from './prove/harness/sanitizer.ts';
import { findCompilers, findCudaHeader } from './prove/harness/tools.ts';
import { changedSources } from './package/sources-beside.ts';
import { readSmokePackage, type SmokePackage } from './package/cases.ts';
import {
  contentsOf,
  onGpus,
  selectionOn,
  selectTests,
  testNeeds,
  type TestSelection,
} from './prove/smoke/selection.ts';
import { causeOf, groupByCause, sourceLineOf } from './prove/smoke/causes.ts';
import type { SmokeRequest } from './prove/smoke/request.ts';
import {
  type CheckResult,
  failureText,
  type GeneratedFinding,
  isUnsupported,
  type RunResult,
  type SmokeResult,
} from './prove/smoke/result.ts';
import { findingText, generatedFindings, isGenerated } from './prove/smoke/generated.ts';
import { dataFolders } from './prove/smoke/run-kernel.ts';
import { readExcerpts } from './prove/smoke/source-lines.ts';
import { type PackageResult, testPackage } from './prove/smoke/run-package.ts';
import type { Vendor } from './manifest/terms/vendor-terms.ts';

/**
 * Tests a package on a GPU, or on request on an emulator: selects the tests, builds a C++ program that
 * calls every kernel (the harness), locks a GPU, runs the tests, and writes evidence.json to the package. Failed tests are
 * part of the result; see `smokeFailure`.
 * @throws {Failure} `usage`, `verification`, `environment`, `no-gpu`, or `smoke` if there is
 * nothing to test or a user's own test does not compile.
 */
export async function smoke(request: SmokeRequest, context: BuildContext): Promise<SmokeResult> {
  const start = context.now();
  const pkg = await readSmokePackage(request.package);
  const changed = await changedSources(pkg, request.manifest);
  if (changed !== undefined) context.log.warning(changed);
  const folder = await buildFolder(request, context);
  const { generate } = request;
  try {
    const tested =
      generate === undefined
        ? pkg
        : await withGeneratedCases(pkg, { ...request, generate }, folder, context);
    const selection = selectTests(tested, request);
    const results = await buildAndTest(tested, selection, folder, request, context);
    const problems = [...results.runs, ...results.checks].flatMap((each) => each.problems);
    const sources = await readExcerpts(problems, pkg.manifest, request.manifest, context.env);
    return resultOf(pkg, selection, { ...results, sources }, (context.now() - start) / 1000);
  } finally {
    if (request.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

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

/** What failed, once for each cause, with its kind. */
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

type TestResults = Omit<PackageResult, 'device'> &
  Pick<SmokeResult, 'reason' | 'device' | 'emulated'>;

async function buildFolder(
  { keep }: SmokeRequest,
  { scratch }: Pick<ScratchContext, 'scratch'>,
): Promise<string> {
  if (keep === undefined) return makeScratch(scratch, 'smoke');
  const folder = resolve(keep);
  await makeFolder(folder);
  return folder;
}

async function buildAndTest(
  pkg: SmokePackage,
  selection: TestSelection,
  folder: string,
  request: SmokeRequest,
  context: BuildContext,
): Promise<TestResults> {
  const { log } = context;
  const vendors = vendorsIn(selection.tests.map(({ kernel }) => kernel));
  if (request.sanitize && !vendors.includes('cuda')) throw noSanitizer();
  const sanitizer = request.sanitize ? await findSanitizer(context.env) : [];
  const compilers = await findCompilers(context.env);
  const cudaInclude = await findCudaHeader(context.env);
  const kept = join(context.home, 'objects');
  const settings = { compilers, cudaInclude, folder, jobs: request.jobs, kept };
  const emulated = settingsFor('cuda', settings, undefined);
  const { emulate: emulation } = request;
  if (emulation?.when === 'always')
    return emulate(pkg, selection, emulated, { ...request, emulate: emulation }, context);
  const needs = vendors.map((vendor) => testNeeds(vendor, pkg, selection.tests, request));

  // First, so that a missing GPU is reported before the long build.
  const { probe, found, library, obstacles } = await log.group('Look for a GPU', async () => {
    const program = await buildProbe(settings, context);
    return { probe: program, ...(await findDevice(program, needs, request.device, context)) };
  });
  const reason = joined(obstacles);
  if (reason !== undefined && request.gpu === 'required')
    throw new Failure(
      'no-gpu',
      vendors.includes('cuda') ? withEmulation(obstacles, request) : obstacles,
    );
  let why = reason;
  if (reason !== undefined && emulation !== undefined) {
    log.info(`no GPU: ${reason.message}`);
    try {
      return await emulate(pkg, selection, emulated, { ...request, emulate: emulation }, context);
    } catch (error) {
      // Compiling the test reports any other problem.
      if (!(error instanceof Failure)) throw error;
      why = { ...reason, message: `${reason.message}; and no emulation: ${error.message}` };
    }
  }
  if (request.sanitize && (found?.vendor ?? 'cuda') !== 'cuda') throw noSanitizer();

  const build = (vendor: Vendor): Promise<TestPrograms> =>
    log.group(
      'Build the smoke test',
      () =>
        buildTestPrograms(
          pkg,
          contentsOf(pkg, onGpus(selectionOn(selection, vendor)), vendor),
          settingsFor(vendor, settings, library),
          context,
        ),
      ({ harness, ownTests }) => [(harness === undefined ? 0 : 1) + ownTests.size, 'program'],
    );
  if (found === undefined) {
    for (const vendor of vendors) await build(vendor);
    log.info(`built, but not run: ${why?.message}`);
    return { reason: why, device: undefined, runs: [], checks: [], notes: [] };
  }
  const programs = await build(found.vendor);
  const { tests, notes } = onGpus(selectionOn(selection, found.vendor));
  const wantsSecond = tests.some(({ isWhole, runs }) => isWhole && runs.length > 0);
  const lease = await leaseDevice(probe, found, { ...request, wantsSecond }, context);
  try {
    const setup = {
      pkg,
      programs,
      lease,
      request,
      sanitizer,
      ...dataFolders(folder, request),
    };
    const tested = await log.group(
      `Test on ${lease.device.name} (${lease.device.uuid})`,
      () => testPackage(tests, setup, context),
      ({ runs, checks }) => [runs.length + checks.length, 'test'],
    );
    return { reason: undefined, ...tested, notes: [...notes, ...tested.notes] };
  } finally {
    await lease.release();
  }
}

function noSanitizer(): Failure {
  return new Failure('usage', {
    message: 'compute-sanitizer is an NVIDIA tool, and tests code for NVIDIA GPUs only',
    hint: 'Omit --sanitize.',
  });
}

/** Adds the command that does the same test without a GPU, if there is one. */
function withEmulation(
  obstacles: readonly Problem[],
  { command, sanitize, device, flags = NO_FLAGS }: SmokeRequest,
): readonly Problem[] {
  const needsGpu = sanitize || device !== undefined || flags.size > 0;
  if (command === undefined || needsGpu) return obstacles;
  const proposal = `To test it without a GPU: ${command} --emulate`;
  return obstacles.map((each, index) =>
    index < obstacles.length - 1
      ? each
      : { ...each, hint: [each.hint, proposal].filter(Boolean).join('\n') },
  );
}

/** Joins the reasons that there is no GPU of one vendor, and none of the other. */
function joined(obstacles: readonly Problem[]): Problem | undefined {
  const [first] = obstacles;
  const message = obstacles.map((each) => each.message).join('; ');
  return first && { ...first, message };
}

function resultOf(
  { manifest, folder }: SmokePackage,
  { untested }: TestSelection,
  results: TestResults & Pick<SmokeResult, 'sources'>,
  seconds: number,
): SmokeResult {
  const { runs, checks, reason } = results;
  const all = [...runs, ...checks];
  const failed = all.filter(({ problems }) => problems.length > 0).length;
  const unsupported = all.filter(isUnsupported).length;
  const isFailed = failed > unsupported || all.length === 0;
  return {
    package: { name: manifest.package, version: manifest.version, folder },
    outcome:
      reason !== undefined
        ? 'built'
        : isFailed
          ? 'failed'
          : unsupported > 0
            ? 'unsupported'
            : 'passed',
    ...results,
    ...(runs.some(isGenerated) && { generated: generatedFindings(runs) }),
    untested,
    executed: all.length,
    failed,
    seconds,
  };
}
