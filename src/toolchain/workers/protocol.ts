import { constants } from 'node:os';
import { z } from 'zod';
import { canonicalJson, sha256 } from '../../base/text.ts';
import { type WireConstant, wireConstantSchema } from '../../manifest/terms/constant.ts';
import { type Target, warpSizeOf } from '../../manifest/terms/target.ts';
import { type Fact, type HintChoice, ALL_HINTS, type HintSet } from '../../manifest/terms/hint.ts';

/**
 * The version of this protocol, which is part of every kernel hash. Increase it here and in
 * python/bridge/worker.py if the protocol changes, or if the same job would give another
 * result.
 */
export const BRIDGE_VERSION = 12;

/**
 * The part of the sources that a kernel is made from, as inspect_sources.py takes it. It runs
 * instead of the files.
 */
export const sliceSchema = z.object({
  kind: z.literal('slice'),
  /** The path of the module with the kernel. */
  entry: z.string(),
  /** Its dotted name. */
  module: z.string(),
  modules: z.array(
    z.object({
      /** Relative to the manifest's folder; identifies the module. */
      path: z.string(),
      file: z.string(),
      name: z.string(),
      package: z.boolean(),
      /** The name for imports in functions. */
      importName: z.string(),
      /** The taken lines, each where it is in the file. */
      text: z.string(),
      /** Values of names that the manifest gives. */
      answers: z.record(z.string(), z.unknown()),
      /** Builtins whose value is unknown, with their numbers in `unknown`. */
      unknown: z.record(z.string(), z.number()),
      /** The hash of the text without comments, and of the answers. */
      sha256: z.string(),
      /** The hash of the file. */
      fileSha256: z.string(),
    }),
  ),
  /** Values that are known only when the program runs. An error if the compiler needs one. */
  unknown: z.array(z.object({ message: z.string(), hint: z.string() })),
  /** The Python expressions to evaluate in the entry: for configs, and for the function that prunes them. */
  expression: z.string().optional(),
  prune: z.string().optional(),
});

export type Slice = Readonly<z.infer<typeof sliceSchema>>;

/** A kernel function in a slice. */
interface SliceSource extends Omit<Slice, 'module'> {
  /** Equal for equal slices. */
  readonly key: string;
  readonly file: string;
  readonly function: string;
  /** As those of an import: the files of `depends`. */
  readonly folder: string;
  readonly closure: readonly string[];
  readonly depends: readonly string[];
}

/** The facts with which Python imports a function. */
export interface ImportSource {
  readonly kind: 'import';
  /** Absolute folders for Python's module path, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name below the first folder. */
  readonly module: string;
  readonly file: string;
  readonly function: string;
  /** The manifest's folder, for paths in messages. */
  readonly folder: string;
  /** The absolute paths of the files that the kernel hash covers. */
  readonly closure: readonly string[];
  /** The globs of the manifest's `depends`. */
  readonly depends: readonly string[];
}

export type KernelSource = SliceSource | ImportSource;

/**
 * Names the code that runs for a source. Only jobs with the same name share a process, since code
 * can change everything in its process.
 */
export function closureOf(source: KernelSource): string {
  if (source.kind === 'slice') return source.key;
  const { path, module, closure } = source;
  return sha256(canonicalJson({ path, module, closure }));
}

/** The GPU to generate code for, in Triton's terms. */
export interface JobTarget {
  readonly backend: string;
  readonly arch: Target['arch'];
  readonly warpSize: number;
}

/** Returns a target in Triton's terms. */
export function jobTarget(target: Target): JobTarget {
  return { backend: target.backend, arch: target.arch, warpSize: warpSizeOf(target) };
}

/** A function to describe, or whose configs to compute, with Triton. Sent as one JSON line. */
export interface DescribeJob {
  readonly id: number;
  readonly source: KernelSource;
  /** The GPU that the file sees. Some files choose their configs by it. */
  readonly target: JobTarget;
  /** For the function that prunes configs: the arguments of each call. */
  readonly calls?: readonly PruneCall[] | undefined;
}

/** The arguments of a call by name: a value, of a tensor the bytes of an element, null if unknown. */
export type PruneCall = Readonly<Record<string, WireConstant | number | null>>;

