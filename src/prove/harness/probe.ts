import { type Vendor } from '../../manifest/terms/target.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { runForeignProgram } from '../../base/foreign-program.ts';
import { HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import type { HarnessSettings } from './compile-units.ts';
import { lastLines } from './problem.ts';
import { HIP_VISIBLE, probeEnvironment, runCompiler } from './tools.ts';

/** The source of the program that lists and locks the GPUs. It is not part of the harness. */
export const PROBE_SOURCE = join(HARNESS_FOLDER, 'probe.cpp');

const deviceSchema = z.object({
  ordinal: z.number(),
  name: z.string(),
  /** Of AMD: the PCI address. */
  uuid: z.string(),
  multiprocessors: z.number(),
  memoryTotal: z.number(),
  memoryFree: z.number().nullable(),
  /** Percent of the last sample period in which a kernel ran. */
  utilisation: z.number().nullable(),
});

/** A GPU with what decides which code it runs. */
const probedSchema = z.union([
  deviceSchema.extend({ major: z.number(), minor: z.number() }),
  deviceSchema.extend({ gfx: z.string() }),
]);

const answerSchema = z.union([
  z.object({ problem: z.enum(['no-driver', 'init', 'no-device']), message: z.string() }),
  z.object({
    driver: z.number(),
    /** The library that was found. */
    library: z.string().optional(),
    devices: z.array(probedSchema),
  }),
]);

/** A GPU of this machine; memory is in bytes. */
export type ProbedDevice = Readonly<z.infer<typeof probedSchema>>;

/** The GPUs and the version of their driver, as it counts (13000 is CUDA 13.0); or why there are none. */
type Probed =
  | {
      readonly kind: 'devices';
      readonly driver: number;
      readonly library?: string | undefined;
      readonly devices: readonly ProbedDevice[];
    }
  | { readonly kind: 'none'; readonly problem: Problem };

interface ProbeContext {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** Milliseconds after which a driver that does not list its devices is considered to hang. */
const LIMIT = 60_000;

/** Compiles the program that lists and locks the GPUs. Returns its path. */
export async function buildProbe(
  settings: HarnessSettings,
  context: Pick<RunContext, 'env' | 'runTool' | 'signal'>,
): Promise<string> {
  const { compilers, cudaInclude, folder } = settings;
  const program = join(folder, 'probe');
  const include = cudaInclude === undefined ? [] : [`-I${cudaInclude}`];
  const flags = ['-std=c++17', '-O1', ...include, `-I${HARNESS_FOLDER}`, '-DAOT_WITHOUT_ROCM'];
  const argv = [...compilers.cxx, ...flags, PROBE_SOURCE, '-ldl', '-pthread', '-o', program];
  const problems = await runCompiler({ argv, label: 'probe.cpp', blame: 'environment' }, context);
  if (problems.length > 0) throw new Failure('environment', problems);
  return program;
}

/** Lists the GPUs of a vendor, in a separate process: a broken driver may hang or crash. */
export async function probeDevices(
  probe: string,
  vendor: Vendor,
  context: ProbeContext,
): Promise<Probed> {
  let answer: z.infer<typeof answerSchema> | undefined;
  const exit = await runForeignProgram([probe, 'devices', vendor], {
    env: probeEnvironment(context.env, vendor),
    signal: context.signal,
    limit: LIMIT,
    onLine: (line) => {
      answer ??= answerSchema.safeParse(tryParseJson(line)).data;
      return answer === undefined ? line : undefined;
    },
  });
  if (answer === undefined) {
    const how = exit.isTimeout ? `did not finish in ${LIMIT / 1000} s` : describeExit(exit);
    const message = `cannot list the GPUs: the probe ${how}${lastLines(exit.printed)}`;
    return { kind: 'none', problem: { message, hint: vendor === 'hip' ? ROCM : REBOOT } };
  }
  if ('devices' in answer && answer.devices.length > 0) return { kind: 'devices', ...answer };
  const { problem, message } =
    'problem' in answer ? answer : { problem: 'no-device' as const, message: '' };
  const text = vendor === 'hip' ? explainHip : explain;
  return { kind: 'none', problem: text(problem, message, context.env) };
}

const CONTAINER =
  'In a container, start it with --gpus all (NVIDIA container toolkit). In Kubernetes, request nvidia.com/gpu.';
const REBOOT =
  'Check that `nvidia-smi` works. If the driver was just updated, reboot or reload its kernel modules.';

/** The causes and remedies of driver errors. Source: CUDA Driver API, CUresult. */
const REMEDIES: Readonly<Record<string, string>> = {
  CUDA_ERROR_NOT_INITIALIZED: `The driver's kernel module is not loaded or not accessible. ${REBOOT}`,
  CUDA_ERROR_OUT_OF_MEMORY: 'The machine or its GPU has no free memory.',
  CUDA_ERROR_STUB_LIBRARY:
    "The toolkit's stub of libcuda was loaded instead of the driver. Remove its `stubs` folder from LD_LIBRARY_PATH.",
  CUDA_ERROR_DEVICE_UNAVAILABLE:
    'The GPU is in exclusive or prohibited compute mode, and another process uses it. Check with `nvidia-smi -q -d COMPUTE`.',
  CUDA_ERROR_SYSTEM_NOT_READY:
    'The fabric manager is not running. Start the one of the same version as the driver: systemctl start nvidia-fabricmanager.',
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: `libcuda and the kernel module have different versions. ${REBOOT} Restart the container, if this is one.`,
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    'A forward-compatibility libcuda (cuda-compat) was loaded, but this GPU does not support it. Remove it from LD_LIBRARY_PATH, or update the driver.',
  CUDA_ERROR_UNKNOWN: `${REBOOT} In a container, /dev/nvidia* might not be accessible: restart it.`,
};

type Obstacle = 'no-driver' | 'init' | 'no-device';

function explain(problem: Obstacle, message: string, env: Environment): Problem {
  const detail = message === '' ? '' : ` (${message})`;
  switch (problem) {
    case 'no-driver':
      return {
        message: `there is no CUDA driver: libcuda.so.1 not found${detail}`,
        hint: `Use a machine with an NVIDIA GPU and its driver. ${CONTAINER}`,
      };
    case 'no-device': {
      const visible = env['CUDA_VISIBLE_DEVICES'];
      const hint =
        visible === undefined
          ? `Check that \`nvidia-smi -L\` lists a GPU. ${CONTAINER}`
          : `CUDA_VISIBLE_DEVICES is "${visible}", which hides all GPUs. Unset it, or set it to GPUs that exist.`;
      return { message: `the CUDA driver found no GPU${detail}`, hint };
    }
    case 'init': {
      const name = /CUDA_ERROR_\w+/.exec(message)?.[0] ?? '';
      return {
        message: `the CUDA driver cannot be initialised: ${message}`,
        hint: REMEDIES[name] ?? REBOOT,
      };
    }
  }
}

const ROCM = 'Check that `rocminfo` lists the GPU.';
const DEVICES =
  'The user needs access to /dev/kfd and /dev/dri (groups `render` and `video`). In a container, start it with --device /dev/kfd --device /dev/dri.';

/** As `explain`, for the HIP runtime. */
function explainHip(problem: Obstacle, message: string, env: Environment): Problem {
  const detail = message === '' ? '' : ` (${message})`;
  switch (problem) {
    case 'no-driver':
      return {
        message: `there is no HIP runtime: libamdhip64.so, libamdhip64.so.7 and libamdhip64.so.6 not found${detail}`,
        hint: 'Use a machine with an AMD GPU, its driver, and ROCm 6 or 7. If ROCm is in a folder of its own, add its `lib` to LD_LIBRARY_PATH.',
      };
    case 'no-device': {
      const name = HIP_VISIBLE.find((variable) => env[variable] !== undefined);
      const hint =
        name === undefined
          ? `${ROCM} ${DEVICES}`
          : `${name} is "${env[name]}", which may hide all GPUs. Unset it, or set it to GPUs that exist.`;
      return { message: `the HIP runtime found no GPU${detail}`, hint };
    }
    case 'init':
      return {
        message: `the HIP runtime cannot be initialised: ${message}`,
        hint: `${ROCM} ${DEVICES}`,
      };
  }
}
