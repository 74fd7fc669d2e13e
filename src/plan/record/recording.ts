import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { tryParseJson } from '../../base/text.ts';
import { type Constant, wireConstantSchema } from '../../manifest/terms/constant.ts';

/** The records that src/plan/record/recorder wrote about a program: its processes and their kernels. */
export interface Recording {
  readonly processes: readonly RecordedProcess[];
  /** The version of Triton; undefined if no process imported it. */
  readonly triton: string | undefined;
  readonly kernels: readonly RecordedKernel[];
  /** Errors of the recorder: tracebacks of Python. */
  readonly faults: readonly string[];
}

interface RecordedProcess {
  readonly arguments: readonly string[];
  /** The folder in which it started. */
  readonly folder: string;
  readonly python: string;
  readonly hasTriton: boolean;
  /** True if it ran Triton's interpreter, which launches nothing. */
  readonly interpreted: boolean;
}

/** A constant, or what a value is that C cannot pass, such as `a tuple`. */
export type RecordedConstant = Constant | { readonly kind: 'other'; readonly value: string };

/** One compiled kernel of one process, with its calls. */
export interface RecordedKernel extends KernelLine {
  /** The folder in which the process started. */
  readonly folder: string;
  readonly calls: readonly RecordedCall[];
  /** Launches that @triton.autotune made to measure the config. */
  readonly trials: readonly RecordedCall[];
  /** The contents of the buffers of one call; undefined if they were not read. */
  readonly contents: Contents | undefined;
  /** Calls that were not written down, since there were too many different ones. */
  readonly more: number;
}

export interface RecordedCall {
  readonly id: number;
  readonly grid: readonly number[];
  readonly scalars: ReadonlyMap<string, RecordedConstant>;
  readonly buffers: ReadonlyMap<string, RecordedBuffer>;
  /** The number of times that it was seen. */
  readonly count: number;
  /** The median time of the launch on the CPU, in nanoseconds. */
  readonly launchNs: number | null;
  /** The median time on the GPU, in milliseconds. */
  readonly gpuMs: number | null;
}

export interface RecordedBuffer {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

type KernelLine = Omit<z.infer<typeof kernelLine>, 'kind'>;
type Contents = Omit<z.infer<typeof contentsLine>, 'kind'>;

/** Part of the recording's format; the recorder writes the same number. */
const FORMAT = 1;

const constant: z.ZodType<RecordedConstant> = z.union([
  wireConstantSchema,
  z
    .tuple([z.literal('other'), z.string()])
    .transform(([, value]) => ({ kind: 'other' as const, value })),
]);
const constants = z.record(z.string(), constant).transform((map) => new Map(Object.entries(map)));
const options = z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()]));

const processLine = z.object({
  kind: z.literal('process'),
  format: z.number(),
  arguments: z.array(z.string()),
  folder: z.string(),
  python: z.string(),
  hasTriton: z.boolean(),
  interpreted: z.boolean(),
});

const tritonLine = z.object({ kind: z.literal('triton'), version: z.string() });

const kernelLine = z.object({
  kind: z.literal('kernel'),
  id: z.number(),
  name: z.string(),
  /** null: compiled from a file of Triton's intermediate code. */
  source: z.object({ file: z.string(), module: z.string(), line: z.number() }).nullable(),
  parameters: z.array(z.object({ name: z.string(), constexpr: z.boolean() })).default([]),
  /** Types by parameter, as Triton's JIT computed them; `constexpr` for those it fixed. */
  signature: z
    .record(z.string(), z.string())
    .default({})
    .transform((map) => new Map(Object.entries(map))),
  constants: constants.default(new Map()),
  divisibleBy16: z.array(z.string()).default([]),
  /** Those that differ from Triton's defaults, and the number of warps and stages. */
  options: options.default({}),
  target: z.object({ backend: z.string(), arch: z.union([z.number(), z.string()]) }).optional(),
  autotune: z
    .object({ keys: z.array(z.string()), configs: z.array(z.object({ constants, options })) })
    .nullable()
    .default(null),
  isGluon: z.boolean().default(false),
  ttir: z.string().nullable().default(null),
});

const callLine = z.object({
  kind: z.literal('call'),
  kernel: z.number(),
  call: z.number(),
  grid: z.array(z.number()),
  scalars: constants,
  buffers: z
    .record(z.string(), z.object({ shape: z.array(z.number()), strides: z.array(z.number()) }))
    .transform((map) => new Map(Object.entries(map))),
});

