import { z } from 'zod';
import { sha256 } from '../../base/text.ts';
import {
  packageManifestSchema,
  parseManifest,
  readManifestText,
  type ReadPackage,
} from '../read.ts';
import { packageDigest } from '../sums.ts';

const kernelSchema = packageManifestSchema.shape.kernels.element;
const variantSchema = kernelSchema.shape.variants.element.extend({
  sha256: z.string(),
  resources: z.object({
    sharedDynamic: z.number(),
    // Packages of earlier versions do not have it.
    tensorColumns: z.number().default(0),
    warps: z.number(),
    ctas: z.number(),
    occupancy: z.object({ blocks: z.number() }).optional(),
  }),
});

/** The parts of manifest.json that are compared with the package's files. */
const verifiedManifestSchema = packageManifestSchema.extend({
  kernels: z.array(kernelSchema.extend({ variants: z.array(variantSchema) })),
});

/** A package folder with what its manifest.json says of the cubins. */
export interface VerifiedPackage extends ReadPackage {
  readonly manifest: Readonly<z.infer<typeof verifiedManifestSchema>>;
}

export type VerifiedKernel = VerifiedPackage['manifest']['kernels'][number];
export type VerifiedVariant = VerifiedKernel['variants'][number];

/**
 * Reads the manifest.json of a package folder. Checks no other file.
 * @throws {Failure} `usage` if there is no package that this version can read.
 */
export async function openPackage(folder: string): Promise<VerifiedPackage> {
  const text = await readManifestText(folder);
  return {
    folder,
    manifest: parseManifest(text, folder, verifiedManifestSchema),
    manifestSha256: sha256(text),
    packageSha256: await packageDigest(folder),
  };
}

/** Returns a variant's name, such as `scale [algo 1, specialisation 0, sm_90]`. */
export function variantTitle(
  { name }: Pick<VerifiedKernel, 'name'>,
  { algo, specialisation, target }: Pick<VerifiedVariant, 'algo' | 'specialisation' | 'target'>,
): string {
  return `${name} [algo ${algo}, specialisation ${specialisation}, ${target}]`;
}
