import { cudaVersion } from './choose-gpu.ts';
import type { Lease } from './lease.ts';

/** The GPU that a harness ran on. */
export interface HarnessDevice {
  readonly name: string;
  /** `GPU-…`, as nvidia-smi shows it. */
  readonly uuid: string;
  /** The compute capability, such as `9.0`. */
  readonly capability: string;
  /** The CUDA version the driver supports, such as `13.0`. */
  readonly driver: string;
}

/** Describes the first GPU of a lease. */
export function describeDevice({
  device,
  driver,
}: Pick<Lease, 'device' | 'driver'>): HarnessDevice {
  const { name, uuid, major, minor } = device;
  return { name, uuid, capability: `${major}.${minor}`, driver: cudaVersion(driver) };
}
