import { z } from 'zod';

/** What `triton_aot_emulate --report` writes, and a summary shows. The reference lists all fields. */
export const emulationSchema = z.object({
  right: z.boolean(),
  kernels: z.array(z.object({ kernel: z.string(), launches: z.number(), seconds: z.number() })),
  found: z.array(
    z.object({
      kernel: z.string(),
      kind: z.string(),
      message: z.string(),
      launches: z.number(),
      expected: z.number(),
      file: z.string().nullable(),
      line: z.number().nullable(),
      tests: z.array(z.string()),
    }),
  ),
  problems: z.array(z.string()),
});

export type EmulationReport = z.infer<typeof emulationSchema>;
