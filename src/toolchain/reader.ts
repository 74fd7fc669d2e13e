import { BRIDGE_FOLDER } from '../base/assets.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { type Environment, run } from '../base/process.ts';
import {
  type CaseProposal,
  caseProposalsSchema,
  type CaseQuestion,
} from '../manifest/cases/generate/proposal.ts';
import { bridgeEnvironment } from './environment.ts';
import { findBasePython, inspectNamedPython, type PythonContext } from './python.ts';
import type { UnpackedPackage } from './unpacked-package.ts';
import {
  type InspectedSource,
  readAnswerSchema,
  type ReadRequest,
  type SourceRequest,
} from './wire/reading.ts';

/** The script that reads kernels and reference functions. */
export const KERNEL_READER = 'inspect_sources.py';

export interface ReaderContext {
  /** Any Python from 3.10 on, with or without Triton. */
  readonly python: string;
  /** The folder of the bridge's Python files. */
  readonly bridge: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Finds the Python for scripts that read sources: one that fits this Triton, or else any.
 * @throws {Failure} `environment` if no Python is found.
 */
export async function readerContext(
  tritonVersion: string | undefined,
  named: string | undefined,
  context: PythonContext,
): Promise<ReaderContext> {
  const { python } =
    named === undefined
      ? await findBasePython(tritonVersion, context).catch(() => findBasePython(undefined, context))
      : await inspectNamedPython({ name: named, requirements: [] }, context);
  const env = bridgeEnvironment(context.env);
  return { python, bridge: BRIDGE_FOLDER, env, signal: context.signal };
}

/**
 * Reads functions without running their files, in the order of the requests. Errors in a file are
 * part of the result.
 * @param wheels the packages whose modules can be sources
 * @throws {Failure} `environment` if Python cannot be started or fails.
 */
export async function inspectSources(
  manifestFolder: string,
  sources: readonly SourceRequest[],
  context: ReaderContext,
  wheels: readonly Pick<UnpackedPackage, 'name' | 'folder'>[] = [],
): Promise<readonly InspectedSource[]> {
  const question = questionAbout(manifestFolder, sources, wheels);
  return readAnswerSchema.parse(await runReader(KERNEL_READER, question, context)).sources;
}

/**
 * Asks for the changes with which cases are generated, in the order of the questions.
 * @throws {Failure} `environment` if Python cannot be started or fails.
 */
export async function proposeCases(
  questions: readonly CaseQuestion[],
  context: ReaderContext,
): Promise<readonly CaseProposal[]> {
  const answer = await runReader('propose_cases.py', { questions }, context);
  return caseProposalsSchema.parse(answer).proposals;
}

/** Returns what the reader is asked. */
export function questionAbout(
  manifestFolder: string,
  sources: readonly SourceRequest[],
  wheels: readonly Pick<UnpackedPackage, 'name' | 'folder'>[] = [],
): ReadRequest {
  const packages = Object.fromEntries(wheels.map(({ name, folder }) => [name, folder]));
  return { manifestFolder, packages, sources };
}

/** The limits of a script that reads sources. */
interface ReaderLimits {
  /** After these it counts as hanging. Default: 300. */
  readonly seconds?: number;
  /** Bytes of memory. Default: 4 GiB. */
  readonly memory?: number;
}

/**
 * Runs a script of the bridge that reads sources, and returns its answer.
 * @throws {Failure} `environment` if Python cannot be started, fails, or takes too long.
 */
export async function runReader(
  script: string,
  request: unknown,
  { python, bridge, env, signal }: ReaderContext,
  { seconds = 300, memory = 2 ** 32 }: ReaderLimits = {},
): Promise<unknown> {
  const file = `${bridge}/${script}`;
  const input = JSON.stringify(request);
  const limit = AbortSignal.timeout(seconds * 1000);
  const limited = AbortSignal.any([signal, limit]);
  const options = { env, signal: limited, input };
  const argv = [python, '-I', '-S', '-B', file, String(memory)];
  const finished = await run(argv, options).catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (limit.aborted)
      throw unusablePython(python, `it was ended because it took longer than ${seconds} seconds`);
    throw unusablePython(python, messageOf(error));
  });
  if (finished.code !== 0) throw unusablePython(python, finished.stderr.slice(-2000).trim());
  return JSON.parse(finished.stdout);
}

function unusablePython(python: string, details: string): Failure {
  return new Failure('environment', {
    message: `${python} could not read the kernel files: ${details}`,
    hint: 'Python 3.10 or later is required. Select it with --python.',
  });
}
