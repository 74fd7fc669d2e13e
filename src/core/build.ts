import { VERSION } from './assets.ts';
import { compileVariants } from './compile/variants.ts';
import type { CompiledKernel } from './compile/job.ts';
import type { BuildContext } from './context.ts';
import { readLauncherHeaders } from './launcher/headers.ts';
import { linkVariants, type LinkedVariant } from './link.ts';
import { packageFiles } from './package/files.ts';
import { checkOutputFolder, writePackage } from './package/folder.ts';
import type { Variant } from './plan.ts';
import { prepare, type BuildSelection, type Preparation } from './prepare.ts';
import { buildStock, type StockResult } from './stock/build.ts';
import { directoryStore, type Store } from './store.ts';
import { ensureToolchain } from './toolchain/toolchain.ts';

export interface BuildRequest extends BuildSelection {
  /** The folder of the package. */
  readonly out: string;
  /** The folder of the store. */
  readonly store: string;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
  /** Cases in which the generator `triton` is known to be wrong and writes its files all the same. */
  readonly allowKnownWrong: readonly string[];
}

/** What a build of a package did. */
export interface BuildResult {
  readonly generator: 'native';
  readonly preparation: Preparation;
  readonly linked: readonly LinkedVariant[];
  readonly out: string;
  /** How many variants were compiled now, and how many came from the store. */
  readonly compiled: number;
  readonly cached: number;
}

/**
 * The main job: from a manifest to a package, or to the files of Triton's own tools where the manifest or the
 * request names that generator. Nothing is written to the output folder unless everything compiled and checked out.
 * @throws {Failure} with the kind of whatever went wrong.
 */
export async function build(
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult | StockResult> {
  const { log } = context;
  await checkOutputFolder(request.out, context.cwd);
  const preparation = await log.group(`Plan ${request.manifest}`, () => prepare(request, context));
  const { manifest, kernels, variants } = preparation;
  log.info(`${kernels.length} kernels, ${variants.length} variants, Triton ${manifest.triton}`);
  return manifest.generator === 'triton'
    ? buildStock(preparation, request, context)
    : buildPackage(preparation, request, context);
}

async function buildPackage(
  preparation: Preparation,
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const { log } = context;
  const { manifest, variants } = preparation;
  const store = directoryStore(request.store, log);
  const stored = await loadStored(variants, store);
  const missing = variants.filter(({ hash }) => !stored.has(hash));
  log.info(
    `${variants.length - missing.length} variants are in the store, ${missing.length} to compile`,
  );
  const compiled = await compileMissing(missing, store, request, preparation, context);

  const linked = linkVariants(
    variants.map((variant) => [variant, resultOf(variant, stored, compiled)]),
  );
  await log.group(`Write the package to ${request.out}`, async () => {
    const facts = {
      package: manifest.package,
      version: manifest.version,
      tritonVersion: manifest.triton,
      generatorVersion: VERSION,
    };
    const headers = await readLauncherHeaders();
    await writePackage(request.out, packageFiles(facts, linked, headers));
  });
  return {
    generator: 'native',
    preparation,
    linked,
    out: request.out,
    compiled: missing.length,
    cached: variants.length - missing.length,
  };
}

type Results = ReadonlyMap<string, CompiledKernel>;

async function loadStored(variants: readonly Variant[], store: Store): Promise<Results> {
  const found = new Map<string, CompiledKernel>();
  for (const { hash } of variants) {
    const kernel = await store.get(hash);
    if (kernel !== undefined) found.set(hash, kernel);
  }
  return found;
}

async function compileMissing(
  missing: readonly Variant[],
  store: Store,
  request: BuildRequest,
  { manifest }: Preparation,
  context: BuildContext,
): Promise<Results> {
  if (missing.length === 0) return new Map();
  const { log } = context;
  const toolchain = await log.group(`Install Triton ${manifest.triton}`, () =>
    ensureToolchain(
      {
        tritonVersion: manifest.triton,
        requirements: manifest.requirements,
        python: request.python,
      },
      context,
    ),
  );
  return log.group(`Compile ${missing.length} variants`, async () => {
    const start = context.now();
    const settings = { ...request, python: toolchain.python };
    const { kernels, cpuSeconds } = await compileVariants(missing, store, settings, context);
    const seconds = (context.now() - start) / 1000;
    log.info(
      `${cpuSeconds.toFixed(1)} s of compiling in ${seconds.toFixed(1)} s on ${request.jobs} workers`,
    );
    return kernels;
  });
}

function resultOf(variant: Variant, stored: Results, compiled: Results): CompiledKernel {
  const kernel = stored.get(variant.hash) ?? compiled.get(variant.hash);
  if (kernel === undefined) throw new Error(`no result for ${variant.hash}`);
  return kernel;
}
