import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { debug } from './debug.ts';
import { systemCode } from './errors.ts';
import { signalOf } from './interrupts.ts';
import { ProgramOutput } from './output.ts';
import { shellQuote } from './text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env: Environment;
  /** Ends the process and all its children when aborted. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds between SIGTERM, on which the program ends what it has started, and SIGKILL.
   * Default: SIGKILL at once.
   */
  readonly graceMs?: number;
}

/**
 * A running program in its own process group, so that it and its children can be killed together.
 */
export interface ProcessGroup {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Signals every process of the group (default: SIGKILL). Does nothing if they have exited. */
  readonly kill: (signal?: 'SIGTERM' | 'SIGKILL') => void;
  /** Kills the group, after the grace of `ProcessOptions`. */
  readonly end: () => void;
}

/**
 * Starts `argv` (no shell) in its own process group. Emits `error` if the program cannot be
 * started; throws it if there are too many open files.
 */
export function startProcess(argv: readonly string[], options: ProcessOptions): ProcessGroup {
  options.signal.throwIfAborted();
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // Without file descriptors for pipes, Node makes none, and emits the error later.
  if ((child.stdin as Writable | undefined) === undefined) {
    child.once('error', () => undefined);
    throw Object.assign(new Error('spawn EMFILE'), {
      code: 'EMFILE',
      syscall: 'spawn',
      path: command,
    });
  }
  debugChild(child, argv, options.cwd);
  // A child that is gone is noticed by its exit, not by a broken pipe.
  child.stdin.on('error', () => undefined);
  const kill = (signal?: 'SIGTERM' | 'SIGKILL'): void => signalGroup(child.pid, signal);
  let limit: NodeJS.Timeout | undefined;
  const end = (): void => {
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (options.graceMs === undefined || hasExited) kill();
    else if (limit === undefined) {
      kill('SIGTERM');
      limit = setTimeout(kill, options.graceMs);
    }
  };
  options.signal.addEventListener('abort', end, { once: true });
  child.once('exit', () => clearTimeout(limit));
  child.once('close', () => options.signal.removeEventListener('abort', end));
  return { child, kill, end };
}

/** Tells those who debug what was started, and how it ended. The environment can have secrets, and is left out. */
function debugChild(child: ChildProcess, argv: readonly string[], cwd = process.cwd()): void {
  const start = performance.now();
  debug(() => `process ${child.pid}: ${argv.map(shellQuote).join(' ')} (in ${cwd})`);
  child.once('exit', (code, signal) =>
    debug(() => {
      const seconds = (performance.now() - start) / 1000;
      return `process ${child.pid} ${describeExit({ code, signal })} after ${seconds.toFixed(2)} s`;
    }),
  );
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: every process of the group has exited.
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

/** The end of a program: one of the two is null, or both if an unknown signal killed it. */
export interface ProcessExit {
  /** The exit status. */
  readonly code: number | null;
  /** The signal that killed it. */
  readonly signal: NodeJS.Signals | null;
}

/** Milliseconds that pipes stay open after a program's exit. */
const DRAIN_LIMIT = 1000;

/**
 * Waits until the program has exited and its output is read. Kills the children it left running:
 * they must neither outlive it nor hold its pipes open. Those that have left its group can do both, so
 * that pipes are closed a second after the exit. Rejects with the system's error if the program cannot
 * be started.
 */
export function waitForExit({ child, kill }: ProcessGroup): Promise<ProcessExit> {
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      kill();
      setTimeout(() => {
        // If this process was busy for so long, it reads what is in the pipes first.
        setImmediate(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        });
      }, DRAIN_LIMIT).unref();
    });
    child.once('close', (code, signal) => settle({ code, signal }));
  });
}

const SIGNAL_MEANINGS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGKILL: 'probably out of memory',
  SIGABRT: 'aborted, usually by a failed assertion',
  SIGSEGV: 'segmentation fault',
  SIGBUS: 'bus error',
  SIGFPE: 'arithmetic error',
  SIGILL: 'illegal instruction',
};

