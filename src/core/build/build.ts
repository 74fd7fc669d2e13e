import { dirname, join, resolve } from 'node:path';
import { checkAbi, type CheckedVariant } from '../abi/check.ts';
import { VERSION } from '../base/assets.ts';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { readRuntimeHeaders } from '../codegen/header.ts';
import {
  addExpected,
  casesFiles,
  type PackedCases,
  warnOfMissingOutputs,
} from '../expected/pack-cases.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type PackageFiles, packageFiles } from '../package/files.ts';
import { checkOutputFolder, writePackage } from '../package/folder.ts';
import { type PackageFacts, readLicenses } from '../package/manifest.ts';
import { sbomFiles } from '../package/sbom.ts';
import { casesOfPart, joinParts, splitByTarget, type TargetPart } from '../package/split.ts';
import { type Preparation, prepare } from '../plan/prepare.ts';
import type { RemoteSync, RemoteTraffic } from '../store/remote.ts';
import { directoryStore, type DirectoryStore } from '../store/store.ts';
import { buildWithTritonTools, type TritonToolsResult } from '../triton-tools/triton-tools.ts';
import { type BuildRequest, type PlannedWork, planWork } from './request.ts';
import {
  compileMissing,
  computeMissing,
  findUnchanged,
  loadStored,
  missingOf,
  type StoredResults,
  toolchainFor,
} from './stages.ts';
import { explainMissing, remoteSyncFor, saveHistory, saveResults } from './store.ts';

/** What a build of a package did. */
export interface BuildResult extends RemoteTraffic {
  readonly generator: 'native';
  readonly preparation: Preparation;
  readonly linked: readonly CheckedVariant[];
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
): Promise<BuildResult | TritonToolsResult> {
  const { log } = context;
  await checkOutputFolder(request.out);
  const preparation = await log.group(`Plan ${request.manifest}`, () => prepare(request, context));
  const { manifest, kernels, variants } = preparation;
  log.info(`${kernels.length} kernels, ${variants.length} variants, Triton ${manifest.triton}`);
  if (manifest.generator === 'native') return buildPackage(preparation, request, context);
  if (request.split === true) throw noStockParts(request);
  return buildWithTritonTools(preparation, request, context);
}

/** What compiled is kept even where something else did not. */
async function buildPackage(
  preparation: Preparation,
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const work = await planWork(preparation, request);
  const store = directoryStore(request.store, context.log, context.now);
  const exchange = remoteSyncFor(work, store, request, context);
  let made;
  let packages;
  try {
    const stored = await loadStored(work, store, exchange);
    made = await makeMissing(work, stored, store, exchange, request, context);
    packages = await writeResults(work, made, request, context);
    if (made.missing > 0) await saveHistory(work, store, exchange);
  } finally {
    await saveResults(store, exchange, request, context);
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
  readonly linked: readonly CheckedVariant[];
  readonly outputs: StoredResults['outputs'];
  /** How many variants had no result under their own hash, and how many of these had to be compiled. */
  readonly missing: number;
  readonly compiled: number;
}

async function makeMissing(
  work: PlannedWork,
  stored: StoredResults,
  store: DirectoryStore,
  exchange: RemoteSync,
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
  const linked = checkAbi(
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
  { preparation, cases, jobs }: PlannedWork,
  { linked, outputs }: Made,
  request: BuildRequest,
  { log }: Pick<RunContext, 'log'>,
): Promise<readonly string[]> {
  const { manifest } = preparation;
  const tested = addExpected(
    cases,
    new Map(jobs.map((job) => [job.packaged, resultOf(job.key, outputs)])),
  );
  warnOfMissingOutputs(tested, manifest, log);
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

/** Writes the package, or one for each target, and gives the folders of what it wrote. */
async function writePackages(
  manifest: Manifest,
  linked: readonly CheckedVariant[],
  cases: PackedCases,
  { manifest: file, out, split = false }: BuildRequest,
): Promise<readonly string[]> {
  const facts: PackageFacts = {
    package: manifest.package,
    version: manifest.version,
    license: manifest.license,
    tritonVersion: manifest.triton,
    generatorVersion: VERSION,
    sourceLicenses: await readLicenses(linked, resolve(dirname(file))),
  };
  if (!split) {
    await writePackage(out, await filesOf(facts, linked, cases));
    return [out];
  }
  const parts: (readonly [TargetPart, PackageFiles])[] = [];
  for (const part of splitByTarget(linked)) {
    const own = { ...facts, part: part.target };
    parts.push([part, await filesOf(own, part.linked, casesOfPart(cases, part))]);
  }
  await writePackage(out, joinParts(parts));
  return parts.map(([{ target }]) => join(out, target));
}

async function filesOf(
  facts: PackageFacts,
  linked: readonly CheckedVariant[],
  cases: PackedCases,
): Promise<PackageFiles> {
  const headers = await readRuntimeHeaders();
  const further = new Map([...casesFiles(cases), ...(await sbomFiles(facts, linked))]);
  return packageFiles(facts, linked, headers, further);
}
