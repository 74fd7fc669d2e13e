import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { requireSameAsBefore } from './first-use.ts';
import {
  forgetPackages,
  installEnvironment,
  type InstallPlan,
  NUMPY,
  pythonOf,
  requireSpace,
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
import { readPackageSettings } from './package-settings.ts';
import { pruneToolchains, TOOLCHAIN_LIMIT } from './prune.ts';
import {
  type BasePython,
  inspectInterpreter,
  type Interpreter,
  type InterpreterInspection,
} from './python.ts';
import {
  describeDamage,
  inspectOwn,
  ownShortcoming,
  type Toolchain,
  toolchain,
} from './triton-found.ts';
import { findUv, UV_WHEELS } from './uv.ts';

export type ToolchainContext = Omit<BuildContext, 'scratch'>;

/** Uses an existing environment, or creates one. */
export async function shareInstallation(
  key: InstallationKey,
  base: BasePython,
  context: ToolchainContext,
): Promise<Toolchain> {
  const { log, signal } = context;
  const { tritonVersion } = key;
  const folder = installationFolder(context.home, key);
  const existing = await inspectInstallation(key, context);
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
      const found = await inspectInstallation(key, context);
      return found?.ok ? found.interpreter : undefined;
    });
    await pruneToolchains(TOOLCHAIN_LIMIT, cleanCache, context);
    return rival === undefined
      ? toolchain({ ...installed, python: pythonOf(folder) }, 'installed')
      : toolchain(rival, 'installed');
  });
}

interface Installation {
  readonly made: string;
  readonly installed: Interpreter;
  /** Empties uv's cache. */
  readonly cleanCache: () => Promise<void>;
}

async function install(
  key: InstallationKey,
  base: BasePython,
  folder: string,
  work: string,
  context: ToolchainContext,
): Promise<Installation> {
  const settings = await readPackageSettings(context);
  requireSpace(folder, await context.freeBytes(work));
  const uv = await findUv(settings, UV_WHEELS[key.machine], context);
  context.log.info(`installing ${shownPackages(key)} for Python ${base.version} into ${folder}`);
  const plan = { key, uv, settings, base };
  const found = await installWorking(plan, work, context);
  return { ...found, cleanCache: () => forgetPackages([], plan, work, context) };
}

/** `Triton 3.8.0, scipy and NumPy`: NumPy that nobody asked for has a version for each Python. */
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

/** Returns the Python of the environment for `key`, which may be damaged. Undefined if no environment is there. */
export async function markedPython(
  key: InstallationKey,
  home: string,
): Promise<string | undefined> {
  const folder = installationFolder(home, key);
  return (await isMarkedFor(folder, key)) ? pythonOf(folder) : undefined;
}

/** Inspects the environment for `key`, which may be damaged. Undefined if no environment is there. */
async function inspectInstallation(
  key: InstallationKey,
  context: ToolchainContext,
): Promise<InterpreterInspection | undefined> {
  const python = await markedPython(key, context.home);
  return python === undefined ? undefined : inspectOwn(key.tritonVersion, python, context);
}