const trialLine = callLine.omit({ call: true }).extend({ kind: z.literal('trial') });

const countLine = z.object({
  kind: z.literal('count'),
  kernel: z.number(),
  call: z.number(),
  count: z.number(),
  launchNs: z.number().nullable(),
  gpuMs: z.number().nullable(),
});

const moreLine = z.object({ kind: z.literal('more'), kernel: z.number(), count: z.number() });

const contentsLine = z.object({
  kind: z.literal('contents'),
  kernel: z.number(),
  call: z.number(),
  buffers: z
    .record(
      z.string(),
      z.object({
        elements: z.number(),
        /** The least and the greatest element before the call. */
        range: z.tuple([z.number(), z.number()]).nullable(),
        /** Elements that the call did not change; null if that is unknown. */
        unchanged: z.number().nullable(),
        /** Files beside the recording with the elements before and after the call. */
        files: z.object({ before: z.string(), after: z.string() }).nullable(),
      }),
    )
    .transform((map) => new Map(Object.entries(map))),
});

const faultLine = z.object({ kind: z.literal('fault'), message: z.string() });

const lineSchema = z.discriminatedUnion('kind', [
  processLine,
  tritonLine,
  kernelLine,
  callLine,
  trialLine,
  countLine,
  moreLine,
  contentsLine,
  faultLine,
]);

type Line = z.infer<typeof lineSchema>;

/**
 * Reads the recordings of all processes in a folder.
 * @throws {Failure} `environment` if a file was written by another version of the recorder.
 */
export async function readRecording(folder: string): Promise<Recording> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).toSorted();
  const processes = await Promise.all(
    files.map(async (file) => linesOf(await readFile(join(folder, file), 'utf8'), file)),
  );
  return {
    processes: processes.flatMap((lines) => ofKind(lines, 'process')),
    triton: processes.flatMap((lines) => ofKind(lines, 'triton'))[0]?.version,
    kernels: processes.flatMap(kernelsOf),
    faults: [...new Set(processes.flatMap((lines) => ofKind(lines, 'fault')).map(messageOf))],
  };
}

/** The last line of a process that was killed might be incomplete, and is left out. */
function linesOf(text: string, file: string): readonly Line[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => {
    if (line === '') return [];
    // Python writes numbers that JSON lacks as words.
    const value = tryParseJson(line) ?? tryParseJson(line.replaceAll(/\b(NaN|-?Infinity)\b/g, '0'));
    const parsed = lineSchema.safeParse(value);
    if (parsed.success && (parsed.data.kind !== 'process' || parsed.data.format === FORMAT))
      return [parsed.data];
    throw new Failure('environment', {
      message: `cannot read the recording ${file}: it has a line of another version of triton-aot`,
      hint: 'Record the program again with this version.',
    });
  });
}

const UNSEEN = { id: -1, count: 0, launchNs: null, gpuMs: null };

function kernelsOf(lines: readonly Line[]): readonly RecordedKernel[] {
  const folder = ofKind(lines, 'process')[0]?.folder ?? '';
  const calls = ofKind(lines, 'call');
  const counts = new Map(
    ofKind(lines, 'count').map((line) => [`${line.kernel} ${line.call}`, line]),
  );
  const more = new Map(ofKind(lines, 'more').map((line) => [line.kernel, line.count]));
  const contents = new Map(ofKind(lines, 'contents').map((line) => [line.kernel, line]));
  return ofKind(lines, 'kernel').map((kernel) => ({
    ...kernel,
    folder,
    contents: contents.get(kernel.id),
    more: more.get(kernel.id) ?? 0,
    trials: ofKind(lines, 'trial')
      .filter((line) => line.kernel === kernel.id)
      .map(({ grid, scalars, buffers }) => ({ ...UNSEEN, grid, scalars, buffers })),
    calls: calls
      .filter((line) => line.kernel === kernel.id)
      .map(({ call, grid, scalars, buffers }) => {
        // A process that was killed had no time to count.
        const {
          count = 1,
          launchNs = null,
          gpuMs = null,
        } = counts.get(`${kernel.id} ${call}`) ?? {};
        return { id: call, grid, scalars, buffers, count, launchNs, gpuMs };
      }),
  }));
}

function ofKind<Kind extends Line['kind']>(
  lines: readonly Line[],
  kind: Kind,
): readonly Extract<Line, { kind: Kind }>[] {
  return lines.filter((line): line is Extract<Line, { kind: Kind }> => line.kind === kind);
}

function messageOf({ message }: { readonly message: string }): string {
  return message;
}
