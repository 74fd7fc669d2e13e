import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunContext } from '../base/context.ts';
import { LOCKS_FOLDER } from '../base/assets.ts';
import { Failure } from '../base/errors.ts';
import {
  installationFolder,
  type InstallationKey,
  markerFile,
  markerOf,
  moveIntoPlace,
  pruneToolchains,
  pythonOf,
  TOOLCHAIN_LIMIT,
  withWorkFolder,
} from './installation.ts';
import {
  createEnvironment,
  forgetPackages,
  type Installer,
  requireSpace,
  type ToolchainContext,
} from './installer.ts';
import {
  type BasePython,
  describeDamage,
  inspectInterpreter,
  type Inspection,
  type Interpreter,
  shortcoming,
} from './inspected-python.ts';
import type { WheelMachine } from './platform.ts';
import { installedDigest, releaseDigest, requireSameAsBefore } from './triton-digest.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/** An environment of ours, which several runs may use, and make at the same time. */
interface SharedEnvironment {
  readonly folder: string;
  /** The text of the file that marks it as complete. */
  readonly marker: string;
  /** Its packages, for messages. */
  readonly what: string;
  readonly base: BasePython;
  readonly machine: WheelMachine;
  /** Returns the arguments of each `uv pip install`, after writing the files that they name to `work`. */
  readonly prepare: (work: string) => Promise<readonly (readonly string[])[]>;
  /** Returns what is wrong with it, to complete `its Python …`; undefined if it can be used. */
  readonly problem: (python: Interpreter) => string | undefined;
  /** Checks a new one. Default: nothing more. */
  readonly check?: (python: Interpreter) => Promise<void>;
}

/**
 * Uses an existing environment, or creates one.
 * @throws {Failure} `environment` if this machine lacks something.
 */
export async function shareEnvironment(
  shared: SharedEnvironment,
  context: ToolchainContext,
): Promise<Interpreter> {
  const { folder, marker, what, base } = shared;
  const { log, now, signal } = context;
  const file = markerFile(folder);
  const inspectMarked = async (): Promise<Inspection<Interpreter> | undefined> => {
    if ((await readFile(file, 'utf8').catch(() => '')) !== marker) return undefined;
    return judged(
      await inspectInterpreter(pythonOf(folder), [], context, { whose: 'own' }),
      shared,
    );
  };
  const existing = await inspectMarked();
  if (existing?.ok) {
    // For pruning. The file of another user, or a read-only one, stays as it is.
    await utimes(file, now() / 1000, now() / 1000).catch(() => undefined);
    log.detail(`using ${what} in ${folder}`);
    return existing.interpreter;
  }
  if (existing !== undefined) log.info(`recreating ${folder}: its Python ${existing.reason}`);

  return withWorkFolder(folder, async (work) => {
    const installs = await shared.prepare(work);
    const installer = { uv: await findUv(UV_WHEELS[shared.machine], context), base, work };
    log.info(`installing ${what} for Python ${base.version} into ${folder}`);
    const { made, interpreter } = await installWhole(shared, installs, installer, context);
    await shared.check?.(interpreter);
    await writeFile(markerFile(made), marker);
    signal.throwIfAborted();
    const rival = await moveIntoPlace(made, folder, work, async () => {
      const other = await inspectMarked();
      return other?.ok ? other.interpreter : undefined;
    });
    await pruneToolchains(TOOLCHAIN_LIMIT, () => forgetPackages([], installer, context), context);
    return rival ?? { ...interpreter, python: pythonOf(folder) };
  });
}

/** Compares the digests of all files, with time for slow disks. */
const FULL_CHECK = { whose: 'own', digests: 'all', milliseconds: 300_000 } as const;

/** Refuses a Python that cannot be used. */
function judged(
  inspection: Inspection<Interpreter>,
  { problem }: SharedEnvironment,
): Inspection<Interpreter> {
  const reason = inspection.ok ? problem(inspection.interpreter) : undefined;
  return reason === undefined ? inspection : { ok: false, reason };
}

/**
 * Installs, and again with new downloads if files are damaged: they are those of uv's cache, which
 * other environments share.
 */
async function installWhole(
  shared: SharedEnvironment,
  installs: readonly (readonly string[])[],
  installer: Installer,
  context: ToolchainContext,
): Promise<{ readonly made: string; readonly interpreter: Interpreter }> {
  const { what } = shared;
  let made = await createEnvironment(what, installs, installer, context);
  let inspection = await inspectInterpreter(pythonOf(made), [], context, FULL_CHECK);
  const damage = inspection.ok ? inspection.interpreter.damage : [];
  if (damage.length > 0) {
    context.log.info(`downloading again, since ${describeDamage(damage)} in uv's cache`);
    const names = new Set(damage.map((each) => each.package));
    await forgetPackages([...names], installer, context);
    made = await createEnvironment(what, installs, installer, context);
    inspection = await inspectInterpreter(pythonOf(made), [], context, FULL_CHECK);
  }
  const result = judged(inspection, shared);
  if (result.ok) return { made, interpreter: result.interpreter };
  throw new Failure('environment', {
    message: `the new environment for ${what} is unusable: its Python ${result.reason}`,
    hint: 'Check which package index uv uses: it may have another build of this version.',
  });
}

