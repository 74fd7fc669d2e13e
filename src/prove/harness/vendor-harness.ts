import type { Problem } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';

/** How programs that call kernels are built and run for a vendor's GPUs. */
export interface VendorHarness {
  /** The driver's library, which programs are linked with where the probe finds none. */
  readonly library: string;
  /** The names of the driver's functions. */
  readonly functions: RegExp;
  /** True if its sources include cuda.h. */
  readonly usesCudaHeader: boolean;
  /** The compiler's options for the harness, before the folder of its sources. */
  readonly flags: readonly string[];
  /** The compiler's options for libraries that find the driver when they are first called. */
  readonly dynamic: readonly string[];
  /** Sources that are compiled with the probe, and list the GPUs. */
  readonly probe?: readonly string[];
  /** What identifies its GPUs: `UUID`. */
  readonly id: string;
  /** The variables that say which GPUs are visible, and others that its driver reads. */
  readonly variables: readonly string[];
  /** Variables that all of its programs get. */
  readonly fixed: Environment;
  /** Returns the variables with which a test sees only these GPUs. */
  readonly onlyDevices: (env: Environment, devices: readonly TestedDevice[]) => Environment;
  /** Says why there are no GPUs, and what to do if the probe ends without an answer. */
  readonly explain: (obstacle: Obstacle, message: string, env: Environment) => Problem;
  readonly unlisted: string;
  /** Formats the number of a driver's version. */
  readonly version: (driver: number) => string;
  /** The command that lists the programs on a GPU. */
  readonly processes: string;
}

/** The reason that the probe lists no GPUs. */
export type Obstacle = 'no-driver' | 'init' | 'no-device';

/** A GPU for a test. */
export interface TestedDevice {
  readonly uuid: string;
  /** Its number among the visible GPUs of its vendor. */
  readonly ordinal: number;
  /** The architecture, if it has no compute capability. */
  readonly arch?: string;
}
