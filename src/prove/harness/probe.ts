import { join } from 'node:path';
import { z } from 'zod';
import { runForeignProgram } from '../../base/foreign-program.ts';
import { HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import type { MachineSettings } from './compile-units.ts';
import { lastLines } from './problem.ts';
import { runCompiler } from './tools.ts';
import { probeEnvironment, vendorHarnesses } from './vendor.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

/** The source of the program that lists and locks the GPUs. It is not part of the harness. */
export const PROBE_SOURCE = join(HARNESS_FOLDER, 'probe.cpp');

const deviceSchema = z.object({
  ordinal: z.number(),
  name: z.string(),
  /** What identifies a GPU, which is not a UUID for all vendors. */
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
  deviceSchema.extend({ arch: z.string() }),
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
  settings: MachineSettings,
  context: Pick<RunContext, 'env' | 'runTool' | 'signal'>,
): Promise<string> {
  const { compilers, cudaInclude, folder } = settings;
  const program = join(folder, 'probe');
  const include = cudaInclude === undefined ? [] : [`-I${cudaInclude}`];
  const others = vendorHarnesses.rows().flatMap(([, { probe = [] }]) => probe);
  const flags = ['-std=c++17', '-O1', ...include, `-I${HARNESS_FOLDER}`];
  const parts = others.flatMap((source) => ['-include', source]);
  const argv = [
    ...compilers.cxx,
    ...flags,
    ...parts,
    PROBE_SOURCE,
    '-ldl',
    '-pthread',
    '-o',
    program,
  ];
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
  const harness = vendorHarnesses.of(vendor);
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
    return { kind: 'none', problem: { message, hint: harness.unlisted } };
  }
  if ('devices' in answer && answer.devices.length > 0) return { kind: 'devices', ...answer };
  const { problem, message } =
    'problem' in answer ? answer : { problem: 'no-device' as const, message: '' };
  return { kind: 'none', problem: harness.explain(problem, message, context.env) };
}
