import { spawn, type ChildProcessByStdio } from 'node:child_process';
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

export interface Finished {
  /** The exit status, or null when a signal ended the program. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends ProcessOptions {
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /** Sees each chunk of output (either stream) as it comes, for live logs. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs `argv` to its end and gives back what it printed. Rejects with the system's error when it cannot be
 * started, and with the abort reason when `signal` ended it; a non-zero status is an answer, not an error.
 */
export async function run(argv: readonly string[], options: RunOptions): Promise<Finished> {
  const { child } = startProcess(argv, options);
  child.stdin.end(options.input ?? '');
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      options.onOutput?.(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (options.signal.aborted) reject(abortReason(options.signal));
      else resolve({ code, signal, ...output });
    });
  });
}

/** The failure every interrupted step ends with. */
export function interrupted(name: string): Failure {
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
