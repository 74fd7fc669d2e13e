import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../base/errors.ts';
import { readPlainFile } from '../base/files.ts';
import { shellQuote, tryParseJson } from '../base/text.ts';
import { CONSTANT_KINDS } from '../manifest/terms/constant.ts';

/** Part of the recording's format; the recorder writes the same number. */
const FORMAT = 1;

/** The name of a parameter in Python. Files are called by it. */
const parameter = z.string().regex(/^[\p{L}_][\p{L}\p{N}_]*$/u);

/** A file beside the recording. */
const fileName = z.string().regex(/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u);

/**
 * Text in one line. A recording can come from another machine, and what it names becomes comments and
 * values of a manifest: a line break would add keys.
 */
const oneLine = z.string().regex(/^\P{Cc}*$/u);

/** A constant as in `WireConstant`. */
const wireConstant = z.union([
  z.tuple([z.literal('int'), z.string().regex(/^-?\d+$/)]),
  z.tuple([z.enum(CONSTANT_KINDS), z.string()]),
]);
/** A constant, or what a value is that C cannot pass, such as `a tuple`. */
const constant = z
  .union([wireConstant, z.tuple([z.literal('other'), oneLine])])
  .meta({ id: 'RecordedConstant' });
const constants = mapOf(constant);
/** A version of a Python package. */
const version = z.string().regex(/^\w[\w.!+-]*$/);
const options = z.record(z.string(), z.union([z.number(), z.boolean(), oneLine, z.null()]));

const processLine = z.object({
  kind: z.literal('process'),
  format: z.number(),
  arguments: z.array(z.string()),
  /** The folder in which it started. */
  folder: oneLine,
  python: oneLine,
  hasTriton: z.boolean(),
  /** True if it ran Triton's interpreter, which launches nothing. */
  interpreted: z.boolean(),
});

const tritonLine = z.object({ kind: z.literal('triton'), version });

const kernelLine = z.object({
  kind: z.literal('kernel'),
  id: z.number(),
  name: oneLine,
  /** null: compiled from a file of Triton's intermediate code. */
  source: z.object({ file: oneLine, line: z.int() }).meta({ id: 'RecordedPlace' }).nullable(),
  /** The installed package that has the source. */
  package: z
    .object({
      name: z.string().regex(/^\w[\w.-]*$/),
      version,
      /** The dotted name of the module, and the folder from which it was imported. */
      module: z.string().regex(/^[\p{L}\p{N}_.-]+$/u),
      root: oneLine,
      /** Where it was installed from, if that is neither an index nor an archive. */
      url: oneLine.nullable(),
      /** True if the file is not the one that the package installed. */
      changed: z.boolean(),
    })
    .meta({ id: 'RecordedPackage' })
    .optional(),
  /** The same source in the project's folder that a package was installed from. */
  project: oneLine.optional(),
  /** What planning asks for. */
  globals: z
    .array(
      z
        .object({
          name: oneLine,
          value: wireConstant,
          /** The file in which the name stands; `alone`: it has another value in another file. */
          file: oneLine,
          alone: z.boolean(),
          /** True if only the configs of @triton.autotune need it. */
          configs: z.boolean(),
        })
        .meta({ id: 'RecordedGlobal' }),
    )
    .default([]),
  parameters: z
    .array(z.object({ name: parameter, constexpr: z.boolean() }).meta({ id: 'RecordedParameter' }))
    .default([]),
  /** Types by parameter, as Triton's JIT computed them; `constexpr` for those it fixed. */
  signature: mapOf(oneLine).default({}),
  constants: constants.default({}),
  /** Those that differ from Triton's defaults, and the number of warps and stages. */
  options: options.default({}),
  target: z
    .object({ backend: oneLine, arch: z.union([z.int(), oneLine]) })
    .meta({ id: 'RecordedTarget' })
    .optional(),
  autotune: z
    .object({
      configs: z.array(z.object({ constants, options }).meta({ id: 'RecordedConfig' })),
    })
    .meta({ id: 'RecordedAutotune' })
    .nullable()
    .default(null),
  ttir: z.string().nullable().default(null),
});

