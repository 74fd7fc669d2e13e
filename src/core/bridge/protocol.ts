import { z } from 'zod';
import { type WireConstant, wireConstantSchema } from '../model/constant.ts';

/**
 * The version of this protocol, which is part of every kernel hash. Increase it here and in
 * src/bridge/compile_worker.py if the protocol changes, or if the same job would give another
 * result.
 */
export const BRIDGE_VERSION = 4;

/** What Python needs to import a kernel function. */
export interface KernelSource {
  /** Absolute folders for Python's module path, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name below the first folder. */
  readonly module: string;
  readonly file: string;
  readonly function: string;
}

/** The GPU to generate code for, in Triton's terms. */
export interface JobTarget {
  readonly backend: string;
  readonly arch: number;
  readonly warpSize: number;
}

/** A function to describe by running its file. Sent as one JSON line. */
export interface DescribeJob {
  readonly id: number;
  readonly source: KernelSource;
  /** The GPU that the file sees. Some files choose their configs by it. */
  readonly target: JobTarget;
}

/** A variant to compile. Sent as one JSON line. */
export interface CompileJob {
  readonly id: number;
  readonly source: KernelSource;
  /** Every parameter in order, with its Triton type or `constexpr`. */
  readonly signature: readonly (readonly [name: string, type: string])[];
  readonly constants: Readonly<Record<string, WireConstant>>;
  /** Parameters whose value or address is divisible by 16. */
  readonly divisibleBy16: readonly string[];
  /** Options of Triton's CUDA backend by name: num_warps, num_stages, … */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly target: JobTarget;
}

/** A job without its number in a run. */
export type VariantJob = Omit<CompileJob, 'id'>;

/**
 * A tensor map in an answer and in the store: the arguments for encoding it, besides the tensor.
 */
const tensorMapSchema = z.object({
  /** CUtensorMapDataType, CUtensorMapSwizzle. */
  dataType: z.number(),
  swizzle: z.number(),
  /** Bytes of an element. */
  elementSize: z.number(),
  /** Elements of a box, outermost axis first. */
  box: z.array(z.number()),
  /** A mode that the launcher does not support, such as im2col. */
  mode: z.string().optional(),
});

export type TensorMap = Readonly<z.infer<typeof tensorMapSchema>>;

const memorySchema = z.object({ size: z.number(), align: z.number() });

/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
export const compiledKernelSchema = z.object({
  cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
  /** The kernel's name inside the cubin. */
  name: z.string(),
  /** The version of ptxas. */
  ptxas: z.string(),
  /** Dynamic shared memory of one block. */
  shared: z.number(),
  /** Warps of one block, including those of warp specialisation. */
  numWarps: z.number(),
  /** Blocks of one cluster. */
  numCtas: z.number(),
  globalScratch: memorySchema,
  profileScratch: memorySchema,
  launchPdl: z.boolean(),
  launchCooperativeGrid: z.boolean(),
  /**
   * The tensor maps of the parameters that are tensor descriptors, in order. Empty if the target
   * has no hardware for them: then the kernel takes the parts of each tensor as parameters.
   */
  tensorMaps: z.array(tensorMapSchema),
});

export type CompiledKernel = Readonly<z.infer<typeof compiledKernelSchema>>;

/** Why a variant did not compile. `line` counts from 1 in `file`. */
export interface CompileFailure {
  readonly reason:
    | 'import'
    | 'function'
    | 'parameters'
    | 'options'
    | 'compile'
    | 'crash'
    | 'timeout';
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** The module that could not be imported, if that is the reason. */
  readonly missingModule?: string | undefined;
}

export type CompileOutcome =
  | {
      readonly ok: true;
      readonly kernel: CompiledKernel;
      /** The function's digest, if it has one (see function_digest.py). */
      readonly digest?: string | undefined;
      readonly cpuSeconds: number;
    }
  | { readonly ok: false; readonly failure: CompileFailure; readonly cpuSeconds: number };