/** A variant to compile. Sent as one JSON line. */
export interface CompileJob {
  readonly id: number;
  readonly source: KernelSource;
  /** Every parameter in order, with its Triton type or `constexpr`. */
  readonly signature: readonly (readonly [name: string, type: string])[];
  readonly constants: Readonly<Record<string, WireConstant>>;
  /** The numbers that divide the value or address of parameters, by name. */
  readonly divisors: HintSet;
  /** Options of Triton's CUDA backend by name: num_warps, num_stages, … */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly target: JobTarget;
  /** True if the cubin has a line table. */
  readonly lineInfo?: true | undefined;
  /** True if the answer has the PTX. */
  readonly ptx?: true | undefined;
}

/** A kernel whose hints to find. Sent as one JSON line. */
export interface HintJob {
  readonly id: number;
  readonly source: KernelSource;
  /** Every parameter in order, with its Triton type or `constexpr`. */
  readonly signature: CompileJob['signature'];
  readonly configs: readonly Pick<CompileJob, 'constants' | 'options'>[];
  /** The first that the kernel compiles for is used. */
  readonly targets: readonly JobTarget[];
  readonly target: JobTarget;
  /** Parameters without a hint in the manifest. */
  readonly free: readonly string[];
  /** The hints that the manifest gives. */
  readonly fixed: HintSet;
  /** Which of them are pointers. */
  readonly pointers: readonly string[];
  /** True if any calls are known, even if none is in `calls`. */
  readonly isCalled: boolean;
  /** Integers that are 1 in all calls, or those that can be if no calls are known. */
  readonly ones: readonly string[];
  /** The known facts about the arguments of each call that is worth a specialisation. */
  readonly calls: readonly HintSet[];
}

const FACTS = ALL_HINTS.filter((hint): hint is Fact => hint !== 0);
const hintSetSchema = z.record(z.string(), z.literal(FACTS));

/** Choices of hints, the most important first. */
export const hintChoicesSchema: z.ZodType<readonly HintChoice[]> = z.array(
  z.object({
    from: z.enum(['aligned', 'narrow', 'partly', 'pointers', 'call']),
    call: z.number().optional(),
    asked: hintSetSchema,
    kept: hintSetSchema,
    cost: z.number(),
  }),
);

/** A job without its number in a run. */
export type VariantJob = Omit<CompileJob, 'id'>;

/**
 * A tensor map in an answer and in the store: the arguments for encoding it, without the tensor.
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

/** A place in the source that this release of Triton is known to compile to wrong results. */
const miscompilationSchema = z.object({
  /** The number of the issue or pull request in Triton's repository. */
  issue: z.number(),
  message: z.string(),
  /** The first release that is right; null if there is none. */
  right: z.string().nullable(),
  /** Relative to the manifest's folder, or to that of installed packages. */
  file: z.string(),
  line: z.number(),
  /** The hash of the file, of a slice. */
  sha256: z.string().nullable(),
});

/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
export const compiledKernelSchema = z.object({
  cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
  /** The kernel's name inside the cubin: letters, digits, `_`, `$` and `.`. */
  name: z.string().regex(/^[\p{L}\p{N}_$.]+$/u),
  /** The version of ptxas; empty if Triton assembles the code itself. */
  ptxas: z.string(),
  /** Dynamic shared memory of one block. */
  shared: z.number(),
  /** Tensor memory of one block, in columns of 512 bytes. */
  tensorMemory: z.number(),
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
  /** The type to which values for an output are rounded, where it is less precise than the output's. */
  rounding: z.record(z.string(), z.string().regex(/^\w+$/)),
  miscompilations: z.array(miscompilationSchema),
  /** The PTX, if the job asks for it. */
  ptx: z.string().optional(),
  /** The PTX with the lines of the source, compressed by zlib, for `smoke --emulate`. */
  packedPtx: z
    .base64()
    .transform((text): Uint8Array => Buffer.from(text, 'base64'))
    .optional(),
});

export type CompiledKernel = Readonly<z.infer<typeof compiledKernelSchema>>;

/** Returns the versions of ptxas that assembled kernels. */
export function ptxasOf(kernels: Iterable<Pick<CompiledKernel, 'ptxas'>>): readonly string[] {
  return [...new Set([...kernels].map(({ ptxas }) => ptxas))].filter((version) => version !== '');
}

