import type { BuildContext, Log } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { NEWEST_TESTED, parseTritonVersion, requirementProblem } from '../model/triton-version.ts';
import { installEnvironment, pythonOf, requireSpace } from './install.ts';
import {
  installationFolder,
  type InstallationKey,
  isMarkedFor,
  markInstalled,
  moveIntoPlace,
  withWorkFolder,
} from './installation.ts';
import { readPackageSettings } from './package-settings.ts';
import { wheelMachine } from './platform.ts';
import {
  findBasePython,
  inspectInterpreter,
  inspectNamedPython,
  type Interpreter,
  type InterpreterInspection,
} from './python.ts';
import { findUv, UV_WHEELS } from './uv.ts';

/** The Python that a build needs. */
export interface ToolchainRequest {
  readonly tritonVersion: string;
  /** What the kernel files import besides Triton, in the form of pip. */
  readonly requirements: readonly string[];
  /** The interpreter the user named: a path, or a name on PATH. */
  readonly python?: string | undefined;
}

export type ToolchainContext = Omit<BuildContext, 'now' | 'scratch'>;

/** A Python with the requested version of Triton. */
export interface Toolchain {
  /** Its absolute path. */
  readonly python: string;
  readonly pythonVersion: string;
  readonly tritonVersion: string;
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
    log.info(`${named.python} ${missing}; creating an environment based on it`);
  }

  const machine = wheelMachine(context.platform);
  const base = named ?? (await findBasePython(tritonVersion, context));
  const key = { tritonVersion, requirements, tag: base.tag, machine, base: named?.python };
  return shareInstallation(key, base, context);
}

/** NumPy, if a manifest does not require it. Triton 3.6.0's interpreter fails with 2.4.6. */
export const NUMPY: readonly string[] = [
  'numpy==2.2.6; python_version < "3.11"',
  'numpy==2.3.5; python_version >= "3.11"',
];

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
  const { triton, requirements } = manifest;
  const hasNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
  const further = needsNumpy(manifest) && !hasNumpy ? NUMPY : [];
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

/** Uses an existing environment, or creates one. */
async function shareInstallation(
  key: InstallationKey,
  base: Interpreter,
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
  if (existing !== undefined) log.info(`recreating ${folder}: its Python ${existing.reason}`);

  return withWorkFolder(folder, async (work) => {
    requireSpace(folder, await context.freeBytes(work));
    const settings = await readPackageSettings(context);
    const uv = await findUv(settings, UV_WHEELS[key.machine], context);
    const packages = [`Triton ${tritonVersion}`, ...key.requirements].join(', ');
    log.info(`installing ${packages} for Python ${base.version} into ${folder}`);
    const made = await installEnvironment({ key, uv, settings, base }, work, context);
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

/** Inspects the environment in `folder`, which may be damaged; undefined if there is none. */
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
    message: `the new environment for Triton ${tritonVersion} is unusable: its Python ${inspection.reason}`,
    hint: 'Check which package index uv uses: it may have another build of this version.',
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

/** Returns what an interpreter lacks, to complete `its Python …`; undefined if it can be used. */
function shortcoming(found: Interpreter, tritonVersion: string): string | undefined {
  if (found.triton === null) return 'does not have Triton';
  if (found.triton !== tritonVersion) return `has Triton ${found.triton}, not ${tritonVersion}`;
  return found.unmet.length === 0 ? undefined : `does not have ${found.unmet.join(', ')}`;
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
      message: `Triton ${parsed.version} is newer than ${NEWEST_TESTED}, the newest tested version`,
    });
  }
  return parsed.version;
}
