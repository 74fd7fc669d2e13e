import { join } from 'node:path';
import type { BuildContext } from './base/context.ts';
import { Failure } from './base/errors.ts';
import { build } from './build.ts';
import { readSmokePackage, selectKernels, type SmokePackage } from './package/cases.ts';
import type { GenerateRequest, SmokeRequest } from './prove/smoke/request.ts';
import { DEFAULT_TIMEOUT } from './toolchain/workers/pool.ts';

/**
 * Returns a package with generated cases, and with the cases of the manifest: it is built from the manifest and the
 * store into a temporary folder, so that the tested package stays as it is.
 * @throws {Failure} as `build`; `usage` if the manifest gives other code than the package has.
 */
export async function withGeneratedCases(
  pkg: SmokePackage,
  { generate, ...request }: SmokeRequest & { readonly generate: GenerateRequest },
  folder: string,
  context: BuildContext,
): Promise<SmokePackage> {
  const { count, seed, store, python } = generate;
  const out = join(folder, 'generated', 'aot');
  const { triton, kernels } = pkg.manifest;
  // It can have some of the manifest's kernels only.
  const only = selectKernels(pkg, request.only).map(({ name }) => name);
  const targets = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
  await build(
    {
      manifest: request.manifest,
      only,
      targets: [...targets],
      triton,
      python,
      generate: { count, seed },
      out,
      store,
      storeLimit: Number.MAX_SAFE_INTEGER,
      jobs: request.jobs,
      timeout: DEFAULT_TIMEOUT,
    },
    context,
  );
  const made = await readSmokePackage(out);
  const own = new Set(kernels.flatMap(hashesOf));
  const other = made.manifest.kernels.find((kernel) =>
    hashesOf(kernel).some((hash) => !own.has(hash)),
  );
  if (other === undefined) return made;
  throw new Failure('usage', {
    message: `the manifest gives other code for ${other.name} than the package has`,
    place: { file: request.manifest },
    hint: 'Cases are generated from the manifest that the package was built from. Build the package again.',
  });
}

function hashesOf({ variants }: SmokePackage['manifest']['kernels'][number]): readonly string[] {
  return variants.map(({ hash }) => hash);
}
