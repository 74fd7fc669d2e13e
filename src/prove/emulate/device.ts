import { delimiter, join } from 'node:path';
import { EMULATED_DRIVER_FOLDER, EMULATOR_FOLDER, HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeFolder, readIfExists } from '../../base/files.ts';
import type { Environment } from '../../base/process.ts';
import { capabilityOf } from '../../manifest/terms/nvidia.ts';
import { launchLimits } from '../../manifest/terms/target.ts';
import type { MachineSettings } from '../harness/compile-units.ts';
import type { Lease } from '../harness/lease.ts';
import { type Fault, faultSchema } from '../harness/problem.ts';
import type { ProbedDevice } from '../harness/probe.ts';
import { compileOwnCode } from '../harness/kept-objects.ts';
import { testEnvironment } from '../harness/vendor.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/** A device that executes the PTX of a target on the CPU. */
export interface EmulatedDevice extends Pick<Lease, 'device' | 'driver' | 'note' | 'second'> {
  readonly emulated: CudaTarget;
  /** The environment of programs that use it. */
  readonly env: Environment;
}

const FLAGS = ['-std=c++17', '-O1', '-fPIC', '-fvisibility=hidden', '-pthread', '-shared'];

/**
 * Compiles the `libcuda.so.1` that executes PTX. Returns its folder.
 * @throws {Failure} `environment` if the compiler fails.
 */
export async function buildEmulator(
  { compilers, folder, kept }: MachineSettings,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
): Promise<string> {
  const library = join(folder, 'emulator');
  await makeFolder(library);
  const argv = [
    ...compilers.cxx,
    ...FLAGS,
    // Its own header: that of the machine may have other versions of some functions.
    `-I${join(HARNESS_FOLDER, 'cuda')}`,
    join(EMULATED_DRIVER_FOLDER, 'emulator.cpp'),
    '-Wl,-soname,libcuda.so.1',
    '-o',
    join(library, 'libcuda.so.1'),
  ];
  const run = { argv, label: 'emulator.cpp', blame: 'environment' } as const;
  const problems = await compileOwnCode(run, { kept, headers: [] }, context);
  if (problems.length > 0) throw new Failure('environment', problems);
  return library;
}

/** The parts of the emulator. */
interface Emulator {
  /** The folder of `libcuda.so.1`. */
  readonly library: string;
  /** A Python with NumPy. */
  readonly python: string;
  /** The folder with the PTX, as `writeCode` writes it. */
  readonly code: string;
  /** Seconds a launch may take. */
  readonly limit: number;
}

/** Returns the device that executes the PTX of a target. */
export function emulatedDevice(
  target: CudaTarget,
  { library, python, code, limit }: Emulator,
  environment: Environment,
): EmulatedDevice {
  const { LD_LIBRARY_PATH: others = '', ...env } = testEnvironment(environment, []);
  return {
    emulated: target,
    device: asProbed(target),
    driver: 13_000,
    second: undefined,
    note: undefined,
    env: {
      ...env,
      LD_LIBRARY_PATH: [library, ...(others === '' ? [] : [others])].join(delimiter),
      TRITON_AOT_EMULATE_DEVICE: `${target.arch} ${launchLimits(target).sharedBytes}`,
      TRITON_AOT_EMULATE_PYTHON: python,
      TRITON_AOT_EMULATE_FOLDER: EMULATOR_FOLDER,
      TRITON_AOT_EMULATE_CODE: code,
      TRITON_AOT_EMULATE_LIMIT: String(limit),
      // Kernels run side by side: one thread for each is enough.
      OPENBLAS_NUM_THREADS: '1',
      OMP_NUM_THREADS: '1',
    },
  };
}

/** Describes the device as the probe describes a GPU. */
function asProbed(target: CudaTarget): ProbedDevice {
  return {
    ordinal: 0,
    name: 'PTX emulator',
    uuid: 'GPU-00000000-0000-0000-0000-000000000000',
    ...capabilityOf(target),
    multiprocessors: 0,
    memoryTotal: 0,
    memoryFree: null,
    utilisation: null,
  };
}

/** Reads what a program's emulator has recorded in a file: a line of JSON for each launch that failed. */
export async function readFaults(file: string): Promise<readonly Fault[]> {
  const text = (await readIfExists(file))?.toString() ?? '';
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => faultSchema.parse(JSON.parse(line)));
}
