import { join } from 'node:path';
import { z } from 'zod';
import { HARNESS_FOLDER } from '../base/assets.ts';
import { Failure, type Problem } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { type HarnessSettings, PROBE_SOURCE } from './build-harness.ts';
import { probeEnvironment, runCompiler } from './compiler.ts';
import { describeEnding, lastLines, runTestProcess } from './run-process.ts';

const deviceSchema = z.object({
  ordinal: z.number(),
  name: z.string(),
  uuid: z.string(),
  major: z.number(),
  minor: z.number(),
  memoryTotal: z.number(),
  memoryFree: z.number().nullable(),
  /** Percent of the last moments in which something ran. */
  utilisation: z.number().nullable(),
});

const answerSchema = z.union([
  z.object({ problem: z.enum(['no-driver', 'init', 'no-device']), message: z.string() }),
  z.object({ driver: z.number(), devices: z.array(deviceSchema) }),
]);

/** A GPU of this machine; memory is in bytes. */
export type ProbedDevice = Readonly<z.infer<typeof deviceSchema>>;

/** The GPUs and the CUDA version of their driver (13000 is 13.0), or why there are none. */
type Probed =
  | { readonly kind: 'devices'; readonly driver: number; readonly devices: readonly ProbedDevice[] }
  | { readonly kind: 'none'; readonly problem: Problem };

interface ProbeContext {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** A driver that takes longer to tell its devices than this, in milliseconds, will not do so at all. */
const LIMIT = 60_000;

/** Compiles the program that looks at the GPUs; gives its path. */
export async function buildProbe(
  settings: HarnessSettings,
  context: ProbeContext,
): Promise<string> {
  const { compilers, cudaInclude, folder } = settings;
  const program = join(folder, 'probe');
  const include = cudaInclude === undefined ? [] : [`-I${cudaInclude}`];
  const source = join(HARNESS_FOLDER, PROBE_SOURCE);
  const flags = ['-std=c++17', '-O1', ...include, `-I${HARNESS_FOLDER}`];
  const argv = [...compilers.cxx, ...flags, source, '-ldl', '-pthread', '-o', program];
  const problems = await runCompiler({ argv, label: PROBE_SOURCE, blame: 'environment' }, context);
  if (problems.length > 0) throw new Failure('environment', problems);
  return program;
}

/** Asks the driver for its devices, in a process of its own: a broken one may hang or crash. */
export async function probeDevices(probe: string, context: ProbeContext): Promise<Probed> {
  let answer: z.infer<typeof answerSchema> | undefined;
  const ending = await runTestProcess([probe, 'devices'], {
    env: probeEnvironment(context.env),
    signal: context.signal,
    limit: LIMIT,
    onLine: (line) => {
      answer ??= parseAnswer(line);
      return answer === undefined ? line : undefined;
    },
  });
  if (answer === undefined) {
    const how = ending.isLate ? `did not answer in ${LIMIT / 1000} s` : describeEnding(ending);
    const message = `the driver could not be asked for its GPUs: the probe ${how}${lastLines(ending.printed)}`;
    return none(message, REBOOT);
  }
  if ('devices' in answer && answer.devices.length > 0) return { kind: 'devices', ...answer };
  return 'problem' in answer
    ? { kind: 'none', problem: explain(answer.problem, answer.message, context.env) }
    : { kind: 'none', problem: explain('no-device', '', context.env) };
}

function parseAnswer(line: string): z.infer<typeof answerSchema> | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const CONTAINER =
  'In a container: start it with --gpus all (NVIDIA container toolkit), in Kubernetes ask for nvidia.com/gpu.';
const REBOOT =
  'Does `nvidia-smi` work here? If the driver was updated just now, reboot or reload its kernel modules.';

/** What the driver's own errors mean to whoever runs the machine. Source: CUDA Driver API, CUresult. */
const REMEDIES: Readonly<Record<string, string>> = {
  CUDA_ERROR_NOT_INITIALIZED: `The driver's kernel module is not loaded or cannot be reached. ${REBOOT}`,
  CUDA_ERROR_OUT_OF_MEMORY: 'The machine or its GPU has no memory left.',
  CUDA_ERROR_STUB_LIBRARY:
    "The toolkit's stand-in of libcuda is found before the driver: take its `stubs` folder out of LD_LIBRARY_PATH.",
  CUDA_ERROR_DEVICE_UNAVAILABLE:
    'The GPU is in exclusive or prohibited compute mode (nvidia-smi -q -d COMPUTE), and somebody has it.',
  CUDA_ERROR_SYSTEM_NOT_READY:
    'The fabric manager does not run: systemctl start nvidia-fabricmanager, in the version of the driver.',
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: `libcuda and the kernel module have different versions. ${REBOOT} In a container, start it anew.`,
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    'A forward-compatibility libcuda (cuda-compat) is found first, and this GPU does not support it: take it out of LD_LIBRARY_PATH, or update the driver.',
  CUDA_ERROR_UNKNOWN: `${REBOOT} In a container, /dev/nvidia* may be out of reach: start it anew.`,
};

function explain(
  problem: 'no-driver' | 'init' | 'no-device',
  message: string,
  env: Environment,
): Problem {
  const detail = message === '' ? '' : ` (${message})`;
  switch (problem) {
    case 'no-driver':
      return none(
        `there is no CUDA driver: libcuda.so.1 was not found${detail}`,
        `Run the smoke test on a machine with an NVIDIA GPU and its driver. ${CONTAINER}`,
      ).problem;
    case 'no-device': {
      const visible = env['CUDA_VISIBLE_DEVICES'];
      const hint =
        visible === undefined
          ? `Does \`nvidia-smi -L\` list any? ${CONTAINER}`
          : `CUDA_VISIBLE_DEVICES is "${visible}", which leaves none: unset it, or name GPUs that exist.`;
      return none(`the CUDA driver is there, but has no GPU${detail}`, hint).problem;
    }
    case 'init': {
      const name = /CUDA_ERROR_\w+/.exec(message)?.[0] ?? '';
      return none(`the CUDA driver does not start: ${message}`, REMEDIES[name] ?? REBOOT).problem;
    }
  }
}

function none(message: string, hint: string): Extract<Probed, { kind: 'none' }> {
  return { kind: 'none', problem: { message, hint } };
}