const trialLine = z.object({
  kind: z.literal('trial'),
  kernel: z.number(),
  grid: z.array(z.int()),
  scalars: constants,
  buffers: mapOf(
    z.object({ shape: z.array(z.int()), strides: z.array(z.int()) }).meta({ id: 'RecordedLayout' }),
  ),
});

const place = z.enum(['buffer', 'rows']).nullable();

/** What the elements of a tensor of indices have in common, apart from those that are -1. */
const integersSchema = z
  .object({
    least: z.number(),
    greatest: z.number(),
    /** The places of elements that are -1; `end`: the last of rows. */
    sentinels: z.enum(['none', 'end', 'anywhere']),
    /** Whether no value is twice in the buffer, or in a row. */
    unique: place,
    sorted: place,
    /** Every element; null if there are many. */
    values: z.array(z.number()).nullable(),
  })
  .meta({ id: 'RecordedIntegers' });

const callLine = trialLine.extend({
  kind: z.literal('call'),
  call: z.int(),
  integers: mapOf(integersSchema).default({}),
});

const countLine = z.object({
  kind: z.literal('count'),
  kernel: z.number(),
  call: z.int(),
  count: z.int(),
  /** The median time on the GPU, in milliseconds. */
  gpuMs: z.number().nullable(),
});

const moreLine = z.object({ kind: z.literal('more'), kernel: z.number(), count: z.int() });

const contentsLine = z
  .object({
    kind: z.literal('contents'),
    kernel: z.number(),
    call: z.int(),
    buffers: mapOf(
      z
        .object({
          elements: z.int(),
          /** The least and the greatest element before the call. */
          range: z.tuple([z.number(), z.number()]).nullable(),
          /** Elements that the call did not change; null if that is unknown. */
          unchanged: z.int().nullable(),
          /** Files beside the recording with the elements before and after the call. */
          files: z
            .object({ before: fileName, after: fileName })
            .meta({ id: 'RecordedFiles' })
            .nullable(),
        })
        .meta({ id: 'RecordedBuffer' }),
    ),
  })
  .meta({ id: 'RecordedContents' });

/** The backend, the architecture and the warp size of a target, as in Triton's GPUTarget. */
const target = z.tuple([oneLine, z.union([z.number(), oneLine]), z.number()]);

const functionFields = { module: oneLine, function: oneLine, file: oneLine.default('') };

/** The parts of the keys of Triton's cache that all compiles of a process share. */
const environmentLine = z.object({
  kind: z.literal('environment'),
  /** The digest of `triton_key()`: the wheel's code. */
  triton: oneLine,
  /** The variables that are part of a key, if they are set. */
  variables: z.record(oneLine, oneLine),
});

/** One compile, as python/record/aot_record/compiles.py describes it. */
const compileLine = z.looseObject({
  kind: z.literal('compile'),
  ...functionFields,
  target: target.optional(),
  /** The reason for which it cannot be repeated. */
  refused: oneLine.optional(),
});

/** A choice of @triton.autotune that it keeps in Triton's cache. */
const tunedLine = z.looseObject({ kind: z.literal('tuned'), ...functionFields, target });

const lineSchema = z.discriminatedUnion('kind', [
  environmentLine,
  compileLine,
  tunedLine,
  processLine,
  tritonLine,
  kernelLine,
  callLine,
  trialLine,
  countLine,
  moreLine,
  contentsLine,
  z.object({ kind: z.literal('fault'), message: z.string() }),
]);

type Line = z.infer<typeof lineSchema>;
type LineOf<Kind extends Line['kind']> = Extract<Line, { kind: Kind }>;

/** The records that python/record wrote about a program: its processes and their kernels. */
export interface Recording {
  readonly processes: readonly LineOf<'process'>[];
  /** The version of Triton; undefined if no process imported it. */
  readonly triton: string | undefined;
  readonly kernels: readonly RecordedKernel[];
  readonly environments: readonly LineOf<'environment'>[];
  readonly compiles: readonly RecordedCompile[];
  readonly tuned: readonly RecordedTuning[];
  /** Errors of the recorder: tracebacks of Python. */
  readonly faults: readonly string[];
}

