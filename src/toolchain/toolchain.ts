import type { Log } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { CaseProposer } from '../manifest/cases/generate/proposal.ts';
import type { Manifest } from '../manifest/manifest.ts';
import {
  NEWEST_TESTED,
  parseTritonVersion,
  requirementProblem,
} from '../manifest/terms/triton-version.ts';
import type { InstallationKey } from './installation.ts';
import type { ToolchainContext } from './installer.ts';
import { type BasePython, type Interpreter, shortcoming } from './inspected-python.ts';
import { NUMPY, shareTriton } from './own-environment.ts';
import { wheelMachine } from './platform.ts';
import { fittingPython } from './fitting-python.ts';
import { inspectNamedPython } from './python.ts';
import { proposeCases, questionAbout, readerContext } from './reader.ts';
import { readSources } from './readings.ts';
import { installedDigest, releaseDigest } from './triton-digest.ts';
import type { UnpackedPackage } from './unpacked-package.ts';
import { IndexUnreached } from './unreached.ts';
import type { InspectedSource, SourceRequest } from './wire/reading.ts';
import type { KeptWorkers } from './workers/kept-workers.ts';
import { type PoolContext, type WorkerLimits, withWorkers } from './workers/pool.ts';

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
 * one in an environment below `home`, which is created if necessary. If that needs a network that is not
 * there, the named Python may have another NumPy. Concurrent runs may share `home`.
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
  try {
    return await shareTriton(key, base, context);
  } catch (error) {
    if (!(error instanceof IndexUnreached)) throw error;
    const other = await withOtherNumpy(request, context);
    if (other !== undefined) return other;
    const advice = `Without a network, name a Python that has Triton ${tritonVersion} with --python (input \`python\`).`;
    const problems = error.problems.map((each) => ({
      ...each,
      hint: [advice, each.hint].filter(Boolean).join('\n'),
    }));
    throw new IndexUnreached(problems, { cause: error });
  }
}

/** Returns the named Python if it lacks nothing but the version of NumPy that builds use; undefined otherwise. */
async function withOtherNumpy(
  { tritonVersion, requirements, python: name }: ToolchainRequest,
  context: ToolchainContext,
): Promise<Interpreter | undefined> {
  if (name === undefined) return undefined;
  const any = requirements.map((text) => (NUMPY.includes(text) ? 'numpy' : text));
  const found = await inspectNamedPython({ name, requirements: [...new Set(any)] }, context);
  if (shortcoming(found, tritonVersion) !== undefined) return undefined;
  context.log.warning({
    message: `the package index cannot be reached: using the NumPy that ${found.python} has`,
    hint: 'It is another version than that of builds with a network. Expected outputs can differ in their last digits.',
  });
  return found;
}

/** The Python of a manifest, for all steps of a run. Nothing is looked for before it is needed. */
export interface Toolchain {
  /** The Python that the user named, by path or name. */
  readonly named: string | undefined;
  /** Reads functions of files below a folder without running them. Needs no Triton. */
  readonly readSources: SourceReader;
  /** Says what generated cases change. Needs no Triton. */
  readonly proposeCases: CaseProposer;
  /**
   * Returns the digest of Triton, for the kernel hash. Installs Triton only if it is not a known release,
   * since its digest is known by its files alone.
   */
  readonly digest: () => Promise<string>;
  /**
   * Returns the Python that has Triton, the manifest's requirements, and NumPy if expected outputs are
   * computed. Installs what is missing.
   */
  readonly interpreter: () => Promise<Interpreter>;
  /** Runs `body` with the settings of workers that start this Python, and wait for later jobs. */
  readonly withWorkers: <T>(
    limits: WorkerLimits,
    body: (pool: PoolContext) => Promise<T>,
  ) => Promise<T>;
}

/** What a user chooses of it. */
export interface ToolchainChoice {
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
  /** True if sources are read anew, even if an earlier run has read the same. */
  readonly anew?: boolean | undefined;
}

/** Reads functions, in the order of the requests. `wheels` are packages whose modules can be sources. */
export type SourceReader = (
  requests: readonly SourceRequest[],
  folder: string,
  wheels?: readonly UnpackedPackage[],
) => Promise<readonly InspectedSource[]>;

/**
 * Returns the toolchain of a manifest. Its functions throw a `Failure` as `ensureToolchain`.
 * @param kept the workers that wait for jobs of the run
 */
export function openToolchain(
  manifest: Manifest,
  { python: named, anew }: ToolchainChoice,
  kept: KeptWorkers,
  context: ToolchainContext,
): Toolchain {
  const request = requestOf(manifest, named);
  const { tritonVersion } = request;
  const interpreter = (): Promise<Interpreter> =>
    context.memory.once(['toolchain', request, context.env['PATH']], () =>
      ensureToolchain(request, context),
    );
  return {
    named,
    readSources: (requests, folder, wheels) =>
      readSources(questionAbout(folder, requests, wheels), { tritonVersion, named, anew }, context),
    proposeCases: async (questions) =>
      proposeCases(questions, await readerContext(tritonVersion, named, context)),
    digest: () => tritonDigest(request, interpreter, context),
    interpreter,
    withWorkers: async (limits, body) =>
      withWorkers((await interpreter()).python, limits, kept, context, body),
  };
}

async function tritonDigest(
  { tritonVersion, python: name, requirements }: ToolchainRequest,
  interpreter: () => Promise<Interpreter>,
  context: ToolchainContext,
): Promise<string> {
  const named =
    name === undefined ? undefined : await inspectNamedPython({ name, requirements }, context);
  if (named !== undefined && shortcoming(named, tritonVersion) === undefined)
    return installedDigest(named);
  return releaseDigest(tritonVersion) ?? installedDigest(await interpreter());
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
