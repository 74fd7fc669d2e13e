import { explainMissing, keepHistory } from './build/history.ts';
import { compileMissing, computeMissing, findUnchanged, toolchainFor } from './build/make.ts';
import { exchangeFor, keepResults } from './build/keep.ts';
import type { BuildRequest } from './build/request.ts';
import { loadStored, missingOf, type Results } from './build/stored.ts';
import { planWork, type Work } from './build/work.ts';
import { writePackages } from './build/write.ts';
import { addExpected, warnOfUnexpected } from './cases/package.ts';
import type { BuildContext } from './context.ts';
import { Failure } from './errors.ts';
import { linkVariants, type LinkedVariant } from './link.ts';
import { checkOutputFolder } from './package/folder.ts';
import { prepare, type Preparation } from './prepare.ts';
import { buildStock, type StockResult } from './stock/build.ts';
import { directoryStore, type DirectoryStore } from './store/directory.ts';
import type { Exchange, Traffic } from './store/exchange.ts';

/** What a build of a package did. */
export interface BuildResult extends Traffic {
  readonly generator: 'native';
  readonly preparation: Preparation;
  readonly linked: readonly LinkedVariant[];
  readonly out: string;
  /** The folders of the packages that were written: `out`, or one below it for each target. */
  readonly packages: readonly string[];
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
  if (manifest.generator === 'native') return buildPackage(preparation, request, context);
  if (request.split === true) throw noStockParts(request);
  return buildStock(preparation, request, context);
}

/** What compiled is kept even where something else did not. */
async function buildPackage(
  preparation: Preparation,
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const work = await planWork(preparation, request);
  const store = directoryStore(request.store, context.log);
  const exchange = exchangeFor(work, store, request, context);
  let made;
  let packages;
  try {
    const stored = await loadStored(work, store, exchange);
    made = await makeMissing(work, stored, store, exchange, request, context);
    packages = await writeResults(work, made, request, context);
    if (made.missing > 0) await keepHistory(work, store, exchange);
  } finally {
    await keepResults(store, exchange, request, context);
  }
  const { linked, compiled } = made;
  const cached = linked.length - compiled;
  const { out } = request;
  return {
    generator: 'native',
    preparation,
    linked,
    out,
    packages,
    compiled,
    cached,
    ...exchange.traffic(),
  };
}

/** A build's results, all of them. */
interface Made {
  readonly linked: readonly LinkedVariant[];
  readonly outputs: Results['outputs'];
  /** How many variants had no result under their own hash, and how many of these had to be compiled. */
  readonly missing: number;
  readonly compiled: number;
}

async function makeMissing(
  work: Work,
  stored: Results,
  store: DirectoryStore,
  exchange: Exchange,
  request: BuildRequest,
  context: BuildContext,
): Promise<Made> {
  const { variants } = work.preparation;
  const missing = missingOf(work, stored);
  const { length } = missing.variants;
  context.log.info(`${variants.length - length} variants are in the store, ${length} are missing`);
  const history = await explainMissing(missing, work, store, exchange, context.log);
  // Without one there is nothing to run.
  const python = (await toolchainFor(missing, work, request, context)) ?? '';
  const settings = { ...request, python };
  const unchanged = await findUnchanged(
    missing.variants,
    history,
    store,
    exchange,
    settings,
    context,
  );
  const left = missing.variants.filter(({ hash }) => !unchanged.has(hash));
  const kernels = await compileMissing(left, store, settings, context);
  const linked = linkVariants(
    variants.map((variant) => [
      variant,
      resultOf(variant.hash, stored.kernels, unchanged, kernels),
    ]),
  );
  const outputs = await computeMissing(missing.jobs, work, store, settings, context);
  return {
    linked,
    missing: length,
    compiled: left.length,
    outputs: new Map([...stored.outputs, ...outputs]),
  };
}

async function writeResults(
  { preparation, cases, jobs }: Work,
  { linked, outputs }: Made,
  request: BuildRequest,
  { log }: BuildContext,
): Promise<readonly string[]> {
  const { manifest } = preparation;
  const tested = addExpected(
    cases,
    new Map(jobs.map((job) => [job.packaged, resultOf(job.key, outputs)])),
  );
  warnOfUnexpected(tested, manifest, log);
  const what = request.split === true ? 'a package for each target' : 'the package';
  return log.group(`Write ${what} to ${request.out}`, () =>
    writePackages(manifest, linked, tested, request),
  );
}

function noStockParts({ manifest }: BuildRequest): Failure {
  return new Failure('usage', {
    message: "files of Triton's own tools cannot be split by target",
    place: { file: manifest },
    hint: 'Take the native generator, or leave out --split.',
  });
}

function resultOf<T>(hash: string, ...results: readonly ReadonlyMap<string, T>[]): T {
  for (const each of results) {
    const result = each.get(hash);
    if (result !== undefined) return result;
  }
  throw new Error(`no result for ${hash}`);
}
