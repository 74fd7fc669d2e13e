import { constants } from 'node:os';
import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { type Fact, ALL_HINTS } from '../../manifest/terms/hint.ts';
import { sentSettings } from '../../manifest/terms/options.ts';
import { warpSizeOf } from '../../manifest/terms/target.ts';
import { kernelSourceSchema } from '../wire/source.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/**
 * The version of this protocol, which is part of every kernel hash. Increase it if the protocol changes,
 * or if the same job would give another result.
 */
export const BRIDGE_VERSION = 13;

/** The GPU to generate code for, in Triton's terms. */
const jobTargetSchema = z
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
