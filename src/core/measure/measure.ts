import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext, ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { buildTestPrograms, type TestPrograms } from '../harness/build-harness.ts';
import { deviceObstacles, leaseDevice, type LeaseSettings } from '../harness/lease.ts';
import { caseBytes, deviceNeeds } from '../harness/needs.ts';
import { buildProbe } from '../harness/probe.ts';
import { findCompilers, findCudaHeader } from '../harness/tools.ts';
import type { PackagedKernel, ReadPackage } from '../package/read.ts';
import type { PackagedCase } from '../testdata/document.ts';
import { type Meter, meterOn } from './meter.ts';
import { FLUSH_BYTES, type TimingSettings } from './timing.ts';

/** A kernel of a package, and the calls of it that can be timed. */
export interface MeasuredKernel {
  readonly kernel: PackagedKernel;
  readonly cases: readonly PackagedCase[];
}

export interface MeasureSettings extends Omit<LeaseSettings, 'wantsSecond'> {
  readonly timing: TimingSettings;
  /** Seconds that the timing of one case with one algo may take. */
  readonly timeout: number;
  /** How many compilers run at the same time. */
  readonly jobs: number;
}

/** What measuring uses of the outside world. */
export type MeasureContext = ScratchContext & Pick<BuildContext, 'now'>;

/**
 * Locks a GPU, and calls `body` with a meter that times kernels of a package on it. Afterwards,
 * nothing of it is left.
 * @throws {Failure} `no-gpu` if there is no usable GPU, `environment` if the package does not
 * compile.
 */
export async function withMeter<T>(
  pkg: ReadPackage,
  measured: readonly MeasuredKernel[],
  settings: MeasureSettings,
  context: MeasureContext,
  body: (meter: Meter) => Promise<T>,
): Promise<T> {
  const { log } = context;
  const folder = await mkdtemp(join(context.scratch, 'triton-aot-measure-'));
  try {
    const compilers = await findCompilers(context.env);
    const cudaInclude = await findCudaHeader(context.env);
    const tools = { compilers, cudaInclude, folder, jobs: settings.jobs };
    const needs = needsOf(pkg, measured);
    const probe = await log.group('Look for a GPU', async () => {
      const program = await buildProbe(tools, context);
      const obstacles = await deviceObstacles(program, needs, settings.device, context);
      if (obstacles.length > 0) throw new Failure('no-gpu', obstacles);
      return program;
    });
    const called = measured.map(({ kernel }) => kernel);
    const contents = { called, compiled: called.map(({ name }) => name), ownTests: new Map() };
    let built: Promise<TestPrograms> | undefined;
    const build = async (): Promise<string> => {
      built ??= log.group('Build the harness', () =>
        buildTestPrograms(pkg, contents, tools, context),
      );
      return (await built).harness ?? '';
    };
    const lease = await leaseDevice(probe, needs, { ...settings, wantsSecond: false }, context);
    try {
      return await body(meterOn(lease, { pkg, build, folder, ...settings }, context));
    } finally {
      await lease.release();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function needsOf(pkg: ReadPackage, measured: readonly MeasuredKernel[]) {
  const largest = Math.max(0, ...measured.flatMap(({ cases }) => cases.map(caseBytes)));
  const kernels = measured.map(({ kernel }) => kernel);
  return deviceNeeds(pkg.manifest.ptxas, kernels, largest + FLUSH_BYTES);
}
