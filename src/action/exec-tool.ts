import { exec } from '@actions/exec';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout } from 'node:timers/promises';
import type { Log, RunTool } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { marked } from '../base/marked-processes.ts';
import { ProgramOutput } from '../base/output.ts';

/**
 * Runs tools with `@actions/exec`, which writes their commands to the log as every action does. The
 * library can neither end a tool nor say its process id, so a tool and all that it starts inherit a
 * variable with their own value, with which they are found and ended when the run is aborted. (The
 * runner finds the processes that a job has left running in the same way.)
 *
 * The library cannot start programs that exchange messages with this process (the Python workers, the
 * harness): it writes standard input once, and closes it only if there is something to write, and it
 * has no process groups.
 */
export function execTool(log: Pick<Log, 'info'>): RunTool {
  return async ([program = '', ...args], { cwd, env, signal, onOutput }) => {
    signal.throwIfAborted();
    const { env: ownEnv, kill } = marked(env);
    const output = new ProgramOutput();
    const stdout = collector((text) => output.append('stdout', text), log, onOutput);
    const stderr = collector((text) => output.append('stderr', text), log, onOutput);
    const running = exec(quoted(program), args, {
      ...(cwd !== undefined && { cwd }),
      env: definedIn(ownEnv),
      outStream: commandLog(log),
      listeners: { stdout: stdout.add, stderr: stderr.add },
      ignoreReturnCode: true,
      delay: DRAIN_LIMIT,
    });
    const done = new AbortController();
    const ending = endOnAbort(kill, signal, done.signal);
    try {
      // The library's type does not say that the status is null if a signal killed the tool.
      const code = (await running) as number | null;
      signal.throwIfAborted();
      stdout.end();
      stderr.end();
      return { code, signal: null, ...output.of(program) };
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof Failure ? error : startError(program, error);
    } finally {
      done.abort();
      await ending;
    }
  };
}

/** Milliseconds that output stays open after a tool's exit. */
const DRAIN_LIMIT = 1000;

/** Returns a stream that logs the library's first write, the command. The others are output. */
function commandLog(log: Pick<Log, 'info'>): Writable {
  let isFirst = true;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isFirst) log.info(chunk.toString('utf8').trimEnd());
      isFirst = false;
      done();
    },
  });
}

/** One stream of a tool's output. */
interface Collector {
  readonly add: (chunk: Buffer) => void;
  readonly end: () => void;
}

/** Collects output, and passes it on or logs its lines: both streams write whole lines to the log. */
function collector(
  keep: (text: string) => void,
  log: Pick<Log, 'info'>,
  onOutput?: (text: string) => void,
): Collector {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const logLines = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log.info(line);
  };
  const pass = (text: string): void => {
    keep(text);
    (onOutput ?? logLines)(text);
  };
  return {
    add: (chunk) => pass(decoder.write(chunk)),
    end: () => {
      pass(decoder.end());
      if (rest !== '') log.info(rest);
    },
  };
}

/** Milliseconds between two searches for processes to end. */
const SEARCH_INTERVAL = 20;

/**
 * Kills the tool and all that it starts when `signal` is aborted, until `done` is: one that just starts
 * has the mark only when it runs its program.
 */
async function endOnAbort(kill: () => void, signal: AbortSignal, done: AbortSignal): Promise<void> {
  await firstOf(signal, done);
  if (!signal.aborted) return;
  while (!done.aborted) {
    kill();
    await setTimeout(SEARCH_INTERVAL);
  }
  // Processes that the tool has started and that still run.
  kill();
}

function firstOf(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  return new Promise((settle) => {
    if (any.aborted) settle();
    else any.addEventListener('abort', () => settle(), { once: true });
  });
}

/** The library splits the program's name at spaces outside of quotes. */
function quoted(program: string): string {
  return `"${program.replaceAll('"', '\\"')}"`;
}

function definedIn(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** The system's error of a tool that did not start. The library keeps only its text. */
function startError(program: string, error: unknown): Error {
  const text = messageOf(error);
  const isMissing = text.startsWith('Unable to locate executable file');
  const code = isMissing ? 'ENOENT' : /spawn .*\b(E[A-Z]+)$/.exec(text)?.[1];
  if (code === undefined) return error instanceof Error ? error : new Error(text);
  return Object.assign(new Error(`spawn ${program} ${code}`, { cause: error }), {
    code,
    syscall: 'spawn',
    path: program,
  });
}
