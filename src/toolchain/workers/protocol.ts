import { constants } from 'node:os';
import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { type Fact, ALL_HINTS } from '../../manifest/terms/hint.ts';
import { sentSettings } from '../../manifest/terms/options.ts';
import { warpSizeOf } from '../../manifest/terms/target.ts';
import { autotuneConfigSchema, kernelFunctionSchema } from '../wire/kernel-function.ts';
import { kernelSourceSchema } from '../wire/source.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/**
 * The version of this protocol, which is part of every kernel hash. Increase it if the protocol changes,
 * or if the same job would give another result.
 */
export const BRIDGE_VERSION = 12;

/** The GPU to generate code for, in Triton's terms. */
export const jobTargetSchema = z
  .object({ backend: z.string(), arch: z.union([z.int(), z.string()]), warpSize: z.int() })
  .meta({ id: 'JobTarget' });

export type JobTarget = Readonly<z.infer<typeof jobTargetSchema>>;

/** Returns a target in Triton's terms. */
export function jobTarget(target: Target): JobTarget {
  return { backend: target.backend, arch: target.arch, warpSize: warpSizeOf(target) };
}

const FACTS = ALL_HINTS.filter((hint): hint is Fact => hint !== 0);
const hintSetSchema = z.record(z.string(), z.literal(FACTS));

/** What each request to a worker has. */
export const requestSchema = z.object({
  id: z.int(),
  source: kernelSourceSchema,
  /** The GPU that the file sees. Some files choose their configs by it. */
  target: jobTargetSchema,
});

/** What says which process answers a request, and how. */
export const envelopeSchema = z
  .object({
    id: z.int(),
    kind: z.enum(['compile', 'hints', 'describe', 'configs', 'reference', 'interpreter']),
    /** Names the code that runs, as `closureOf`. */
    closure: z.string(),
  })
  .meta({ id: 'Envelope' });

export type JobKind = z.infer<typeof envelopeSchema>['kind'];

/** The arguments of a call by name: a value, of a tensor the bytes of an element, null if unknown. */
const pruneCallSchema = z.record(z.string(), z.union([wireConstantSchema, z.int(), z.null()]));

export type PruneCall = Readonly<z.input<typeof pruneCallSchema>>;

/** A function to describe, or whose configs to compute, with Triton. */
export const describeJobSchema = requestSchema
  .extend({
    /** For the function that prunes configs: the arguments of each call. */
    calls: z.array(pruneCallSchema).readonly().optional(),
  })
  .meta({ id: 'DescribeJob' });

export type DescribeJob = Readonly<z.input<typeof describeJobSchema>>;

/** Every parameter in order, with its Triton type or `constexpr`. */
const signatureSchema = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly();

/** What a config gives the compiler. */
const settingsSchema = z
  .object({
    constants: z.record(z.string(), wireConstantSchema),
    /** Options of Triton's CUDA backend by name: num_warps, num_stages, … */
    options: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  })
  .meta({ id: 'CompileSettings' });

/** What is told in addition to Triton's options. */
export const kernelSettingsSchema = z
  .object(sentSettings(z.literal(true)))
  .meta({ id: 'KernelSettings' });

/** A variant to compile. */
export const compileJobSchema = requestSchema
  .extend(settingsSchema.shape)
  .extend({
    signature: signatureSchema,
    /** The numbers that divide the value or address of parameters, by name. */
    divisors: hintSetSchema,
    settings: kernelSettingsSchema.optional(),
    /** True if the answer has the PTX. */
    ptx: z.literal(true).optional(),
  })
  .meta({ id: 'CompileJob' });

export type CompileJob = Readonly<z.input<typeof compileJobSchema>>;

/** A kernel whose hints to find. */
export const hintJobSchema = requestSchema
  .extend({
    signature: signatureSchema,
    configs: z.array(settingsSchema).readonly(),
    /** The first that the kernel compiles for is used. */
    targets: z.array(jobTargetSchema).readonly(),
    /** Parameters without a hint in the manifest. */
    free: z.array(z.string()).readonly(),
    /** The hints that the manifest gives. */
    fixed: hintSetSchema,
    /** Which of them are pointers. */
    pointers: z.array(z.string()).readonly(),
    /** True if any calls are known, even if none is in `calls`. */
    isCalled: z.boolean(),
    /** Integers that are 1 in all calls, or those that can be if no calls are known. */
    ones: z.array(z.string()).readonly(),
    /** The known facts about the arguments of each call that is worth a specialisation. */
    calls: z.array(hintSetSchema).readonly(),
  })
  .meta({ id: 'HintJob' });

export type HintJob = Readonly<z.input<typeof hintJobSchema>>;

/** Choices of hints, the most important first. */
export const hintChoicesSchema = z.array(
  z
    .object({
      from: z.enum(['aligned', 'narrow', 'partly', 'pointers', 'call']),
      call: z.int().optional(),
      asked: hintSetSchema,
      kept: hintSetSchema,
      cost: z.number(),
    })
    .meta({ id: 'HintChoice' }),
);

/** A job without its number in a run. */
export type VariantJob = Omit<CompileJob, 'id'>;

/**
 * A tensor map in an answer and in the store: the arguments for encoding it, without the tensor.
 */
const tensorMapSchema = z
  .object({
    /** CUtensorMapDataType, CUtensorMapSwizzle. */
    dataType: z.int(),
    swizzle: z.int(),
    /** Bytes of an element. */
    elementSize: z.int(),
    /** Elements of a box, outermost axis first. */
    box: z.array(z.int()),
    /** A mode that the launcher does not support, such as im2col. */
    mode: z.string().optional(),
  })
  .meta({ id: 'TensorMap' });

