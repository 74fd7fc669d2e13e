import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BuildContext, Log } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { NEWEST_TESTED, parseTritonVersion, requirementProblem } from '../model/triton-version.ts';
import {
  cacheFolder,
  forgetPackages,
  installEnvironment,
  type InstallPlan,
  pythonOf,
  requireSpace,
  WHOLE_BYTES,
} from './install.ts';
import {
  installationFolder,
  type InstallationKey,
  isMarkedFor,
  markInstalled,
  moveIntoPlace,
  noteUse,
  withWorkFolder,
} from './installation.ts';
import { keptWheel, type WheelFile, wheelToInstall } from './handed-on.ts';
import { NUMPY } from './numpy-wheels.ts';
import { type PackageSettings, readPackageSettings } from './package-settings.ts';
import { forgetParts, type Ingredients, ingredients, installParts, PARTS_BYTES } from './parts.ts';
import { wheelMachine } from './platform.ts';
import {
  type BasePython,
  findBasePython,
  inspectInterpreter,
  inspectNamedPython,
  type Interpreter,
  type InterpreterInspection,
  onceInRun,
} from './python.ts';
import { pruneToolchains, TOOLCHAIN_LIMIT } from './prune.ts';
import { requireSameAsBefore } from './first-use.ts';
import { installedDigest, releaseDigest } from './triton-wheels.ts';
import { findUv, UV_FILE, UV_WHEELS } from './uv.ts';

/** The Python that a build needs. */
export interface ToolchainRequest {
  readonly tritonVersion: string;
  /** What the kernel files import besides Triton, in the form of pip. */
  readonly requirements: readonly string[];
  /** The interpreter the user named: a path, or a name on PATH. */
  readonly python?: string | undefined;
}

export type ToolchainContext = Omit<BuildContext, 'scratch'>;

/** A Python with the requested version of Triton. */
export interface Toolchain {
  /** Its absolute path. */
  readonly python: string;
  readonly pythonVersion: string;
  readonly tritonVersion: string;
  /** The digest of its Triton: `sha256:` and 64 digits. */
  readonly digest: string;
  readonly origin: 'reused' | 'installed' | 'named';
}

/**
 * Returns a Python with the requested Triton and requirements: the named one if it has them, else
 * one in an environment below `home`, which is created if necessary. Concurrent runs may share
 * `home`.
 * @throws {Failure} `usage` for an invalid version or requirement; `environment` if this machine
 * lacks something.
 */
export async function ensureToolchain(
  request: ToolchainRequest,
  context: ToolchainContext,
): Promise<Toolchain> {
  const found = await locate(request, context);
  return 'toolchain' in found ? found.toolchain : shareInstallation(found.key, found.base, context);
}

/** Returns the named Python if it has what is requested, else what to install it with. */
async function locate(
  request: ToolchainRequest,
  context: ToolchainContext,
): Promise<
  { readonly toolchain: Toolchain } | { readonly key: InstallationKey; readonly base: BasePython }
> {
  const tritonVersion = checkRequest(request, context.log);
  const { requirements } = request;
  const named =
    request.python === undefined
      ? undefined
      : await inspectNamedPython(request.python, requirements, context);
  if (named !== undefined) {
    const missing = shortcoming(named, tritonVersion);
    if (missing === undefined) return { toolchain: toolchain(named, 'named') };
    context.log.info(`${named.python} ${missing}; creating an environment based on it`);
  }

  const machine = wheelMachine(context.platform);
  const base = named ?? (await findBasePython(tritonVersion, context));
  const key = { tritonVersion, requirements, tag: base.tag, machine, base: named?.python };
  return { key, base };
}

/**
 * Returns the Python for everything in a manifest: it has Triton, the manifest's requirements, and
 * NumPy if expected outputs are computed. `python` is the interpreter the user named. Throws like
 * `ensureToolchain`.
 */
export function manifestToolchain(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): Promise<Toolchain> {
  const request = requestOf(manifest, python);
  return forManifest([request, context.home], context, () => ensureToolchain(request, context));
}

/**
 * Begins what `manifestToolchain` does, for a run that will certainly need it: it can do other things
 * meanwhile.
 */
export function startToolchain(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): StartedToolchain {
  const request = requestOf(manifest, python);
  const controller = new AbortController();
  const signal = AbortSignal.any([context.signal, controller.signal]);
  const started = forManifest([request, context.home], context, async () => {
    // With the signal of the run, by which it knows interpreters.
    const found = await locate(request, context);
    return 'toolchain' in found
      ? found.toolchain
      : shareInstallation(found.key, found.base, { ...context, signal });
  });
  // Whoever needs the Python gets the error.
  started.catch(() => undefined);
  return { toolchain: started, end: () => controller.abort() };
}

export interface StartedToolchain {
  /** Nobody has to wait for it. */
  readonly toolchain: Promise<Toolchain>;
  /** Ends an installation. */
  readonly end: () => void;
}

const forManifest = onceInRun<Toolchain>();

/**
 * Returns the digest of the Triton that `manifestToolchain` would return, for the kernel hash.
 * Installs it only if it is not a known release, since its digest is known by its files alone.
 */
