import { dirname, resolve } from 'node:path';
import { VERSION } from './assets.ts';
import type { ExpectedJob } from './cases/expected-job.ts';
import { planExpected } from './cases/expected-plan.ts';
import { computeExpected } from './cases/expected.ts';
import type { ReadData } from './cases/inputs.ts';
import type { ExpectedOutputs } from './cases/outputs.ts';
import {
  addExpected,
  casesFiles,
  packCases,
  readPacked,
  warnOfUnexpected,
} from './cases/package.ts';
import { compileVariants, type CompileRequest } from './compile/variants.ts';
import type { CompiledKernel } from './compile/job.ts';
import type { BuildContext } from './context.ts';
import { readLauncherHeaders } from './launcher/headers.ts';
import { linkVariants, type LinkedVariant } from './link.ts';
import type { Manifest } from './manifest/manifest.ts';
import { packageFiles } from './package/files.ts';
import { checkOutputFolder, writePackage } from './package/folder.ts';
import type { Variant } from './plan.ts';
import { prepare, type BuildSelection, type Preparation } from './prepare.ts';
import { buildStock, type StockResult } from './stock/build.ts';
import { directoryStore, type Shelf, type Store } from './store.ts';
import { manifestToolchain } from './toolchain/manifest-toolchain.ts';

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
  const { manifest, kernels, variants } = preparation;
  const store = directoryStore(request.store, log);
  const folder = resolve(dirname(request.manifest));
  const packed = await packCases(kernels, manifest.document, folder);
  const jobs = await planExpected(packed.kernels, manifest, { ...request, folder }, context);
  const storedKernels = await load(
    store.kernels,
    variants.map(({ hash }) => hash),
  );
  const storedOutputs = await load(
    store.expected,
    jobs.map(({ key }) => key),
  );
  const missing = variants.filter(({ hash }) => !storedKernels.has(hash));
  const missingJobs = jobs.filter(({ key }) => !storedOutputs.has(key));
  log.info(
    `${variants.length - missing.length} variants are in the store, ${missing.length} to compile`,
  );
  const { python } =
    missing.length + missingJobs.length === 0
      ? request
      : await log.group(`Install Triton ${manifest.triton}`, () =>
          manifestToolchain(manifest, request.python, context),
        );
  // Without one there is nothing to run.
  const settings = { ...request, python: python ?? '' };
  const compiled = await compileMissing(missing, store, settings, context);
  const linked = linkVariants(
    variants.map((variant) => [variant, resultOf(variant.hash, storedKernels, compiled)]),
  );
  const readData = readPacked(packed);
  const computed = await computeMissing(missingJobs, store, manifest, settings, context, readData);
  const tested = addExpected(
    packed,
    new Map(jobs.map((job) => [job.packaged, resultOf(job.key, storedOutputs, computed)])),
  );
  warnOfUnexpected(tested, manifest, log);

  await log.group(`Write the package to ${request.out}`, async () => {
    const facts = {
      package: manifest.package,
      version: manifest.version,
      tritonVersion: manifest.triton,
      generatorVersion: VERSION,
    };
    const headers = await readLauncherHeaders();
    await writePackage(request.out, packageFiles(facts, linked, headers, casesFiles(tested)));
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

type Results<T> = ReadonlyMap<string, T>;

async function load<T>(shelf: Shelf<T>, hashes: readonly string[]): Promise<Results<T>> {
  const found = new Map<string, T>();
  for (const hash of hashes) {
    const value = await shelf.get(hash);
    if (value !== undefined) found.set(hash, value);
  }
  return found;
}

function resultOf<T>(hash: string, stored: Results<T>, made: Results<T>): T {
  const result = stored.get(hash) ?? made.get(hash);
  if (result === undefined) throw new Error(`no result for ${hash}`);
  return result;
}

async function compileMissing(
  missing: readonly Variant[],
  store: Store,
  request: CompileRequest,
  context: BuildContext,
): Promise<Results<CompiledKernel>> {
  if (missing.length === 0) return new Map();
  const { log } = context;
  return log.group(`Compile ${missing.length} variants`, async () => {
    const start = context.now();
    const { kernels, cpuSeconds } = await compileVariants(missing, store.kernels, request, context);
    const seconds = (context.now() - start) / 1000;
    log.info(
      `${cpuSeconds.toFixed(1)} s of compiling in ${seconds.toFixed(1)} s on ${request.jobs} workers`,
    );
    return kernels;
  });
}

async function computeMissing(
  missing: readonly ExpectedJob[],
  store: Store,
  { document }: Manifest,
  request: CompileRequest,
  context: BuildContext,
  readData: ReadData,
): Promise<Results<ExpectedOutputs>> {
  if (missing.length === 0) return new Map();
  return context.log.group(`Compute expected outputs of ${missing.length} cases`, () =>
    computeExpected(missing, store.expected, document, request, context, readData),
  );
}
