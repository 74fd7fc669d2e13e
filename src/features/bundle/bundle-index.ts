import { z } from 'zod';
import { vendors } from '../../manifest/terms/vendor.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

/** The file that describes a bundle. It has the digests of all other files, so its SHA-256 identifies the bundle. */
export const INDEX_FILE = 'bundle.json';
export const INDEX_FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const digests = z.record(z.string(), digest);
/** Is shown in release notes. */
const version = z.string().regex(/^\d[\w.+-]{0,60}$/);

/** `bundle.json`. What each kernel was compiled from is read by the Python of a bundle only. */
export const indexSchema = z.object({
  format: z.literal(INDEX_FORMAT),
  environment: z.looseObject({ version, python: version }),
  /** The digests of all files besides those of kernels, by their paths. */
  files: digests,
  entries: z.array(
    z.looseObject({
      /** Its folder below `cache`. */
      key: z.string().regex(/^[A-Z2-7]+$/),
      target: z.tuple([z.string(), z.union([z.number(), z.string().regex(/^\w+$/)]), z.number()]),
      files: digests,
    }),
  ),
});

export type BundleIndex = Readonly<z.infer<typeof indexSchema>>;

/** Returns the digests of the files of all kernels, by their paths in the bundle. */
export function kernelFiles({
  entries,
}: {
  readonly entries: readonly Pick<BundleIndex['entries'][number], 'key' | 'files'>[];
}): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ key, files }) =>
      Object.entries(files).map(([name, sha256]) => [`cache/${key}/${name}`, sha256] as const),
    ),
  );
}

/** The architectures that a bundle has kernels for, such as `sm_90`. */
export function bundledTargets({ entries }: Pick<BundleIndex, 'entries'>): readonly string[] {
  return [...new Set(entries.map(({ target }) => targetName(target)))].toSorted();
}

/** The vendors of the GPUs that a bundle has kernels for. */
export function bundledVendors({
  entries,
}: {
  readonly entries: readonly Pick<BundleIndex['entries'][number], 'target'>[];
}): readonly Vendor[] {
  return vendors().filter((vendor) => entries.some(({ target }) => target[0] === vendor));
}

/** Returns the name of one of Triton's targets: NVIDIA's have numbers there. */
export function targetName([backend, arch]: BundleIndex['entries'][number]['target']): string {
  return backend === 'cuda' ? `sm_${arch}` : String(arch);
}
