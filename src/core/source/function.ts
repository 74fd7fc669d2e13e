import { z } from 'zod';
import { wireConstantSchema } from '../wire-constant.ts';

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

export type AutotuneConfig = z.infer<typeof autotuneConfigSchema>;
export type KernelFunction = z.infer<typeof kernelFunctionSchema>;
