import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildContext, ScratchContext } from './base/context.ts';
import { NO_FLAGS } from './base/flags.ts';
import { Failure, type Problem } from './base/errors.ts';
import { makeFolder } from './base/files.ts';
import { makeScratch } from './base/leftovers.ts';
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
import type { SmokeRequest } from './prove/smoke/request.ts';
import { isUnsupported, type SmokeResult } from './prove/smoke/result.ts';
import { generatedFindings, isGenerated } from './prove/smoke/generated.ts';
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