/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
const autotuneConfigSchema = z.object({
  constants: z.record(z.string(), wireConstantSchema),
  options: z.record(z.string(), z.number()),
  /** The name of the function that the JIT calls before each launch, if the config was computed. */
  hook: z.string().optional(),
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

/** A function that the JIT calls before each launch. */
const hookSchema = z.object({
  name: z.string(),
  /** Relative to the manifest's folder. */
  file: z.string().nullable(),
  line: z.number().nullable(),
  /** Such as ``zeroes `out` ``; empty if launches from C need nothing of it, null if it is not known. */
  does: z.string().nullable(),
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
      /** The type that the JIT takes from the annotation, such as `u8` or `*fp32`. */
      type: z.string().optional(),
      line: z.number(),
    }),
  ),
  /** True if it is decorated with @triton.jit. */
  jit: z.boolean(),
  /** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
  autotune: z
    .union([z.object({ static: z.array(autotuneConfigSchema) }), z.literal('dynamic')])
    .nullable(),
  /** The names that @triton.autotune chooses by (its `key`). */
  autotuneKey: z.array(z.string()),
  /** The values of @triton.heuristics, in the order in which Triton computes them. */
  heuristics: z.array(heuristicSchema),
  /** The functions that the text gives the JIT to call before each launch. */
  hooks: z.array(hookSchema),
});

export type KernelFunction = z.infer<typeof kernelFunctionSchema>;

/** The first line that a worker sends. */
export const helloSchema = z.object({
  ready: z.literal(true),
  bridge: z.number(),
  /** `namespaces` if kernels are compiled in namespaces of their own; otherwise why they are not. */
  isolation: z.string(),
  /** True if Landlock protects other processes and, unless namespaces are turned off, all files. */
  landlock: z.boolean().default(false),
});

/** The answer of a worker if the process of the closure has ended. */
export const endedSchema = z.object({
  exit: z.object({
    code: z.number().nullable(),
    signal: z.custom<NodeJS.Signals>((name) => String(name) in constants.signals).nullable(),
  }),
});

/** The reason for which a variant did not compile. */
const failureSchema = z.object({
  /** The pool says that a worker crashed, or took too long. */
  reason: z.enum([
    'import',
    'unknown',
    'function',
    'parameters',
    'options',
    'compile',
    'crash',
    'timeout',
  ]),
  message: z.string(),
  file: z.string().optional(),
  /** Counts from 1 in `file`. */
  line: z.number().optional(),
  /** The module that could not be imported, if that is the reason. */
  missingModule: z.string().optional(),
  /** The remedy, if Python knows one. */
  hint: z.string().optional(),
});

export type CompileFailure = Readonly<z.infer<typeof failureSchema>>;

/** The answer to a job that failed. */
export const failedSchema = z.object({
  ok: z.literal(false),
  failure: failureSchema,
  cpuSeconds: z.number(),
});

export type FailedAnswer = Readonly<z.infer<typeof failedSchema>>;

/** The answer to a job: what the worker has found, or why it failed. */
export type Answer<Found> = (Found & { readonly ok: true }) | FailedAnswer;

/** Returns a function that parses answers; `printed` is the output of the compiler. */
export function answerParser<Found extends object>(
  found: z.ZodType<Found>,
): (answer: unknown, printed: string) => Answer<Found> {
  return (answer, printed) => {
    const { data } = failedSchema.safeParse(answer);
    if (data === undefined) return { ok: true, ...found.parse(answer) };
    return { ...data, failure: withDiagnostics(data.failure, printed) };
  };
}

export const parseCompiled = answerParser(
  z.object({ kernel: compiledKernelSchema, cpuSeconds: z.number() }),
);

export type CompileOutcome = ReturnType<typeof parseCompiled>;

export const parseHints = answerParser(
  z.object({ choices: hintChoicesSchema, cpuSeconds: z.number() }),
);

export const parseDescribed = answerParser(z.object({ function: kernelFunctionSchema }));

/** A config of @triton.autotune as Triton gives it. */
export type AutotuneConfig = z.infer<typeof autotuneConfigSchema>;

export const parseConfigs = answerParser(
  z.object({
    configs: z.array(autotuneConfigSchema),
    /** Those that are kept for the calls, or why it is not known which they are. */
    kept: z.array(autotuneConfigSchema).optional(),
    reason: z.string().optional(),
  }),
);

/**
 * Adds the errors that the compiler printed to a failure. Its later stages raise exceptions without
 * details, and print `file:line:column: error: message`. A failure with a line is from the front
 * end.
 */
function withDiagnostics(failure: CompileFailure, printed: string): CompileFailure {
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
