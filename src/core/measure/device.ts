import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext, ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { HarnessSettings } from '../harness/compile-units.ts';
import { deviceObstacles, type Lease, leaseDevice, type LeaseSettings } from '../harness/lease.ts';
import { caseBytes, deviceNeeds } from '../harness/needs.ts';
import { buildProbe } from '../harness/probe.ts';
import { findCompilers, findCudaHeader } from '../harness/tools.ts';
import type { PackagedKernel, ReadPackage } from '../package/read.ts';
import type { PackagedCase } from '../testdata/document.ts';

/** A kernel of a package, and the calls of it that can be timed. */
export interface MeasuredKernel {
  readonly kernel: PackagedKernel;
  readonly cases: readonly PackagedCase[];
}

export interface DeviceSettings extends Omit<LeaseSettings, 'wantsSecond'> {
  /** How many compilers run at the same time. */
  readonly jobs: number;
}

/** What measuring uses of the outside world. */
export type MeasureContext = ScratchContext & Pick<BuildContext, 'now'>;

/** What is measured. */
interface MeasuredPackage {
  readonly pkg: ReadPackage;
  readonly measured: readonly MeasuredKernel[];
  /** Bytes of GPU memory that this takes. */
  readonly bytes: number;
}

/** A GPU that is locked, and what was built to measure on it. */
export interface Leased<Built> {
  readonly lease: Lease;
  readonly built: Built;
  /** The folder of both, which is removed afterwards. */
  readonly folder: string;
}

/**
 * Builds programs for kernels of a package, locks a GPU that the package has code for, and calls
 * `body` with both. Afterwards, nothing of it is left.
 * @throws {Failure} `environment` without compilers, `no-gpu` if there is no usable GPU, and what
 * `build` throws.
 */
export async function withDevice<Built, T>(
  { pkg, measured, bytes }: MeasuredPackage,
  settings: DeviceSettings,
  context: MeasureContext,
  build: (tools: HarnessSettings) => Promise<Built>,
  body: (leased: Leased<Built>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(context.scratch, 'triton-aot-measure-'));
  try {
    const compilers = await findCompilers(context.env);
    const cudaInclude = await findCudaHeader(context.env);
    const tools = { compilers, cudaInclude, folder, jobs: settings.jobs };
    const kernels = measured.map(({ kernel }) => kernel);
    const needs = deviceNeeds(pkg.manifest.ptxas, kernels, bytes);
    // First, so that a missing GPU is reported before the long build.
    const probe = await context.log.group('Look for a GPU', async () => {
      const program = await buildProbe(tools, context);
      const obstacles = await deviceObstacles(program, needs, settings.device, context);
      if (obstacles.length > 0) throw new Failure('no-gpu', obstacles);
      return program;
    });
    const built = await build(tools);
    const lease = await leaseDevice(probe, needs, { ...settings, wantsSecond: false }, context);
    try {
      return await body({ lease, built, folder });
    } finally {
      await lease.release();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes of GPU memory for the buffers of the largest case. */
export function largestCase(measured: readonly MeasuredKernel[]): number {
  return Math.max(0, ...measured.flatMap(({ cases }) => cases.map(caseBytes)));
}
