import { z } from 'zod';
import { CONSTANT_KINDS } from '../manifest/terms/constant.ts';

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
  /** Its version. */
  python: oneLine,
  /** The path of its Python; null if Python does not know. Recordings of earlier versions have none. */
  executable: oneLine.nullish(),
  hasTriton: z.boolean(),
  /** True if it ran Triton's interpreter, which launches nothing. */
  interpreted: z.boolean(),
});

const tritonLine = z.object({ kind: z.literal('triton'), version });

export const kernelLine = z.object({
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

/** The tensors of a list of addresses, as one buffer whose first axis is the list. */
const tableSchema = z
  .object({
    shape: z.array(z.int()),
    strides: z.array(z.int()),
    /** The bytes of an element. */
    bytes: z.int(),
    /** False if the tensors have different sizes. Then each is a vector, as long as the longest one. */
    isUniform: z.boolean(),
    /** The least and the greatest element before the call. */
    range: z.tuple([z.number(), z.number()]).nullable(),
  })
  .meta({ id: 'RecordedTable' });

export const callLine = trialLine.extend({
  kind: z.literal('call'),
  call: z.int(),
  integers: mapOf(integersSchema).default({}),
  /** The buffers that lists of addresses lead to, by the parameter that is the list. */
  tables: mapOf(tableSchema).default({}),
});

export const countLine = z.object({
  kind: z.literal('count'),
  kernel: z.number(),
  call: z.int(),
  count: z.int(),
  /** The median time on the GPU, in milliseconds. */
  gpuMs: z.number().nullable(),
});

const moreLine = z.object({ kind: z.literal('more'), kernel: z.number(), count: z.int() });

export const contentsLine = z
  .object({
    kind: z.literal('contents'),
    kernel: z.number(),
    call: z.int(),
    /** True if `range`, `moments` and `unchanged` are about the tensors before the launches that measured configs. */
    beforeTrials: z.boolean().optional(),
    buffers: mapOf(
      z
        .object({
          elements: z.int(),
          /** The least and the greatest element before the call. */
          range: z.tuple([z.number(), z.number()]).nullable(),
          /** The mean and the standard deviation of the elements before the call. */
          moments: z.tuple([z.number(), z.number()]).nullable().optional(),
          /** Elements that the call did not change; null if that is unknown. */
          unchanged: z.int().nullable(),
          /** Those of them whose bits are not all 0. */
          unchangedNonzero: z.int().optional(),
          /** Pairs of neighbours in memory that are both among these. */
          unchangedNeighbours: z.int().optional(),
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

/** One line of a recording. */
export const lineSchema = z.discriminatedUnion('kind', [
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

export type Line = z.infer<typeof lineSchema>;

/** The lines of one kind. */
export type LineOf<Kind extends Line['kind']> = Extract<Line, { kind: Kind }>;

function mapOf<Value>(value: z.ZodType<Value>) {
  return z.record(parameter, value);
}