export async function manifestTriton(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): Promise<string> {
  const request = requestOf(manifest, python);
  const named =
    python === undefined
      ? undefined
      : await inspectNamedPython(python, request.requirements, context);
  if (named !== undefined && shortcoming(named, manifest.triton) === undefined)
    return digestOf(named);
  return releaseDigest(manifest.triton) ?? (await ensureToolchain(request, context)).digest;
}

/** Files for other jobs of a workflow. */
export interface FilesToHandOn {
  readonly wheel: WheelFile;
  /** The program uv; undefined if it is the one on PATH. */
  readonly uv: string | undefined;
}

/**
 * Returns what other jobs need to install what `manifestToolchain` returns. Downloads it if it is not
 * there. Returns undefined if they have it, since the named Python does, or if it cannot be downloaded.
 * Throws like `ensureToolchain`.
 */
export async function filesToHandOn(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): Promise<FilesToHandOn | undefined> {
  const found = await locate(requestOf(manifest, python), context);
  if ('toolchain' in found) return undefined;
  const settings = await readPackageSettings(context);
  const wheel = await keptWheel(found.key, settings, context);
  if (wheel === undefined) return undefined;
  const uv = await findUv(settings, UV_WHEELS[found.key.machine], context);
  return { wheel, uv: basename(uv) === UV_FILE ? uv : undefined };
}

function requestOf(manifest: Manifest, python: string | undefined): ToolchainRequest {
  const { triton, requirements } = manifest;
  const hasNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
  const further = needsNumpy(manifest) && !hasNumpy ? NUMPY : [];
  return { tritonVersion: triton, requirements: [...requirements, ...further], python };
}

function needsNumpy({ generator, kernels }: Manifest): boolean {
  return (
    generator === 'native' &&
    kernels.some(
      ({ smoke }) =>
        smoke !== undefined && smoke.expected.kind !== 'none' && smoke.cases.length > 0,
    )
  );
}

/** Uses an existing environment, or creates one. */
async function shareInstallation(
  key: InstallationKey,
  base: BasePython,
  context: ToolchainContext,
): Promise<Toolchain> {
  const { log, signal } = context;
  const { tritonVersion } = key;
  const folder = installationFolder(context.home, key);
  const existing = await inspectInstallation(folder, key, context);
  if (existing?.ok) {
    await noteUse(folder, context.now());
    log.info(`using Triton ${tritonVersion} in ${folder}`);
    return toolchain(existing.interpreter, 'reused');
  }
  if (existing !== undefined) log.info(`recreating ${folder}: its Python ${existing.reason}`);

  return withWorkFolder(folder, async (work) => {
    const { made, installed, cleanCache } = await install(key, base, folder, work, context);
    await requireSameAsBefore(installed, key, context);
    await markInstalled(made, key);
    signal.throwIfAborted();
    const rival = await moveIntoPlace(made, folder, work, async () => {
      const found = await inspectInstallation(folder, key, context);
      return found?.ok ? found.interpreter : undefined;
    });
    await pruneToolchains(TOOLCHAIN_LIMIT, cleanCache, context);
    return rival === undefined
      ? toolchain({ ...installed, python: pythonOf(folder) }, 'installed')
      : toolchain(rival, 'reused');
  });
}

interface Installation {
  readonly made: string;
  readonly installed: Interpreter;
  /** Empties uv's cache. */
  readonly cleanCache: () => Promise<void>;
}

/** Installs only what compiling needs if that is possible, else everything with uv. */
async function install(
  key: InstallationKey,
  base: BasePython,
  folder: string,
  work: string,
  context: ToolchainContext,
): Promise<Installation> {
  const { log, signal } = context;
  const settings = await readPackageSettings(context);
  const free = await context.freeBytes(work);
  const openUv = (): Promise<string> => findUv(settings, UV_WHEELS[key.machine], context);
  const packages = [`Triton ${key.tritonVersion}`, ...key.requirements].join(', ');
  const what = `${packages} for Python ${base.version} into ${folder}`;
  const parts = await ingredients(key, base, settings, context);
  if (parts !== undefined) {
    requireSpace(folder, free, PARTS_BYTES);
    log.info(`installing what compiling needs of ${what}`);
    try {
      const found = await installWorkingParts(parts, base, key, settings, work, context);
      const cleanCache = async (): Promise<void> => {
        if (!existsSync(cacheFolder(context.home))) return;
        const plan = { key, uv: await openUv(), settings, base };
        await forgetPackages([], plan, work, context);
      };
      return { ...found, cleanCache };
    } catch (error) {
      signal.throwIfAborted();
      log.info(`whole wheels are needed: ${messageOf(error)}`);
    }
  }
  requireSpace(folder, free, WHOLE_BYTES);
  const uv = await openUv();
  log.info(`installing ${what}`);
  const wheel = await wheelToInstall(key, settings, context);
  const plan = { key, uv, settings, base, wheel };
  const found = await installWorking(plan, work, context);
  return { ...found, cleanCache: () => forgetPackages([], plan, work, context) };
}

