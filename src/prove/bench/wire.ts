import { z } from 'zod';
import { wireSchema } from '../../manifest/terms/constant.ts';
import { BUFFER_ROLES } from '../../manifest/cases/case.ts';

const numbers = z.array(z.int());

/** What a buffer holds before the first call. Random numbers are made on the GPU. */
const fillSchema = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('normal'), mean: z.number(), deviation: z.number() })
    .meta({ id: 'NormalFill' }),
  z
    .object({ kind: z.literal('uniform'), from: z.number(), to: z.number() })
    .meta({ id: 'UniformFill' }),
  z.object({ kind: z.literal('constant'), value: z.number() }).meta({ id: 'ConstantFill' }),
  /** The bytes of the buffer. */
  z.object({ kind: z.literal('data'), file: z.string() }).meta({ id: 'DataFill' }),
]);

const bufferSchema = z
  .object({
    element: z.string(),
    shape: numbers,
    strides: numbers,
    length: z.int(),
    role: z.enum(BUFFER_ROLES),
    seed: z.string(),
    fill: fillSchema.optional(),
  })
  .meta({ id: 'BenchBuffer' });

export type BenchBuffer = z.infer<typeof bufferSchema>;

/** A parameter that gets the memory of a buffer; offset and strides in its elements. */
const viewSchema = z
  .object({ of: z.string(), offset: z.int(), shape: numbers, strides: numbers })
  .meta({ id: 'BenchView' });

const caseSchema = z
  .object({
    scalars: z.record(z.string(), z.string()),
    /** The types of the kernel's parameters by name. */
    types: z.record(z.string(), z.string()),
    /** Null for a pointer that is null. */
    buffers: z.record(z.string(), bufferSchema.nullable()),
    views: z.record(z.string(), viewSchema).optional(),
  })
  .meta({ id: 'BenchCase' });

export type BenchCase = z.infer<typeof caseSchema>;

/** A function: its absolute file, or the module of a package. */
const functionSchema = z
  .object({ file: z.string(), function: z.string() })
  .meta({ id: 'BenchFunction' });

export type BenchFunction = z.infer<typeof functionSchema>;

const taskSchema = z
  .object({
    id: z.int(),
    kernel: z.string(),
    algo: z.int(),
    /** The C function. */
    symbol: z.string(),
    /** The index of the case. */
    case: z.int(),
    parameters: z.array(
      z
        .object({
          name: z.string(),
          type: z.string(),
          /** The sizes of the block that a tensor descriptor is made for. */
          block: numbers.optional(),
        })
        .meta({ id: 'BenchParameter' }),
    ),
    constants: z.record(z.string(), wireSchema),
    options: z.record(z.string(), z.unknown()),
    /** Null if the JIT cannot launch the kernel; then it has no source either. */
    grid: numbers.nullable(),
    source: functionSchema.nullable(),
    torch: functionSchema.nullable(),
  })
  .meta({ id: 'BenchTask' });

export type BenchTaskMessage = z.infer<typeof taskSchema>;

/** The file that bench_worker.py reads. */
export const benchJobSchema = z
  .object({
    /** The package's shared library. */
    library: z.string(),
    /** The manifest's. */
    folder: z.string(),
    settings: z
      .object({ rounds: z.int(), roundMilliseconds: z.number() })
      .meta({ id: 'BenchSettings' }),
    cases: z.array(caseSchema),
    tasks: z.array(taskSchema),
  })
  .meta({ id: 'BenchJob' });

export type BenchJob = z.infer<typeof benchJobSchema>;

const timesSchema = z.array(z.number().positive());
const textsSchema = z.record(z.string(), z.string());

export const outcomeSchema = z
  .object({
    /** Microseconds on the GPU: the median of each round, by contender. */
    rounds: z.record(z.string(), timesSchema).default({}),
    /** Microseconds of the first call. */
    first: z.record(z.string(), z.number()).default({}),
    /** ‖other − package‖ / ‖package‖ of each output, by contender; null if one is not a number. */
    differences: z.record(z.string(), z.record(z.string(), z.number().nullable())).default({}),
    faults: textsSchema.default({}),
  })
  .meta({ id: 'BenchOutcome' });

export type BenchOutcome = z.infer<typeof outcomeSchema>;

/** What bench_worker.py says, one line for each. */
export const eventSchema = z.discriminatedUnion('event', [
  z
    .object({
      event: z.literal('versions'),
      python: z.string(),
      triton: z.string(),
      torch: z.string(),
    })
    .meta({ id: 'BenchVersions' }),
  z.object({ event: z.literal('start'), task: z.int() }).meta({ id: 'BenchStart' }),
  outcomeSchema.extend({ event: z.literal('done'), task: z.int() }).meta({ id: 'BenchDone' }),
  z.object({ event: z.literal('fatal'), message: z.string() }).meta({ id: 'BenchFatal' }),
  z.object({ event: z.literal('end') }).meta({ id: 'BenchEnd' }),
]);