/**
 * Runs `body`, which compiles with `python`. If it fails and files of Triton are damaged, the damage is
 * the error: the kernels are not to blame. The next run installs a damaged environment of ours again.
 */
export async function withWholeToolchain<T>(
  python: string,
  context: RunContext,
  body: () => Promise<T>,
): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (context.signal.aborted) throw error;
    throw (await damageOf(python, context)) ?? error;
  }
}

async function damageOf(python: string, context: RunContext): Promise<Failure | undefined> {
  const folder = dirname(dirname(python));
  const marker = markerFile(folder);
  const isOwn = (await stat(marker).catch(() => undefined)) !== undefined;
  const check = { ...FULL_CHECK, whose: isOwn ? 'own' : 'foreign' } as const;
  const inspection = await inspectInterpreter(python, [], context, check);
  const damage = inspection.ok ? inspection.interpreter.damage : [];
  if (damage.length === 0) return undefined;
  if (isOwn) await rm(marker, { force: true });
  return new Failure('environment', {
    message: `packages in ${folder} are damaged: ${describeDamage(damage)}`,
    hint: isOwn
      ? 'Run the same command again: it installs them again.'
      : `Install ${damage[0]?.package} again.`,
  });
}

/**
 * NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. The digests of
 * its wheels are in locks/numpy.txt.
 */
export const NUMPY: readonly string[] = [
  'numpy==2.2.6; python_version < "3.11"',
  'numpy==2.3.5; python_version >= "3.11"',
];

/** Uses an existing environment with Triton, or creates one. Throws like `shareEnvironment`. */
export async function shareTriton(
  key: InstallationKey,
  base: BasePython,
  context: ToolchainContext,
): Promise<Interpreter> {
  const { tritonVersion, machine } = key;
  const folder = installationFolder(context.home, key);
  const shared: SharedEnvironment = {
    folder,
    marker: markerOf(key),
    what: shownPackages(key),
    base,
    machine,
    prepare: async (work) => {
      requireSpace(folder, await context.freeBytes(work));
      return installsOf(key, work);
    },
    problem: (python) => shortcoming(python, tritonVersion) ?? otherBuild(python, tritonVersion),
    check: (python) => requireSameAsBefore(python, key, context),
  };
  return shareEnvironment(shared, context);
}

function otherBuild(python: Interpreter, tritonVersion: string): string | undefined {
  const released = releaseDigest(tritonVersion);
  return released === undefined || installedDigest(python) === released
    ? undefined
    : `has another Triton ${tritonVersion} than the release`;
}

/** `Triton 3.8.0, scipy and NumPy`: NumPy that the manifest does not ask for has a version for each Python. */
function shownPackages({ tritonVersion, requirements }: InstallationKey): string {
  const asked = requirements.filter((text) => !NUMPY.includes(text));
  const packages = [`Triton ${tritonVersion}`, ...asked].join(', ');
  return asked.length === requirements.length ? packages : `${packages} and NumPy`;
}

/**
 * Returns the arguments of the installations. Triton, and NumPy if `NUMPY` is required, come from lock
 * files, which have the digests of all wheels. Writes a file for a version without a lock file.
 */
async function installsOf(
  { tritonVersion, requirements }: InstallationKey,
  work: string,
): Promise<readonly (readonly string[])[]> {
  const isLocked = releaseDigest(tritonVersion) !== undefined;
  const file = isLocked
    ? join(LOCKS_FOLDER, `triton-${tritonVersion}.txt`)
    : join(work, 'triton.txt');
  if (!isLocked) await writeFile(file, `triton==${tritonVersion}\n`);
  const hasNumpy = NUMPY.every((text) => requirements.includes(text));
  const files = [file, ...(hasNumpy ? [join(LOCKS_FOLDER, 'numpy.txt')] : [])];
  const listed = ['--only-binary=triton', ...files.flatMap((each) => ['-r', each])];
  const further = requirements.filter((text) => !NUMPY.includes(text));
  return [
    [...(isLocked ? ['--require-hashes'] : []), ...listed],
    // With Triton among the requirements, so that it stays as it is.
    ...(further.length > 0 ? [[...listed, ...further]] : []),
  ];
}
