import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { readIfExists, writeAtomically } from '../../base/files.ts';
import { isCapability } from '../../manifest/terms/vendor.ts';
import { tryParseJson } from '../../base/text.ts';

/** The name of the file with measurements, beside the manifest. */
export const TUNING_FILE = 'tuning.json';

/** Format 1 has no multiprocessors. */
const TUNING_FORMAT = 2;

/** One algo with one size: how long a call takes, or why it has no time. */
const scoreSchema = z.object({
  /** The algo's number when it was measured. */
  algo: z.number().int().nonnegative(),
  /** The kernel hash of the variant that ran. It decides whether the score still holds. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The median time of a call. */
  microseconds: z.number().positive().optional(),
  /** The reason that there is no time: the call failed, hung or was refused. */
  fault: z.string().optional(),
});

const sizeSchema = z.object({
  /** The integer parameters of the call, and its grid parameters, by name. */
  values: z.record(
    z.string(),
    z.union([z.number().int(), z.string().regex(/^-?\d+$/)], {
      error: 'expected an integer, as text if it is large',
    }),
  ),
  scores: z.array(scoreSchema),
});

const tunedKernelSchema = z.object({
  kernel: z.string(),
  device: z.object({
    name: z.string(),
    /** The compute capability, such as `9.0`, or another vendor's name of the architecture. */
    capability: z.string().refine(isCapability),
    multiprocessors: z.number().int().positive(),
    /** The version of the driver. */
    driver: z.string(),
    /** The SM clock while measuring, in MHz: the lowest and the highest seen. */
    clocks: z.object({ from: z.number(), to: z.number() }).optional(),
  }),
  triton: z.string(),
  /** The parameters that the choice may depend on. Default: all integers. */
  key: z.array(z.string()).optional(),
  /** The whole score matrix. */
  sizes: z.array(sizeSchema),
});

const tuningSchema = z.object({
  format: z.literal(TUNING_FORMAT, {
    error: `expected format ${TUNING_FORMAT}: it was written by another version of triton-aot`,
  }),
  kernels: z.array(tunedKernelSchema),
});

export type Score = z.infer<typeof scoreSchema>;
export type MeasuredSize = z.infer<typeof sizeSchema>;
/** The measurements of one kernel on one GPU. */
export type TunedKernel = z.infer<typeof tunedKernelSchema>;

/** A tuning file with its text. */
export interface TuningFile {
  readonly file: string;
  readonly text: string;
  readonly kernels: readonly TunedKernel[];
}

/** Returns the measurements in a tuning file; undefined if there is none. @throws as `readTuningFile`. */
export async function readTuning(file: string): Promise<readonly TunedKernel[] | undefined> {
  return (await readTuningFile(file))?.kernels;
}

/**
 * Reads a tuning file. Returns undefined if there is none.
 * @throws {Failure} `usage` if it is not a tuning file.
 */
export async function readTuningFile(file: string): Promise<TuningFile | undefined> {
  let text: string | undefined;
  try {
    text = (await readIfExists(file))?.toString();
  } catch (error) {
    const message = `cannot read the tuning file: ${reasonOf(error)}`;
    throw new Failure('usage', { message, place: { file } }, { cause: error });
  }
  if (text === undefined) return undefined;
  const value = tryParseJson(text);
  const parsed = tuningSchema.safeParse(value);
  if (parsed.success) return { file, text, kernels: parsed.data.kernels };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new Failure('usage', {
    message: `not a tuning file${where}: ${value === undefined ? 'not JSON' : issue?.message}`,
    place: { file },
    hint: 'Run `triton-aot tune` again, or delete the file.',
  });
}

/**
 * Writes a tuning file with one line for each size, sorted, so that differences are easy to read.
 * @throws {Failure} `environment` if it cannot be written.
 */
export async function writeTuning(file: string, kernels: readonly TunedKernel[]): Promise<void> {
  const sorted = kernels.toSorted((a, b) => (entryOrder(a) < entryOrder(b) ? -1 : 1));
  const entries = sorted.map(({ sizes, ...rest }) => {
    const head = JSON.stringify(rest, undefined, 2).replaceAll('\n', '\n    ').slice(0, -6);
    const lines = sizes.map((size) => `        ${JSON.stringify(size)}`).join(',\n');
    return `    ${head},\n      "sizes": [\n${lines}\n      ]\n    }`;
  });
  const text = `{\n  "format": ${TUNING_FORMAT},\n  "kernels": [\n${entries.join(',\n')}\n  ]\n}\n`;
  try {
    await writeAtomically(file, (fresh) => writeFile(fresh, text));
  } catch (error) {
    const message = `cannot write the tuning file: ${reasonOf(error)}`;
    throw new Failure('environment', { message, place: { file } }, { cause: error });
  }
}

function entryOrder({ kernel, device }: TunedKernel): string {
  return [kernel, device.capability, device.name].join('\0');
}
