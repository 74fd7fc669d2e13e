import { z } from 'zod';
import { manifestSchema, type ReadPackage } from '../package/read.ts';

const variantSchema = z.object({
  algo: z.number(),
  specialisation: z.number(),
  target: z.string(),
  hash: z.string(),
  symbol: z.string(),
  parameters: z.array(z.object({ offset: z.number(), size: z.number() })),
  resources: z.object({
    registers: z.number(),
    stack: z.number(),
    sharedStatic: z.number(),
    sharedDynamic: z.number(),
    warps: z.number(),
    ctas: z.number(),
    size: z.number(),
  }),
  sha256: z.string(),
});

const kernelSchema = z.object({
  ...manifestSchema.shape.kernels.element.shape,
  variants: z.array(variantSchema),
});

/** The whole of manifest.json: all that it says is compared with something. */
export const wholeManifestSchema = z.object({
  ...manifestSchema.shape,
  targets: z.array(z.string()),
  kernels: z.array(kernelSchema),
});

export type WholeManifest = Readonly<z.infer<typeof wholeManifestSchema>>;

/** A package as it lies in a folder, with all that it says of itself. */
export interface WholePackage extends ReadPackage {
  readonly manifest: WholeManifest;
}

export type WholeKernel = z.infer<typeof kernelSchema>;
export type WholeVariant = z.infer<typeof variantSchema>;

/** `scale [algo 1, specialisation 0, sm_90]`. */
export function variantTitle(
  { name }: Pick<WholeKernel, 'name'>,
  { algo, specialisation, target }: Pick<WholeVariant, 'algo' | 'specialisation' | 'target'>,
): string {
  return `${name} [algo ${algo}, specialisation ${specialisation}, ${target}]`;
}
