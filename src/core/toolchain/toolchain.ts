import type { Log, Platform } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { NEWEST_TESTED, parseTritonVersion, requirementProblem } from '../model/triton-version.ts';
import { installEnvironment, type InstallPlan, pythonOf, requireSpace } from './install.ts';
import {
  installationFolder,
  type InstallationKey,
  isMarkedFor,
  markInstalled,
  moveIntoPlace,
  withWorkFolder,
} from './installation.ts';
import { chooseInstaller } from './installer.ts';
import { wheelMachine } from './platform.ts';
import {
  findBasePython,
  inspectInterpreter,
  inspectNamedPython,
  type Interpreter,
  type InterpreterInspection,
  requireVenv,
} from './python.ts';

/** The Python a build wants. */
export interface ToolchainRequest {
  readonly tritonVersion: string;
  /** What the kernel files import besides Triton, as pip takes it. */
  readonly requirements: readonly string[];
  /** An interpreter the user named: a path, or a name to be found on PATH. */
  readonly python?: string | undefined;
}

export interface ToolchainContext {
  /** The folder environments are kept in. */
  readonly home: string;
  readonly env: Environment;
  readonly platform: Platform;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How many bytes can still be written on the disk `path` is on. */
  readonly freeBytes: (path: string) => Promise<number>;
}

/** A Python with exactly the Triton version that was asked for. */
export interface Toolchain {
  /** Its absolute path. */
  readonly python: string;
  readonly pythonVersion: string;
  readonly tritonVersion: string;
  readonly origin: 'reused' | 'installed' | 'named';
}

/**
 * Gives back a Python with the requested Triton and requirements: the one that was named if it has them, else one
 * in an environment of its own, which is made when there is none yet. Any number of runs may do so at once.
 * Fails with kind `usage` for a version or requirement that is none, `environment` for whatever this machine lacks.
 */
export async function ensureToolchain(
  request: ToolchainRequest,
  context: ToolchainContext,
): Promise<Toolchain> {
  const tritonVersion = checkRequest(request, context.log);
  const { requirements } = request;
  const { log } = context;

  const named =
    request.python === undefined
      ? undefined
      : await inspectNamedPython(request.python, requirements, context);
  if (named !== undefined) {
    const missing = shortcoming(named, tritonVersion);
    if (missing === undefined) return toolchain(named, tritonVersion, 'named');
    log.info(`${named.python} ${missing}; it becomes the base of an environment that has it`);
  }

  const machine = wheelMachine(context.platform);
  const installer = await chooseInstaller({ ...context, etc: context.platform.etc });
  const needs = { tritonVersion, installer: installer.kind };
  if (named !== undefined) requireVenv(named, installer.kind);
  const base = named ?? (await findBasePython(needs, context));
  const key = { tritonVersion, requirements, tag: base.tag, machine, base: named?.python };
  return shareInstallation(key, { installer, base, machine, tritonVersion, requirements }, context);
}

async function shareInstallation(
  key: InstallationKey,
  plan: InstallPlan,
  context: ToolchainContext,
): Promise<Toolchain> {
  const { log, signal } = context;
  const { tritonVersion } = key;
  const folder = installationFolder(context.home, key);
  const existing = await inspectInstallation(folder, key, context);
  if (existing?.ok) {
    log.info(`using Triton ${tritonVersion} in ${folder}`);
    return toolchain(existing.interpreter, tritonVersion, 'reused');
  }
  if (existing !== undefined) log.info(`${folder} is made anew: its Python ${existing.reason}`);

  return withWorkFolder(folder, async (work) => {
    requireSpace(folder, await context.freeBytes(work));
    const packages = [`Triton ${tritonVersion}`, ...key.requirements].join(', ');
    log.info(`installing ${packages} for Python ${plan.base.version} into ${folder}`);
    const made = await installEnvironment(plan, work, context);
    const installed = await requireWorking(made, tritonVersion, context);
    await markInstalled(made, key);
    signal.throwIfAborted();
    const rival = await moveIntoPlace(made, folder, work, async () => {
      const found = await inspectInstallation(folder, key, context);
      return found?.ok ? found.interpreter : undefined;
    });
    return rival === undefined
      ? toolchain({ ...installed, python: pythonOf(folder) }, tritonVersion, 'installed')
      : toolchain(rival, tritonVersion, 'reused');
  });
}

/** The finished environment in `folder`, which may have come to harm since; undefined if there is none. */
async function inspectInstallation(
  folder: string,
  key: InstallationKey,
  context: ToolchainContext,
): Promise<InterpreterInspection | undefined> {
  if (!(await isMarkedFor(folder, key))) return undefined;
  return inspectFor(key.tritonVersion, pythonOf(folder), context);
}

async function requireWorking(
  folder: string,
  tritonVersion: string,
  context: ToolchainContext,
): Promise<Interpreter> {
  const inspection = await inspectFor(tritonVersion, pythonOf(folder), context);
  if (inspection.ok) return inspection.interpreter;
  throw new Failure('environment', {
    message: `the environment made for Triton ${tritonVersion} does not serve: its Python ${inspection.reason}`,
    hint: 'The package index may have served another build: check which index pip or uv is told to use.',
  });
}

async function inspectFor(
  tritonVersion: string,
  python: string,
  context: ToolchainContext,
): Promise<InterpreterInspection> {
  const inspection = await inspectInterpreter(python, [], context);
  const reason = inspection.ok ? shortcoming(inspection.interpreter, tritonVersion) : undefined;
  return reason === undefined ? inspection : { ok: false, reason };
}

/** What an interpreter lacks for the build, said of it. */
function shortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  if (found.triton === null) return 'has no Triton';
  if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
  return found.unmet.length === 0 ? undefined : `lacks ${found.unmet.join(', ')}`;
}

function toolchain(
  found: Interpreter,
  tritonVersion: string,
  origin: Toolchain['origin'],
): Toolchain {
  return { python: found.python, pythonVersion: found.version, tritonVersion, origin };
}

function checkRequest(request: ToolchainRequest, log: Log): string {
  const parsed = parseTritonVersion(request.tritonVersion);
  const problems = request.requirements.flatMap((text) => requirementProblem(text) ?? []);
  if (!parsed.ok) throw new Failure('usage', [parsed.problem, ...problems]);
  if (problems.length > 0) throw new Failure('usage', problems);
  if (parsed.untested) {
    log.warning({
      message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest this program was tested with`,
    });
  }
  return parsed.version;
}

/** NumPy where a manifest names none. Triton 3.6.0's interpreter works with 2.3.5 and fails with 2.4.6. */
const NUMPY = ['numpy==2.2.6; python_version < "3.11"', 'numpy==2.3.5; python_version >= "3.11"'];

/**
 * The one Python that everything of a manifest is run with: it has Triton, the manifest's requirements, and NumPy
 * where expected outputs are computed. `python` is an interpreter the user named. Throws as `ensureToolchain`.
 */
export function manifestToolchain(
  manifest: Manifest,
  python: string | undefined,
  context: ToolchainContext,
): Promise<Toolchain> {
  const { triton, requirements } = manifest;
  const namesNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
  const further = needsNumpy(manifest) && !namesNumpy ? NUMPY : [];
  return ensureToolchain(
    { tritonVersion: triton, requirements: [...requirements, ...further], python },
    context,
  );
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
