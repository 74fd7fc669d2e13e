import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildContext } from '../context.ts';
import { Failure, type Place, type Problem } from '../errors.ts';
import type { Path } from '../manifest/document.ts';
import { chooseDevices } from './choose.ts';
import { findCompilers } from './compiler.ts';
import { findCudaHeader } from './cuda-header.ts';
import { leaseDevice } from './lease.ts';
import { needsOf, type Needs } from './needs.ts';
import { readSmokePackage, type SmokePackage } from './package.ts';
import { buildProbe, probeDevices } from './probe.ts';
import { buildPrograms } from './program.ts';
import type { SmokeRequest } from './request.ts';
import type { SmokeResult } from './result.ts';
import { findSanitizer } from './sanitizer.ts';
import { selectTests, type Selection } from './selection.ts';
import { testPackage, type PackageResult } from './test-package.ts';
import { failureText } from './title.ts';

/**
 * Tests a package on a GPU: compiles it with a C++ program that calls every kernel, runs that, and keeps what passed
 * as evidence beside the package. A test that fails is a result; see `smokeFailure`.
 * @throws {Failure} `usage`, `verification`, `environment`, `no-gpu`, or `smoke` where there is nothing to test or a
 * user's own test does not compile.
 */
export async function smoke(request: SmokeRequest, context: BuildContext): Promise<SmokeResult> {
  const start = context.now();
  const pkg = await readSmokePackage(request.package);
  const selection = selectTests(pkg, request);
  const folder = await buildFolder(request, context);
  try {
    const found = await buildAndTest(pkg, selection, folder, request, context);
    return resultOf(pkg, selection, found, (context.now() - start) / 1000);
  } finally {
    if (request.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** The failure that a result means; undefined for one that passed, or was only built. `locate` finds manifest lines. */
export function smokeFailure(
  { runs, checks, outcome }: SmokeResult,
  locate?: (path: Path) => Place | undefined,
): Failure | undefined {
  if (outcome !== 'failed') return undefined;
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
  if (failed.length === 0) return new Failure('smoke', { message: 'nothing was tested' });
  return new Failure(
    'smoke',
    failed.map((result) => ({
      message: failureText(result),
      place: locate?.(result.path),
      hint: `Run it alone: ${result.command}`,
    })),
  );
}

type Found = Omit<PackageResult, 'device'> & Pick<SmokeResult, 'reason' | 'device'>;

async function buildFolder(
  { keep }: SmokeRequest,
  { cwd, scratch }: BuildContext,
): Promise<string> {
  if (keep === undefined) return mkdtemp(join(scratch, 'triton-aot-smoke-'));
  const folder = resolve(cwd, keep);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function buildAndTest(
  pkg: SmokePackage,
  selection: Selection,
  folder: string,
  request: SmokeRequest,
  context: BuildContext,
): Promise<Found> {
  const { log } = context;
  const sanitizer = request.sanitize ? await findSanitizer(context.env) : [];
  const compilers = await findCompilers(context.env);
  const cudaInclude = await findCudaHeader(context.env);
  const settings = { compilers, cudaInclude, folder, jobs: request.jobs };
  const needs = needsOf(pkg, selection.tests);

  // First, so that a missing GPU is told before the long compile.
  const { probe, obstacles } = await log.group('Look for a GPU', async () => {
    const program = await buildProbe(settings, context);
    return { probe: program, obstacles: await obstaclesOf(program, needs, request, context) };
  });
  const [reason] = obstacles;
  if (reason !== undefined && request.gpu === 'required') throw new Failure('no-gpu', obstacles);

  const programs = await log.group('Build the smoke test', () =>
    buildPrograms(pkg, selection, settings, context),
  );
  if (reason !== undefined) {
    log.info(`built, but not run: ${reason.message}`);
    return { reason, device: undefined, runs: [], checks: [], notes: [] };
  }
  const wantsSecond = selection.tests.some(({ isWhole, runs }) => isWhole && runs.length > 0);
  const lease = await leaseDevice(probe, needs, { ...request, wantsSecond }, context);
  try {
    const setup = { pkg, programs, lease, request, sanitizer, folder: join(folder, 'data') };
    const found = await log.group(`Test on ${lease.device.name} (${lease.device.uuid})`, () =>
      testPackage(selection.tests, setup, context),
    );
    return { reason, ...found };
  } finally {
    await lease.release();
  }
}

/** Why this machine cannot run the test; memory and locks are looked at when it is about to run. */
async function obstaclesOf(
  probe: string,
  needs: Needs,
  { device }: SmokeRequest,
  context: BuildContext,
): Promise<readonly Problem[]> {
  const probed = await probeDevices(probe, context);
  return probed.kind === 'none' ? [probed.problem] : chooseDevices(probed, needs, device).problems;
}

function resultOf(
  { manifest, folder }: SmokePackage,
  { untested }: Selection,
  found: Found,
  seconds: number,
): SmokeResult {
  const { runs, checks, reason } = found;
  const all = [...runs, ...checks];
  const failed = all.filter(({ problems }) => problems.length > 0).length;
  return {
    package: { name: manifest.package, version: manifest.version, folder },
    outcome: reason !== undefined ? 'built' : failed > 0 || all.length === 0 ? 'failed' : 'passed',
    ...found,
    untested,
    executed: all.length,
    failed,
    seconds,
  };
}
