import { z } from 'zod';
import { wireSchema } from '../terms/constant.ts';
import { ACCEPTABLE_KINDS, BUFFER_ROLES } from './case.ts';

/** The paths in a package of the test description, its data, and the user's own tests. */
export const CASES_FILE = 'smoke/cases.json';
export const DATA_FOLDER = 'smoke/data';
export const TESTS_FOLDER = 'smoke/tests';

export const CASES_FORMAT = 1;

/** Names become paths, and neither packages nor stores are trusted. */
const dataFile = z.string().regex(/^smoke\/data\/[0-9a-f]{16}\.br$/);
const testFile = z
  .string()
  .regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/);

/** A brotli stream of elements: the first bytes of all elements, then the second ones, … */
const dataSchema = z.strictObject({
  file: dataFile,
  elementSize: z.number().int().min(1).max(8),
});

/** A number, which JSON has no literal for if it is NaN or infinite: see `writeReal`. */
const realSchema = z.union([
  z.number(),
  z.enum(['NaN', 'Infinity', '-Infinity']).transform((text) => Number(text)),
]);

/** Writes numbers for `realSchema`, as the second argument of `JSON.stringify`. */
export function writeReal(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

const fillSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('normal'), mean: z.number(), deviation: z.number() }),
  z.strictObject({
    kind: z.literal('uniform'),
    from: z.number(),
    to: z.number(),
    sentinel: realSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('constant'), value: realSchema }),
  /** Properties hold in each group of consecutive elements. */
  z.strictObject({
    kind: z.literal('integers'),
    from: z.number().int(),
    to: z.number().int(),
    unique: z.boolean(),
    sorted: z.boolean(),
    sentinel: z.number().int().optional(),
    group: z.number().int().min(1),
  }),
  z.strictObject({ kind: z.literal('values'), values: z.array(realSchema).readonly() }),
  /** Elements in the order of the axes, of the buffer's element type. */
  z.strictObject({ kind: z.literal('data'), data: dataSchema }),
]);

/** Elements in the order of the axes. `exact`: of the buffer's element type. */
export const expectedSchema = z.strictObject({
  type: z.enum(['f32', 'f64', 'exact']),
  data: dataSchema,
});

const bufferSchema = z.strictObject({
  element: z.string(),
  shape: z.array(z.number()),
  strides: z.array(z.number()),
  length: z.number(),
  role: z.enum(BUFFER_ROLES),
  /** It is NaN where the expected value is. */
  nan: z.literal(true).optional(),
  seed: z.string(),
  fill: fillSchema.optional(),
  /** The kernel gets a list of addresses, of each slice of the first axis. */
  table: z.literal(true).optional(),
  /** It is too large to be filled and compared: it holds zeros. */
  sparse: z.literal(true).optional(),
  tolerance: z.strictObject({
    norm: z.number(),
    rtol: z.number(),
    atol: z.number(),
    /** Each element may differ by so many steps of its type; the other limits do not count. */
    steps: z.number().positive().optional(),
    /** The type whose default it is; without it, the manifest gives the norm. */
    default: z.string().regex(/^\w+$/).optional(),
  }),
  expected: expectedSchema.optional(),
});

/** A parameter that gets the memory of a buffer; offset and strides in its elements. */
const viewSchema = z.strictObject({
  of: z.string(),
  offset: z.number().int().min(0),
  shape: z.array(z.number()),
  strides: z.array(z.number()),
});

/** Integers in decimal, floats as in JavaScript (including `Infinity` and `NaN`). */
const scalarsSchema = z.record(z.string(), z.string());

const pathSchema = z.array(z.union([z.string(), z.number()]));