export type TensorMap = Readonly<z.infer<typeof tensorMapSchema>>;

const memorySchema = z.object({ size: z.int(), align: z.int() }).meta({ id: 'ScratchMemory' });

/** A place in the source that this release of Triton is known to compile to wrong results. */
const miscompilationSchema = z
  .object({
    /** The number of the issue or pull request in Triton's repository. */
    issue: z.int(),
    message: z.string(),
    /** The first release that is right; null if there is none. */
    right: z.string().nullable(),
    /** Relative to the manifest's folder, or to that of installed packages. */
    file: z.string(),
    line: z.int(),
    /** The hash of the file, of a slice. */
    sha256: z.string().nullable(),
  })
  .meta({ id: 'Miscompilation' });

/** A compiled kernel with the data for its launcher. Sizes are in bytes. */
export const compiledKernelSchema = z
  .object({
    cubin: z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64')),
    /** The kernel's name inside the cubin: letters, digits, `_`, `$` and `.`. */
    name: z.string().regex(/^[\p{L}\p{N}_$.]+$/u),
    /** The version of ptxas; empty if Triton assembles the code itself. */
    ptxas: z.string(),
    /** Dynamic shared memory of one block. */
    shared: z.int(),
    /** Tensor memory of one block, in columns of 512 bytes. */
    tensorMemory: z.int(),
    /** Warps of one block, including those of warp specialisation. */
    numWarps: z.int(),
    /** Blocks of one cluster. */
    numCtas: z.int(),
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
  })
  .meta({ id: 'CompiledKernel' });

export type CompiledKernel = Readonly<z.infer<typeof compiledKernelSchema>>;

/** Returns the versions of ptxas that assembled kernels. */
export function ptxasOf(kernels: Iterable<Pick<CompiledKernel, 'ptxas'>>): readonly string[] {
  return [...new Set([...kernels].map(({ ptxas }) => ptxas))].filter((version) => version !== '');
}

/** The first line that a worker sends. */
export const helloSchema = z
  .object({
    ready: z.literal(true),
    bridge: z.int(),
    /** `namespaces` if kernels are compiled in namespaces of their own; otherwise why they are not. */
    isolation: z.string(),
    /** True if Landlock protects other processes and, unless namespaces are turned off, all files. */
    landlock: z.boolean().default(false),
  })
  .meta({ id: 'Hello' });

/** How the process of a closure has ended. */
const exitSchema = z
  .object({
    code: z.int().nullable(),
    signal: z
      .string()
      .refine((name): name is NodeJS.Signals => name in constants.signals)
      .nullable(),
  })
  .meta({ id: 'ProcessExit' });

/** The answer of a worker if the process of the closure has ended. */
export const endedSchema = z.object({ id: z.int(), exit: exitSchema }).meta({ id: 'Ended' });

/** The reason for which Python could not do a job. */
const failureSchema = z
  .object({
    reason: z.enum([
      'import',
      'unknown',
      'function',
      'parameters',
      'options',
      'compile',
      'run',
      'bounds',
      'result',
    ]),
    message: z.string(),
    file: z.string().optional(),
    /** Counts from 1 in `file`. */
    line: z.int().optional(),
    /** The module that could not be imported, if that is the reason. */
    missingModule: z.string().optional(),
    /** The remedy, if Python knows one. */
    hint: z.string().optional(),
  })
  .meta({ id: 'Failure' });

/** The reason for which a job failed. The pool says that a worker crashed, or took too long. */
export interface CompileFailure extends Readonly<Omit<z.infer<typeof failureSchema>, 'reason'>> {
  readonly reason: z.infer<typeof failureSchema>['reason'] | 'crash' | 'timeout';
}

/** What a worker says about every job. */
const costSchema = z.object({ cpuSeconds: z.number() });

type Cost = Readonly<z.infer<typeof costSchema>>;

export const failedSchema = z
  .object({ ok: z.literal(false), failure: failureSchema })
  .meta({ id: 'Failed' });

/** The answer to a job that failed. */
export interface FailedAnswer extends Cost {
  readonly ok: false;
  readonly failure: CompileFailure;
}

/** Returns a function that parses answers; `printed` is the output of the compiler. */
function answerParser<Found extends { readonly ok: true }>(found: z.ZodType<Found>) {
  return (answer: unknown, printed: string): (Found & Cost) | FailedAnswer => {
    const cost = costSchema.parse(answer);
    const failed = failedSchema.safeParse(answer).data;
    if (failed === undefined) return { ...found.parse(answer), ...cost };
    return { ...failed, ...cost, failure: withDiagnostics(failed.failure, printed) };
  };
}

const done = z.object({ ok: z.literal(true) });

/** The answer to a job whose results are files. */
export const doneSchema = done.meta({ id: 'Done' });

export const compiledSchema = done
  .extend({ kernel: compiledKernelSchema })
  .meta({ id: 'Compiled' });

export const hintsFoundSchema = done
  .extend({ choices: hintChoicesSchema })
  .meta({ id: 'HintsFound' });

export const describedSchema = done
  .extend({ function: kernelFunctionSchema })
  .meta({ id: 'Described' });

export const configsSchema = done
  .extend({
    configs: z.array(autotuneConfigSchema),
    /** Those that are kept for the calls, or why it is not known which they are. */
    kept: z.array(autotuneConfigSchema).optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'ConfigsComputed' });

export const parseDone = answerParser(doneSchema);
export const parseCompiled = answerParser(compiledSchema);
export const parseHints = answerParser(hintsFoundSchema);
export const parseDescribed = answerParser(describedSchema);
export const parseConfigs = answerParser(configsSchema);

export type CompileOutcome = ReturnType<typeof parseCompiled>;

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
