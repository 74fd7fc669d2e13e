import { z } from 'zod';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';

/** A config of @triton.autotune: values of constexpr parameters, and options such as num_warps. */
export const autotuneConfigSchema = z
  .object({
    constants: z.record(z.string(), wireConstantSchema),
    options: z.record(z.string(), z.int()),
    /** The name of the function that the JIT calls before each launch, if the config was computed. */
    hook: z.string().optional(),
  })
  .meta({ id: 'AutotuneConfig' });

/**
 * The value of a parameter in @triton.heuristics. `expression` is the lambda's body in the grid
 * language; `untranslated` is its text in Python, if it has no translation.
 */
const heuristicSchema = z
  .object({
    parameter: z.string(),
    line: z.int(),
    expression: z.string().optional(),
    untranslated: z.string().optional(),
  })
  .meta({ id: 'Heuristic' });

/** A function that the JIT calls before each launch. */
const hookSchema = z
  .object({
    name: z.string(),
    /** Relative to the manifest's folder. */
    file: z.string().nullable(),
    line: z.int().nullable(),
    /** Such as ``zeroes `out` ``; empty if launches from C need nothing of it, null if it is not known. */
    does: z.string().nullable(),
  })
  .meta({ id: 'LaunchHook' });

/** A kernel function. Lines count from 1. */
export const kernelFunctionSchema = z
  .object({
    line: z.int(),
    parameters: z.array(
      z
        .object({
          name: z.string(),
          constexpr: z.boolean(),
          hasDefault: z.boolean(),
          /** The default, if it is a constant. */
          default: wireConstantSchema.optional(),
          /** The type that the JIT takes from the annotation, such as `u8` or `*fp32`. */
          type: z.string().optional(),
          line: z.int(),
        })
        .meta({ id: 'KernelParameter' }),
    ),
    /** True if it is decorated with @triton.jit, also by a call. */
    jit: z.boolean(),
    /** The configs of @triton.autotune, if any; `dynamic` if they are known only at run time. */
    autotune: z
      .union([
        z.object({ static: z.array(autotuneConfigSchema) }).meta({ id: 'StaticConfigs' }),
        z.literal('dynamic'),
      ])
      .nullable(),
    /** The names that @triton.autotune chooses by (its `key`). */
    autotuneKey: z.array(z.string()),
    /** The values of @triton.heuristics, in the order in which Triton computes them. */
    heuristics: z.array(heuristicSchema),
    /** The functions that the text gives the JIT to call before each launch. */
    hooks: z.array(hookSchema),
  })
  .meta({ id: 'KernelFunction' });

export type KernelFunction = z.infer<typeof kernelFunctionSchema>;

/** A config of @triton.autotune as Triton gives it. */
export type AutotuneConfig = z.infer<typeof autotuneConfigSchema>;
