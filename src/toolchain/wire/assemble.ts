import { z } from 'zod';
import { kernelSettingsSchema } from '../workers/protocol.ts';

/** What assemble.py gets: the kept PTX of kernels. */
export const assembleRequestSchema = z
  .object({
    kernels: z
      .array(
        z
          .object({
            /** Compressed by zlib, in base64. */
            packedPtx: z.string(),
            arch: z.int(),
            options: z.record(z.string(), z.unknown()),
            settings: kernelSettingsSchema.optional(),
            /** The hash of the cubin that it must give. */
            cubin: z.string(),
          })
          .meta({ id: 'KeptPtx' }),
      )
      .readonly(),
    /** How many run at once. */
    processes: z.int(),
  })
  .meta({ id: 'AssembleRequest' });

export type AssembleRequest = Readonly<z.input<typeof assembleRequestSchema>>;

/** What it says of each kernel: whether ptxas makes this cubin of the PTX. */
export const assembleAnswerSchema = z.array(z.boolean());