const generatedSchema = z.strictObject({
  line: z.string(),
  seed: z.string().regex(/^\d+$/),
  changes: z.array(
    z.strictObject({
      kind: z.enum(['size', 'layout', 'data', 'large']),
      text: z.string(),
      strides: z
        .array(
          z.strictObject({
            name: z.string(),
            value: z.number(),
            contiguous: z.string(),
            isArgument: z.boolean(),
          }),
        )
        .optional(),
      limits: z
        .array(
          z.strictObject({
            buffer: z.string(),
            condition: z.string().optional(),
            from: z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
  breaks: z.array(z.string()).optional(),
});

/** A launch that follows that of the kernel: of another kernel, with its first config. */
const launchSchema = z.strictObject({
  kernel: z.string(),
  scalars: scalarsSchema,
  /** The buffers or views of the case, by the parameters that get them. */
  buffers: z.record(z.string(), z.string()),
});

const caseSchema = z.strictObject({
  name: z.string(),
  path: pathSchema,
  scalars: scalarsSchema,
  buffers: z.record(z.string(), bufferSchema.nullable()),
  views: z.record(z.string(), viewSchema).optional(),
  /** The launches that follow. Parameters that they do not name get what has the same name here. */
  later: z.array(launchSchema).optional(),
  /** Without `algos`, the run is for all algos of the kernel. */
  runs: z.array(
    z.strictObject({
      specialisation: z.number(),
      offsets: z.record(z.string(), z.number()),
      algos: z.array(z.number()).optional(),
    }),
  ),
  empty: scalarsSchema.optional(),
  /** The number of blocks on each axis, for each algo. Packages of the first versions have none. */
  grids: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
  /** The blocks that run, only emulated: so many of the first, the last and a sample, and some by their indices. */
  blocks: z
    .strictObject({
      first: z.number(),
      last: z.number(),
      sample: z.number(),
      at: z.array(z.tuple([z.number(), z.number(), z.number()])),
    })
    .optional(),
  /** It was not written in the manifest: the line that would write it, and what it changes in a small written case. */
  generated: generatedSchema.optional(),
  /** The reason that it has no expected outputs, although other cases of the kernel have some. */
  note: z.string().optional(),
  bytes: z.number().optional(),
  flops: z.number().optional(),
});

const kernelSchema = z.strictObject({
  name: z.string(),
  path: pathSchema,
  /** The constants of each algo without loss, which manifest.json has for readers. */
  constants: z.array(z.record(z.string(), wireSchema)).optional(),
  /** The source of the expected outputs. */
  expected: z.enum(['reference', 'interpreter', 'none']),
  /** The reason that no case has any. */
  note: z.string().optional(),
  /** How many generated cases were left out because the reference cannot compute them, and why for the first. */
  leftOut: z.strictObject({ count: z.number(), reason: z.string() }).optional(),
  deterministic: z.boolean(),
  /** The known faults of the kernel that do not fail the test, each with the reason. */
  accepted: z
    .array(
      z.strictObject({ kind: z.enum(ACCEPTABLE_KINDS), buffer: z.string(), reason: z.string() }),
    )
    .optional(),
  algos: z.array(z.number()),
  cases: z.array(caseSchema),
  /** The cases that are only timed, without expected outputs; without it, those of the tests are. */
  timed: z.array(caseSchema).optional(),
  /** Further cases to time, to choose an algo. */
  proposed: z.array(caseSchema).optional(),
  /** The integer parameters that the choice of an algo may depend on; without it, all. */
  key: z.array(z.string()).optional(),
  /** The user's own test: the file to compile, then the files it includes. */
  test: z.array(testFile),
});

/** smoke/cases.json: the tests of the package, whose manifest has the parameters and types. */
export const casesSchema = z.strictObject({
  format: z.literal(CASES_FORMAT),
  kernels: z.array(kernelSchema),
});

export type CasesDocument = z.infer<typeof casesSchema>;
export type KernelCases = CasesDocument['kernels'][number];
export type PackagedCase = KernelCases['cases'][number];
export type PackagedView = z.infer<typeof viewSchema>;
export type PackagedBuffer = z.infer<typeof bufferSchema>;
/** Returns whether a case was generated with buffers of more than 2^31 elements. */
export function isLargeCase({ generated }: Pick<PackagedCase, 'generated'>): boolean {
  return generated?.changes.some(({ kind }) => kind === 'large') === true;
}

/** True if all blocks of a case run, so that its outputs can be compared, and on a GPU too. */
export function isWholeCase({ blocks }: Pick<PackagedCase, 'blocks'>): boolean {
  return blocks === undefined;
}

/** True if the call of a case launches blocks: not if a size is 0. */
export function launchesBlocks({ grids }: Pick<PackagedCase, 'grids'>): boolean {
  return grids?.some((grid) => grid.every((blocks) => blocks > 0)) ?? true;
}

/** True if it makes sense to time a case. */
export function canBeTimed(item: PackagedCase): boolean {
  return isWholeCase(item) && launchesBlocks(item);
}

export type PackagedData = z.infer<typeof dataSchema>;
