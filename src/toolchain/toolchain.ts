import type { Log } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import {
  NEWEST_TESTED,
  parseTritonVersion,
  requirementProblem,
} from '../manifest/terms/triton-version.ts';
import type { InstallationKey } from './installation.ts';
import type { ToolchainContext } from './installer.ts';
import { type BasePython, type Interpreter, shortcoming } from './interpreter.ts';
import { NUMPY, shareTriton } from './own-environment.ts';
import { wheelMachine } from './platform.ts';
import { fittingPython } from './fitting-python.ts';
import { inspectNamedPython } from './python.ts';
import { installedDigest, releaseDigest } from './triton-digest.ts';

/** The Python that a build needs. */
export interface ToolchainRequest {
  readonly tritonVersion: string;
  /** The packages that kernel files import in addition to Triton, in the form of pip. */
  readonly requirements: readonly string[];
  /** The interpreter the user named: a path, or a name on PATH. */
  readonly python?: string | undefined;
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
): Promise<Interpreter> {
  const tritonVersion = checkRequest(request, context.log);
  const { python: name, requirements } = request;
  const named =
    name === undefined ? undefined : await inspectNamedPython({ name, requirements }, context);
  if (named !== undefined) {
    const missing = shortcoming(named, tritonVersion);
    if (missing === undefined) {
      context.log.detail(`using Triton ${tritonVersion} of ${named.python}`);
      return named;
    }
    context.log.info(`${named.python} ${missing}; creating an environment based on it`);
  }
  const machine = wheelMachine(context.platform);
  const base: BasePython = named ?? (await fittingPython(tritonVersion, machine, context));
  const key: InstallationKey = {
    tritonVersion,
    requirements,
    tag: base.tag,
    machine,
    base: named?.python,
  };
  return shareTriton(key, base, context);
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
): Promise<Interpreter> {
  const request = requestOf(manifest, python);
  const key = ['toolchain', request, context.env['PATH']];
  return context.memory.once(key, () => ensureToolchain(request, context));
}

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
      : await inspectNamedPython({ name: python, requirements: request.requirements }, context);
  if (named !== undefined && shortcoming(named, manifest.triton) === undefined)
    return installedDigest(named);
  return releaseDigest(manifest.triton) ?? installedDigest(await ensureToolchain(request, context));
}

function requestOf(manifest: Manifest, python: string | undefined): ToolchainRequest {
  const { triton, requirements } = manifest;
  const hasNumpy = requirements.some((text) => /^numpy(?![\w.-])/i.test(text.trim()));
  const further = needsNumpy(manifest) && !hasNumpy ? NUMPY : [];
  return { tritonVersion: triton, requirements: [...requirements, ...further], python };
}

function needsNumpy({ kernels }: Manifest): boolean {
  return kernels.some(
    ({ smoke }) => smoke !== undefined && smoke.expected.kind !== 'none' && smoke.cases.length > 0,
  );
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
