import { z } from 'zod';
import { type WireConstant, wireConstantSchema } from '../model/constant.ts';

/**
 * The version of what follows, and part of every kernel hash. Raised, here and in bridge/compile_worker.py,
 * whenever the protocol changes or the same job would give another result.
 */
export const BRIDGE_VERSION = 4;

/** Where a kernel function lives, ready to be imported. */
export interface KernelSource {
  /** Folders put on Python's module path, absolute, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name below the first of them. */
  readonly module: string;
  readonly file: string;
  readonly function: string;
}

/** The GPU code is generated for, as Triton names it. */
export interface JobTarget {
  readonly backend: string;
  readonly arch: number;
  readonly warpSize: number;
}

/** A kernel function to tell something of by running its file, as the bridge reads it (one JSON line). */
export interface DescribeJob {
  readonly id: number;
  readonly source: KernelSource;
  /** What the file is told when it asks for the GPU, as some do to choose their configs. */
  readonly target: JobTarget;
}

/** One variant to compile, as the bridge reads it (one JSON line). */
export interface CompileJob {
  readonly id: number;
  readonly source: KernelSource;
  /** Every parameter in order, with its Triton type or `constexpr`. */
  readonly signature: readonly (readonly [name: string, type: string])[];
  readonly constants: Readonly<Record<string, WireConstant>>;
  /** Parameters whose value (or address) is known to be divisible by 16. */
  readonly divisibleBy16: readonly string[];
  /** Options of Triton's CUDA backend by name: num_warps, num_stages, … */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly target: JobTarget;
}

/** A job before a run gives it its number. */
export type VariantJob = Omit<CompileJob, 'id'>;

/** A compiled kernel and what its launcher must know. Sizes are in bytes. */
export interface CompiledKernel {
  readonly cubin: Uint8Array;
  /** The kernel's name inside the cubin. */
  readonly name: string;
  /** The version of the ptxas that assembled it. */
  readonly ptxas: string;
  /** Dynamic shared memory of one block. */
  readonly shared: number;
  /** Warps of one block, warp specialisation included. */
  readonly numWarps: number;
  /** Blocks of one cluster. */
  readonly numCtas: number;
  readonly globalScratch: { readonly size: number; readonly align: number };
  readonly profileScratch: { readonly size: number; readonly align: number };
  readonly launchPdl: boolean;
  readonly launchCooperativeGrid: boolean;
  /**
   * The tensor maps of the tensor descriptors among the parameters, in order; none where the target has no such
   * hardware and the kernel takes each tensor apart.
   */
  readonly tensorMaps: readonly TensorMap[];
}

/** What the driver must be told to encode a tensor map besides the tensor itself. */
export interface TensorMap {
  /** CUtensorMapDataType, CUtensorMapSwizzle. */
  readonly dataType: number;
  readonly swizzle: number;
  /** Bytes of an element. */
  readonly elementSize: number;
  /** Elements of a box, outermost axis first. */
  readonly box: readonly number[];
  /** A mode the launcher knows nothing of, such as im2col. */
  readonly mode?: string | undefined;
}

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
  /** The module that could not be imported, when that is the reason. */
  readonly missingModule?: string | undefined;
}

export type CompileOutcome =
  | {
      readonly ok: true;
      readonly kernel: CompiledKernel;
      /** The function's digest, where it has one (see digest.ts). */
      readonly digest?: string | undefined;
      readonly cpuSeconds: number;
    }
  | { readonly ok: false; readonly failure: CompileFailure; readonly cpuSeconds: number };

/** One choice of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = z.object({
  constants: z.record(z.string(), wireConstantSchema),
  options: z.record(z.string(), z.number()),
});

/** A kernel function as its file defines it. Lines count from 1. */
export const kernelFunctionSchema = z.object({
  line: z.number(),
  parameters: z.array(
    z.object({
      name: z.string(),
      constexpr: z.boolean(),
      hasDefault: z.boolean(),
      /** The default's value, where it is a constant. */
      default: wireConstantSchema.optional(),
      line: z.number(),
    }),
  ),
  /** Whether it is decorated with @triton.jit. */
  jit: z.boolean(),
  /** The configs of @triton.autotune: none, known, or known to Triton only once the file has run. */
  autotune: z
    .union([z.object({ static: z.array(autotuneConfigSchema) }), z.literal('dynamic')])
    .nullable(),
});

export type KernelFunction = z.infer<typeof kernelFunctionSchema>;

/** The first line of a worker. */
export const helloSchema = z.object({
  ready: z.literal(true),
  triton: z.string(),
  python: z.string(),
  bridge: z.number(),
});

const memorySchema = z.object({ size: z.number(), align: z.number() });

/** One tensor map, here and in the store. */
export const tensorMapSchema = z.object({
  dataType: z.number(),
  swizzle: z.number(),
  elementSize: z.number(),
  box: z.array(z.number()),
  mode: z.string().optional(),
});

const kernelSchema = z.object({
  cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
  name: z.string(),
  ptxas: z.string(),
  shared: z.number(),
  numWarps: z.number(),
  numCtas: z.number(),
  globalScratch: memorySchema,
  profileScratch: memorySchema,
  launchPdl: z.boolean(),
  launchCooperativeGrid: z.boolean(),
  tensorMaps: z.array(tensorMapSchema),
});

/** The answer to a request that could not be met, whatever it was. */
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
  kernel: kernelSchema,
  digest: digestSchema,
  cpuSeconds: z.number(),
});

const digestedSchema = z.object({ ok: z.literal(true), digest: digestSchema });

const describedSchema = z.object({ ok: z.literal(true), function: kernelFunctionSchema });

export type DescribeOutcome =
  | { readonly ok: true; readonly function: KernelFunction }
  | { readonly ok: false; readonly failure: CompileFailure };

/** Reads the answer to a compile request; `printed` is what the compiler wrote besides. */
export function parseCompiled(answer: unknown, printed: string): CompileOutcome {
  const outcome = z.discriminatedUnion('ok', [compiledSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome : { ...outcome, failure: withDiagnostics(outcome.failure, printed) };
}

/** Reads the answer to a describe request. */
export function parseDescribed(answer: unknown): DescribeOutcome {
  return z.discriminatedUnion('ok', [describedSchema, failedSchema]).parse(answer);
}

/** Reads the answer to a digest request; a function that has none, or whose file cannot be imported, gives nothing. */
export function parseDigested(answer: unknown): string | undefined {
  const outcome = z.discriminatedUnion('ok', [digestedSchema, failedSchema]).parse(answer);
  return outcome.ok ? outcome.digest : undefined;
}

/**
 * The compiler's later stages raise an exception that says little and print what is wrong as
 * `file:line:column: error: message`. A failure that has a line already comes from the front end.
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
