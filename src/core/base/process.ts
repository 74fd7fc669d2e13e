import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Failure, systemCode } from './errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env: Environment;
  /** Ends the process and all its children as soon as it is aborted. */
  readonly signal: AbortSignal;
}

/** A running program in a process group of its own, so that it and its children end together. */
export interface ProcessGroup {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Ends every process of the group at once. Harmless when they have ended already. */
  kill(): void;
}

/** Starts `argv` (no shell) in its own process group. A program that cannot be started emits `error`. */
export function startProcess(argv: readonly string[], options: ProcessOptions): ProcessGroup {
  options.signal.throwIfAborted();
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // A child that has gone away is noticed by its exit, not by a broken pipe.
  child.stdin.on('error', () => undefined);
  const kill = (): void => killGroup(child.pid);
  options.signal.addEventListener('abort', kill, { once: true });
  child.once('close', () => options.signal.removeEventListener('abort', kill));
  return { child, kill };
}

export interface ProcessResult {
  /** The exit status, or null when a signal ended the program. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions extends ProcessOptions {
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /** Sees each chunk of output (either stream) as it comes, for live logs. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs `argv` to its end and gives back what it printed. Rejects with the system's error when it cannot be
 * started, and with the abort reason when `signal` ended it; a non-zero status is an answer, not an error.
 */
export async function run(argv: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const { child } = startProcess(argv, options);
  child.stdin.end(options.input ?? '');
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      options.onOutput?.(text);
    });
  }
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (options.signal.aborted) reject(abortReason(options.signal));
      else settle({ code, signal, ...output });
    });
  });
}

/** The failure every interrupted step ends with. */
export function interruptedFailure(name: string): Failure {
  return new Failure('interrupted', { message: `interrupted by ${name}` });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group has ended already, which is what was wanted.
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The part of `process` that tells of signals. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** A signal for the run that is aborted by Ctrl-C and by requests to end. */
export function interruptible(source: SignalSource): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  // Every running child process listens, and there are as many as the machine has cores.
  setMaxListeners(0, controller.signal);
  const listeners = ENDING.map((name) => {
    const listener = (): void => controller.abort(interruptedFailure(name));
    source.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const { name, listener } of listeners) source.off(name, listener);
    },
  };
}

/** Characters kept of each end. */
const KEPT = 16_384;

/** What a program printed since the last `clear`: its beginning and its end, so that a flood costs no memory. */
export class OutputExcerpt {
  #head = '';
  #tail = '';
  #cut = false;

  append(text: string): void {
    const room = KEPT - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = this.#tail + text.slice(room);
    this.#cut ||= rest.length > KEPT;
    this.#tail = rest.slice(-KEPT);
  }

  clear(): void {
    this.#head = '';
    this.#tail = '';
    this.#cut = false;
  }

  get text(): string {
    return this.#cut ? `${this.#head}\n[…]\n${this.#tail}` : this.#head + this.#tail;
  }
}

/** The absolute path of a program, as a shell finds it: a bare name on PATH, anything with a slash as it stands. */
export async function findExecutable(name: string, env: Environment): Promise<string | undefined> {
  if (name.includes('/')) return (await isExecutable(resolve(name))) ? resolve(name) : undefined;
  for (const folder of (env['PATH'] ?? '').split(':').filter(Boolean)) {
    const file = resolve(join(folder, name));
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Runs `body` for every item, so many at a time, and gives the results in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  body: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      results[at] = await body(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