/** `exited with status 3`, `was killed by signal 11 (SIGSEGV: segmentation fault)`. */
export function describeExit({ code, signal }: ProcessExit): string {
  // Not every way to start a program tells which signal.
  if (signal === null) return code === null ? 'was killed' : `exited with status ${code}`;
  const meaning = SIGNAL_MEANINGS[signal];
  const name = meaning === undefined ? signal : `${signal}: ${meaning}`;
  return `was killed by signal ${constants.signals[signal]} (${name})`;
}

/** A program of the user failed: this one ends as it did. */
export class ProgramFailure extends Error {
  readonly status: number;
  /** True if the user knows already: this program says nothing. */
  readonly isReported: boolean;

  constructor(name: string, exit: ProcessExit, isReported = false) {
    super(`\`${name}\` ${describeExit(exit)}`);
    this.name = 'ProgramFailure';
    this.isReported = isReported;
    this.status = exit.code ?? 128 + (exit.signal === null ? 0 : constants.signals[exit.signal]);
  }
}

export interface ProcessResult extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions extends ProcessOptions {
  /** Written to standard input, which is then closed. A promise must not reject. */
  readonly input?: string | Promise<string>;
  /** Called with each chunk of output (of either stream), for live logs. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs `argv` to its end and returns its output, standard error without its middle if it is long. A
 * non-zero status is a result, not an error. What it leaves running is not waited for. Rejects with the
 * system's error if the program cannot be started, with the abort reason if `signal` is aborted, and
 * with a `Failure` (`environment`) if it prints far too much.
 */
export async function run(argv: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const group = startProcess(argv, options);
  const { child } = group;
  endWithThis(child);
  void Promise.resolve(options.input ?? '').then((text) => child.stdin.end(text));
  const output = new ProgramOutput();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output.append(stream, text);
      if (output.isTooLong) group.kill();
      else options.onOutput?.(text);
    });
  }
  const exit = await waitForExit(group);
  if (options.signal.aborted) throw abortReason(options.signal);
  return { ...exit, ...output.of(argv[0] ?? '') };
}

/**
 * Kills a program and its group, if it leads one, if this process is killed first: a shell waits for a line,
 * which it does not get then.
 */
export function endWithThis(child: ChildProcess, leadsGroup = true): void {
  if (child.pid === undefined) return;
  const target = `${leadsGroup ? '-' : ''}${child.pid}`;
  const argv = ['-c', 'read -r line || kill -s KILL -- "$0"', target];
  const guard = spawn('/bin/sh', argv, {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not end it first.
    detached: true,
  });
  // Without a shell, or with too many open files, the program runs without a guard.
  guard.once('error', () => undefined);
  const stdin: Writable | undefined = guard.stdin;
  stdin?.on('error', () => undefined);
  guard.unref();
  child.once('close', () => stdin?.end('\n'));
}

interface AttachedOptions extends ProcessOptions {
  /** True if the terminal has sent Ctrl-C to the program too. */
  readonly hasTerminal: boolean;
  /** Where the program's standard output goes: to that of this process (1), or to its standard error (2). */
  readonly output: 1 | 2;
}

/** Milliseconds that a program has to end after it was asked to. */
const END_LIMIT = 15_000;

/**
 * Runs `argv` with this process's own input and output, as a shell does. When `signal` is aborted,
 * the program gets the signal that interrupted this process, and is killed if it does not end.
 * Rejects with the system's error if the program cannot be started.
 */
export async function runAttached(
  argv: readonly string[],
  { cwd, env, signal, hasTerminal, output }: AttachedOptions,
): Promise<ProcessExit> {
  signal.throwIfAborted();
  const [command = '', ...args] = argv;
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: [0, output, 2] });
  debugChild(child, argv, cwd);
  endWithThis(child, false);
  let limit: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    const name = signalOf(signal.reason);
    if (name !== 'SIGINT' || !hasTerminal) child.kill(name);
    limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise((settle, reject) => {
      child.once('error', reject);
      child.once('exit', (code, killedBy) => settle({ code, signal: killedBy }));
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(limit);
  }
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
