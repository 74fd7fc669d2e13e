import { Failure } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Environment } from '../process.ts';
import { findBasePython, inspectNamedPython, requireVenv } from './base-python.ts';
import { requireSpace } from './free-space.ts';
import { installEnvironment, pythonOf, type InstallPlan } from './install.ts';
import {
  installationFolder,
  isMarkedFor,
  mark,
  place,
  withWorkFolder,
  type InstallationKey,
} from './installation.ts';
import { chooseInstaller } from './installer.ts';
import { inspectInterpreter, type Inspection, type Interpreter } from './interpreter.ts';
import { wheelMachine, type Platform } from './platform.ts';
import { requirementProblem } from './requirement.ts';
import { NEWEST_TESTED, parseTritonVersion } from './triton-version.ts';

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
    await mark(made, key);
    signal.throwIfAborted();
    const rival = await place(made, folder, work, async () => {
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
): Promise<Inspection | undefined> {
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
): Promise<Inspection> {
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