/** Makes an environment from parts, and again with new downloads if files are damaged. */
async function installWorkingParts(
  parts: Ingredients,
  base: BasePython,
  key: InstallationKey,
  settings: PackageSettings,
  work: string,
  context: ToolchainContext,
): Promise<Pick<Installation, 'made' | 'installed'>> {
  for (let attempt = 1; ; attempt += 1) {
    const made = await installParts(parts, base, settings, work, context);
    const inspection = await inspectFor(key.tritonVersion, pythonOf(made), context);
    if (inspection.ok) return { made, installed: inspection.interpreter };
    await rm(made, { recursive: true });
    await forgetParts(parts, base, context);
    if (attempt === 2) throw new Error(`its Python ${inspection.reason}`);
    context.log.info(`downloading again, since its Python ${inspection.reason}`);
  }
}

/**
 * Installs, and again with new downloads if files are damaged: they are those of uv's cache, which
 * other environments share.
 */
async function installWorking(
  plan: InstallPlan,
  work: string,
  context: ToolchainContext,
): Promise<Pick<Installation, 'made' | 'installed'>> {
  const { tritonVersion } = plan.key;
  let made = await installEnvironment(plan, work, context);
  let inspection = await inspectInterpreter(pythonOf(made), [], context, 'own');
  const damage = inspection.ok ? inspection.interpreter.damage : [];
  if (damage.length > 0) {
    context.log.info(`downloading again, since ${describeDamage(damage)} in uv's cache`);
    const names = [...new Set(damage.map((each) => each.package))];
    await forgetPackages(names, plan, work, context);
    made = await installEnvironment(plan, work, context);
    inspection = await inspectInterpreter(pythonOf(made), [], context, 'own');
  }
  const reason = inspection.ok
    ? ownShortcoming(inspection.interpreter, tritonVersion)
    : inspection.reason;
  if (inspection.ok && reason === undefined) return { made, installed: inspection.interpreter };
  throw new Failure('environment', {
    message: `the new environment for Triton ${tritonVersion} is unusable: its Python ${reason}`,
    hint: 'Check which package index uv uses: it may have another build of this version.',
  });
}

/** The environments that runs have found to be usable, by their folders. A run has one signal. */
const usable = new WeakMap<AbortSignal, Map<string, InterpreterInspection>>();

/**
 * Inspects the environment in `folder`, which may be damaged; undefined if there is none. Finds out
 * once in a run that it is usable, since each Python that starts takes 0.07 s.
 */
async function inspectInstallation(
  folder: string,
  key: InstallationKey,
  context: ToolchainContext,
): Promise<InterpreterInspection | undefined> {
  if (!(await isMarkedFor(folder, key))) return undefined;
  const known = usable.get(context.signal) ?? new Map<string, InterpreterInspection>();
  usable.set(context.signal, known);
  const found =
    known.get(folder) ?? (await inspectFor(key.tritonVersion, pythonOf(folder), context));
  if (found.ok) known.set(folder, found);
  return found;
}

async function inspectFor(
  tritonVersion: string,
  python: string,
  context: ToolchainContext,
): Promise<InterpreterInspection> {
  const inspection = await inspectInterpreter(python, [], context, 'own');
  const reason = inspection.ok ? ownShortcoming(inspection.interpreter, tritonVersion) : undefined;
  return reason === undefined ? inspection : { ok: false, reason };
}

/** Returns what an interpreter lacks, to complete `its Python …`; undefined if it can be used. */
function shortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  if (found.triton === null) return 'does not have Triton';
  if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
  if (found.damage.length > 0) return `has damaged files: ${describeDamage(found.damage)}`;
  return found.unmet.length === 0 ? undefined : `does not have ${found.unmet.join(', ')}`;
}

/** The same for one of our environments: a known release must be the released one. */
function ownShortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  const missing = shortcoming(found, tritonVersion);
  const released = releaseDigest(tritonVersion);
  if (missing !== undefined || released === undefined || digestOf(found) === released)
    return missing;
  return `has another Triton ${tritonVersion} than the release`;
}

function describeDamage(damage: Interpreter['damage']): string {
  const [first, ...others] = damage;
  return `${first?.problem}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

/** The result for a Python that has Triton. */
function toolchain(found: Interpreter, origin: Toolchain['origin']): Toolchain {
  const { python, version: pythonVersion, triton } = found;
  const tritonVersion = triton ?? '';
  return { python, pythonVersion, tritonVersion, digest: digestOf(found), origin };
}

function digestOf({ triton, content }: Interpreter): string {
  return content === null ? UNLISTED : installedDigest(triton ?? '', content);
}

/** In place of the digest of a Triton that has no list of its files. */
const UNLISTED = 'unknown';

function checkRequest(request: ToolchainRequest, log: Log): string {
  const parsed = parseTritonVersion(request.tritonVersion);
  const problems = request.requirements.flatMap((text) => requirementProblem(text) ?? []);
  if (!parsed.ok) throw new Failure('usage', [parsed.problem, ...problems]);
  if (problems.length > 0) throw new Failure('usage', problems);
  if (parsed.untested) {
    log.warning({
      message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest tested version`,
    });
  }
  return parsed.version;
}