/** What Triton's JIT passed to its compiler. */
export type RecordedCompile = LineOf<'compile'>;

/** A choice of @triton.autotune that it keeps in Triton's cache. */
export type RecordedTuning = LineOf<'tuned'>;

/** A launch, with the number of times that it was seen. */
const recordedCallSchema = callLine
  .pick({ grid: true, scalars: true, buffers: true, integers: true })
  .extend({
    /** The number of the call among those of the compiled kernel; -1 for launches that measure. */
    id: z.int(),
    ...countLine.pick({ count: true, gpuMs: true }).shape,
  })
  .meta({ id: 'RecordedCall' });

/** One compiled kernel of one process, with its calls. */
export const recordedKernelSchema = kernelLine.omit({ kind: true }).extend({
  /** The folder in which the process started. */
  folder: z.string(),
  calls: z.array(recordedCallSchema).readonly(),
  /** Launches that @triton.autotune made to measure the config. */
  trials: z.array(recordedCallSchema).readonly(),
  /** The contents of the buffers of one call; missing if they were not read. */
  contents: contentsLine.optional(),
  /** Calls that were not written down, since there were too many different ones. */
  more: z.int(),
});

export type RecordedKernel = Readonly<z.infer<typeof recordedKernelSchema>>;

/**
 * Reads the recordings of all processes in a folder.
 * @throws {Failure} `usage` if there is no such folder, `environment` if a file was written by another
 * version of the recorder.
 */
export async function readRecording(folder: string): Promise<Recording> {
  const files = (await filesIn(folder)).filter((file) => file.endsWith('.jsonl')).toSorted();
  const processes = await Promise.all(
    files.map(async (file) => linesOf(String(await readPlainFile(join(folder, file))), file)),
  );
  const all = processes.flat();
  return {
    processes: ofKind(all, 'process'),
    triton: ofKind(all, 'triton')[0]?.version,
    kernels: processes.flatMap(kernelsOf),
    environments: ofKind(all, 'environment'),
    compiles: ofKind(all, 'compile'),
    tuned: ofKind(all, 'tuned'),
    faults: [...new Set(ofKind(all, 'fault').map(({ message }) => message))],
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new Failure(
      'usage',
      {
        message: `there is no recording here: ${code === 'ENOENT' ? 'no such folder' : 'this is not a folder'}`,
        place: { file: folder },
        hint: `Record the program first: \`triton-aot record --keep ${code === 'ENOENT' ? shellQuote(folder) : 'FOLDER'} -- python app.py\`.`,
      },
      { cause: error },
    );
  }
}

/** Reads lines. The last one of a process that was killed might be incomplete, and is left out. */
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
      message: `cannot read the recording ${file}: it has a line that this version of triton-aot does not write`,
      hint: 'Record the program again with this version.',
    });
  });
}

function kernelsOf(lines: readonly Line[]): readonly RecordedKernel[] {
  const folder = ofKind(lines, 'process')[0]?.folder ?? '';
  return ofKind(lines, 'kernel').map((kernel) => {
    const all = lines.filter((line) => 'kernel' in line && line.kernel === kernel.id);
    // A later line replaces an earlier one. A process that was killed had no time to count.
    const counts = new Map(ofKind(all, 'count').map((line) => [line.call, line]));
    return {
      ...kernel,
      folder,
      contents: ofKind(all, 'contents').at(-1),
      more: ofKind(all, 'more').at(-1)?.count ?? 0,
      trials: ofKind(all, 'trial').map((trial) => ({
        ...trial,
        id: -1,
        count: 0,
        gpuMs: null,
        integers: {},
      })),
      calls: ofKind(all, 'call').map((call) => ({
        ...call,
        id: call.call,
        count: counts.get(call.call)?.count ?? 1,
        gpuMs: counts.get(call.call)?.gpuMs ?? null,
      })),
    };
  });
}

function ofKind<Kind extends Line['kind']>(
  lines: readonly Line[],
  kind: Kind,
): readonly LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind);
}

function mapOf<Value>(value: z.ZodType<Value>) {
  return z.record(parameter, value);
}
