import { rm } from 'node:fs/promises';
import type { BuildContext, ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
import {
  type HarnessSettings,
  type MachineSettings,
  settingsFor,
} from '../harness/compile-units.ts';
import { findDevice, type Lease, leaseDevice, type LeaseSettings } from '../harness/lease.ts';
import { caseBytes, deviceNeeds, vendorsIn } from '../harness/needs.ts';
import { buildProbe } from '../harness/probe.ts';
import { findCompilers, findCudaHeader } from '../harness/tools.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import type { PackagedCase } from '../../manifest/cases/packaged.ts';

/** A kernel of a package, and the calls of it that can be timed. */
export interface MeasuredKernel {
  readonly kernel: PackagedKernel;
  readonly cases: readonly PackagedCase[];
}

export interface DeviceSettings extends Omit<LeaseSettings, 'wantsSecond'> {
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
}

/** The parts of the outside world that measuring uses. */
export type MeasureContext = ScratchContext & Pick<BuildContext, 'now'>;

/** The kernels to measure, with their package. */
interface MeasuredPackage {
  readonly pkg: ReadPackage;
  readonly measured: readonly MeasuredKernel[];
  /** Bytes of GPU memory that this takes. */
  readonly bytes: number;
}

/** A GPU that is locked, and the compilers and the folder to build programs for it. */
interface LeasedDevice {
  readonly lease: Lease;
  readonly tools: HarnessSettings;
}

/**
 * Locks a GPU that kernels of a package have code for, and calls `body` with it. Afterwards, nothing
 * of it is left.
 * @throws {Failure} `environment` without compilers, `no-gpu` if there is no usable GPU.
 */
export async function withDevice<T>(
  { pkg, measured, bytes }: MeasuredPackage,
  settings: DeviceSettings,
  context: MeasureContext,
  body: (leased: LeasedDevice) => Promise<T>,
): Promise<T> {
  return withTools(settings.jobs, context, async (tools) => {
    const kernels = measured.map(({ kernel }) => kernel);
    const needs = vendorsIn(kernels).map((vendor) =>
      deviceNeeds(vendor, pkg.manifest.ptxas, kernels, bytes),
    );
    const { probe, found, library } = await context.log.group('Look for a GPU', async () => {
      const program = await buildProbe(tools, context);
      const { obstacles, ...rest } = await findDevice(program, needs, settings.device, context);
      if (rest.found === undefined) throw new Failure('no-gpu', obstacles);
      return { probe: program, ...rest, found: rest.found };
    });
    const lease = await leaseDevice(probe, found, { ...settings, wantsSecond: false }, context);
    try {
      return await body({ lease, tools: settingsFor(found.vendor, tools, library) });
    } finally {
      await lease.release();
    }
  });
}

/**
 * Calls `body` with the machine's compilers and a folder to build in, which is removed afterwards.
 * @throws {Failure} `environment` without compilers.
 */
async function withTools<T>(
  jobs: number,
  context: MeasureContext,
  body: (tools: MachineSettings) => Promise<T>,
): Promise<T> {
  const folder = await makeScratch(context.scratch, 'measure');
  try {
    const compilers = await findCompilers(context.env);
    const cudaInclude = await findCudaHeader(context.env);
    return await body({ compilers, cudaInclude, folder, jobs });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes of GPU memory for the buffers of the largest case. */
export function largestCase(measured: readonly MeasuredKernel[]): number {
  return Math.max(0, ...measured.flatMap(({ cases }) => cases.map(caseBytes)));
}
