import { EventEmitter, once } from 'node:events';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { type Environment, type ProcessResult, run } from '../base/process.ts';
import { bridgeEnvironment } from './environment.ts';
import { findBasePython, identifyFirst, inspectNamedPython } from './python.ts';

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
 * Finds the Python for scripts that read sources.
 * @throws {Failure} `environment` if no Python is found.
 */
export async function readerContext(
  tritonVersion: string,
  named: string | undefined,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<ReaderContext> {
  const { python } =
    named === undefined
      ? await findBasePython(tritonVersion, context)
      : await inspectNamedPython(named, [], context);
  const env = bridgeEnvironment(context.env);
  return { python, bridge: BRIDGE_FOLDER, env, signal: context.signal };
}

/** The seconds after which reading sources counts as hanging. */
const READING_LIMIT = 300;

/**
 * Runs a script of the bridge that reads sources, and returns its answer.
 * @throws {Failure} `environment` if Python cannot be started, fails, or takes too long.
 */
export async function runReader(
  script: string,
  request: unknown,
  { python, bridge, env, signal }: ReaderContext,
  seconds = READING_LIMIT,
): Promise<unknown> {
  const file = `${bridge}/${script}`;
  const input = JSON.stringify(request);
  const limit = AbortSignal.timeout(seconds * 1000);
  const limited = AbortSignal.any([signal, limit]);
  const waiting = await takeWaiting(file, python, signal);
  const finishing =
    waiting?.ask(input, limited) ?? run(argvOf(python, file), { env, signal: limited, input });
  const finished = await finishing.catch((error: unknown) => {
    if (signal.aborted) throw error;
    if (limit.aborted)
      throw unusablePython(python, `it was ended because it took longer than ${seconds} seconds`);
    throw unusablePython(python, messageOf(error));
  });
  if (finished.code !== 0) throw unusablePython(python, finished.stderr.slice(-2000).trim());
  return JSON.parse(finished.stdout);
}

function argvOf(python: string, file: string): readonly string[] {
  return [python, '-I', '-S', '-B', file];
}

/** A script that waits for its question. */
interface WaitingReader {
  readonly file: string;
  /** The Python that runs it, by its own path; undefined if it cannot be used. */
  readonly python: Promise<string | undefined>;
  /** Asks the only question, and ends the script when `signal` is aborted. Rejects as `run`. */
  readonly ask: (input: string, signal: AbortSignal) => Promise<ProcessResult>;
}

/** What waits in a run. A run has one signal. */
const waitingReaders = new WeakMap<AbortSignal, WaitingReader>();

/**
 * Starts a script with the first Python on PATH before its question is known, since Python takes as
 * long to start as the rest of this program. `runReader` asks it if it would run the same.
 * Returns a function that ends the script if it has not ended.
 */
export function startReader(
  script: string,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): () => void {
  const ended = new AbortController();
  const options = { env: bridgeEnvironment(env), signal: AbortSignal.any([signal, ended.signal]) };
  const file = `${BRIDGE_FOLDER}/${script}`;
  const asked = new EventEmitter<{ question: [string] }>();
  const input = once(asked, 'question').then(([question]) => String(question));
  const first = identifyFirst({ env, signal });
  const finished = first.then((found) =>
    found === undefined
      ? Promise.reject(new Error('there is no Python'))
      : run(argvOf(found.command, file), { ...options, input }),
  );
  // Those who ask get the error.
  finished.catch(() => undefined);
  waitingReaders.set(signal, {
    file,
    python: first.then((found) => found?.python),
    ask(question, limit) {
      limit.addEventListener('abort', () => ended.abort(limit.reason), { once: true });
      asked.emit('question', question);
      return finished;
    },
  });
  return () => ended.abort();
}

async function takeWaiting(
  file: string,
  python: string,
  signal: AbortSignal,
): Promise<WaitingReader | undefined> {
  const waiting = waitingReaders.get(signal);
  if (waiting?.file !== file || (await waiting.python) !== python) return undefined;
  waitingReaders.delete(signal);
  return waiting;
}

function unusablePython(python: string, details: string): Failure {
  return new Failure('environment', {
    message: `${python} could not read the kernel files: ${details}`,
    hint: 'Python 3.10 or later is required. Select it with --python.',
  });
}