/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = z.object({
  constants: z.record(z.string(), wireConstantSchema),
  options: z.record(z.string(), z.number()),
});

/**
 * The value of a parameter in @triton.heuristics. `expression` is the lambda's body in the grid
 * language; `untranslated` is its text in Python, if it has no translation.
 */
const heuristicSchema = z.object({
  parameter: z.string(),
  line: z.number(),
  expression: z.string().optional(),
  untranslated: z.string().optional(),
});

/** A kernel function. Lines count from 1. */
export const kernelFunctionSchema = z.object({
  line: z.number(),
  parameters: z.array(
    z.object({
      name: z.string(),
      constexpr: z.boolean(),
      hasDefault: z.boolean(),
      /** The default, if it is a constant. */
      default: wireConstantSchema.optional(),
      line: z.number(),
    }),
  ),
  /** Whether it is decorated with @triton.jit. */
  jit: z.boolean(),
  /** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
  autotune: z
    .union([z.object({ static: z.array(autotuneConfigSchema) }), z.literal('dynamic')])
    .nullable(),
  /** The values of @triton.heuristics, in order of evaluation. */
  heuristics: z.array(heuristicSchema).optional().default([]),
});

export type KernelFunction = z.infer<typeof kernelFunctionSchema>;

/** The first line that a worker sends. */
export const helloSchema = z.object({
  ready: z.literal(true),
  triton: z.string(),
  python: z.string(),
  bridge: z.number(),
});

/** The answer to a request that failed. */
export const failedSchema = z.object({
  ok: z.literal(false),
  failure: z.object({
    reason: z.enum(['import', 'function', 'parameters', 'options', 'compile']),
    message: z.string(),
    file: z.string().optional(),
    line: z.number().optional(),
    missingModule: z.string().optional(),
  }),
  cpuSeconds: z.number(),
});

const digestSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
  .transform((digest) => digest ?? undefined);

const compiledSchema = z.object({
  ok: z.literal(true),
  kernel: compiledKernelSchema,
  digest: digestSchema,
  cpuSeconds: z.number(),
});

const digestedSchema = z.object({ ok: z.literal(true), digest: digestSchema });

const describedSchema = z.object({ ok: z.literal(true), function: kernelFunctionSchema });

export type DescribeOutcome =
  | { readonly ok: true; readonly function: KernelFunction }
  | { readonly ok: false; readonly failure: CompileFailure };

/** Parses the answer to a compile request; `printed` is the output of the compiler. */
export function parseCompiled(answer: unknown, printed: string): CompileOutcome {
  const outcome = z.discriminatedUnion('ok', [compiledSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome : { ...outcome, failure: withDiagnostics(outcome.failure, printed) };
}

/** Parses the answer to a describe request. */
export function parseDescribed(answer: unknown): DescribeOutcome {
  return z.discriminatedUnion('ok', [describedSchema, failedSchema]).parse(answer);
}

/** Parses the answer to a digest request; undefined if there is no digest or the import failed. */
export function parseDigested(answer: unknown): string | undefined {
  const outcome = z.discriminatedUnion('ok', [digestedSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome.digest : undefined;
}

/**
 * Adds the errors that the compiler printed to a failure. Its later stages raise exceptions without
 * details, and print `file:line:column: error: message`. A failure with a line is from the front
 * end.
 */
export function withDiagnostics(failure: CompileFailure, printed: string): CompileFailure {
  if (failure.reason !== 'compile' || failure.line !== undefined) return failure;
  const found = [...printed.matchAll(/^(.+?):(\d+)(?::\d+)?: error: (.*)$/gm)];
  if (found.length === 0) return failure;
  const messages = new Set(found.map(([, , , message = '']) => message.slice(0, 1000)));
  const known = found.find(([, , line]) => Number(line) > 0);
  return {
    ...failure,
    message: [failure.message, ...[...messages].slice(0, 3)].join('\n'),
    ...(known === undefined ? {} : { file: known[1], line: Number(known[2]) }),
  };
}
