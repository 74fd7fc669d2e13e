import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCKS_FOLDER } from '../base/assets.ts';
import { Failure } from '../base/errors.ts';
import {
  installationFolder,
  type InstallationKey,
  isMarkedFor,
  markInstalled,
  moveIntoPlace,
  noteUse,
  withWorkFolder,
} from './installation.ts';
import {
  createEnvironment,
  forgetPackages,
  type Installer,
  pythonOf,
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
} from './interpreter.ts';
import { pruneToolchains, TOOLCHAIN_LIMIT } from './prune.ts';
import { installedDigest, releaseDigest, requireSameAsBefore } from './triton-digest.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/**
 * NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. The digests of
 * its wheels are in locks/numpy.txt.
 */
export const NUMPY: readonly string[] = [
  'numpy==2.2.6; python_version < "3.11"',
  'numpy==2.3.5; python_version >= "3.11"',
];

/** The Python of one of our environments. */
export interface OwnPython {
  readonly interpreter: Interpreter;
  /** `installed` if this run, or another one at the same time, has made it. */
  readonly origin: 'reused' | 'installed';
}

/** Uses an existing environment, or creates one. */
export async function shareInstallation(
  key: InstallationKey,
  base: BasePython,
  context: ToolchainContext,
): Promise<OwnPython> {
  const { home, log, now, signal } = context;
  const { tritonVersion } = key;
  const folder = installationFolder(home, key);
  const existing = await inspectInstallation(key, context);
  if (existing?.ok) {
    await noteUse(folder, now());
    log.info(`using Triton ${tritonVersion} in ${folder}`);
    return { interpreter: existing.interpreter, origin: 'reused' };
  }
  if (existing !== undefined) log.info(`recreating ${folder}: its Python ${existing.reason}`);

  return withWorkFolder(folder, async (work) => {
    requireSpace(folder, await context.freeBytes(work));
    const uv = await findUv(UV_WHEELS[key.machine], context);
    const installer = { uv, base, work };
    log.info(`installing ${shownPackages(key)} for Python ${base.version} into ${folder}`);
    const { made, interpreter } = await installWorking(key, installer, context);
    await requireSameAsBefore(interpreter, key, context);
    await markInstalled(made, key);
    signal.throwIfAborted();
    const rival = await moveIntoPlace(made, folder, work, async () => {
      const other = await inspectInstallation(key, context);
      return other?.ok ? other.interpreter : undefined;
    });
    await pruneToolchains(TOOLCHAIN_LIMIT, () => forgetPackages([], installer, context), context);
    return {
      interpreter: rival ?? { ...interpreter, python: pythonOf(folder) },
      origin: 'installed',
    };
  });
}

/** `Triton 3.8.0, scipy and NumPy`: NumPy that the manifest does not ask for has a version for each Python. */
function shownPackages({ tritonVersion, requirements }: InstallationKey): string {
  const asked = requirements.filter((text) => !NUMPY.includes(text));
  const packages = [`Triton ${tritonVersion}`, ...asked].join(', ');
  return asked.length === requirements.length ? packages : `${packages} and NumPy`;
}

/**
 * Installs, and again with new downloads if files are damaged: they are those of uv's cache, which
 * other environments share.
 */
async function installWorking(
  key: InstallationKey,
  installer: Installer,
  context: ToolchainContext,
): Promise<{ readonly made: string; readonly interpreter: Interpreter }> {
  const { tritonVersion } = key;
  const what = `Triton ${tritonVersion}`;
  const installs = await installsOf(key, installer.work);
  const create = async (): Promise<[string, Inspection<Interpreter>]> => {
    const folder = await createEnvironment(what, installs, installer, context);
    return [folder, await inspectInterpreter(pythonOf(folder), [], context, 'own')];
  };
  let [made, inspection] = await create();
  const damage = inspection.ok ? inspection.interpreter.damage : [];
  if (damage.length > 0) {
    context.log.info(`downloading again, since ${describeDamage(damage)} in uv's cache`);
    const names = new Set(damage.map((each) => each.package));
    await forgetPackages([...names], installer, context);
    [made, inspection] = await create();
  }
  const own = requireReleased(inspection, tritonVersion);
  if (own.ok) return { made, interpreter: own.interpreter };
  throw new Failure('environment', {
    message: `the new environment for Triton ${tritonVersion} is unusable: its Python ${own.reason}`,
    hint: 'Check which package index uv uses: it may have another build of this version.',
  });
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

/** Inspects the environment for `key`, which may be damaged; undefined if no environment is there. */
async function inspectInstallation(
  key: InstallationKey,
  context: ToolchainContext,
): Promise<Inspection<Interpreter> | undefined> {
  const folder = installationFolder(context.home, key);
  if (!(await isMarkedFor(folder, key))) return undefined;
  const inspection = await inspectInterpreter(pythonOf(folder), [], context, 'own');
  return requireReleased(inspection, key.tritonVersion);
}

/** Refuses the Python of one of our environments without this Triton, or with another build of a release. */
function requireReleased(
  inspection: Inspection<Interpreter>,
  tritonVersion: string,
): Inspection<Interpreter> {
  if (!inspection.ok) return inspection;
  const released = releaseDigest(tritonVersion);
  const isReleased = released === undefined || installedDigest(inspection.interpreter) === released;
  const reason =
    shortcoming(inspection.interpreter, tritonVersion) ??
    (isReleased ? undefined : `has another Triton ${tritonVersion} than the release`);
  return reason === undefined ? inspection : { ok: false, reason };
}
