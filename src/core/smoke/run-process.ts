import { constants } from 'node:os';
import { systemCode } from '../base/errors.ts';
import {
  OutputExcerpt,
  type ProcessGroup,
  type ProcessOptions,
  startProcess,
} from '../base/process.ts';

interface TestOptions extends ProcessOptions {
  /** Milliseconds without a line that counts after which the program is ended. */
  readonly limit: number;
  /** Takes a line of standard output; what it gives back is kept as printed text. undefined: the line counts. */
  readonly onLine?: (line: string) => string | undefined;
}

/** How a test program ended. `printed` is what it wrote that was no answer, shortened in the middle. */
export interface ProcessEnding {
  readonly isLate: boolean;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

/** Milliseconds between asking a program to end and ending it. */
const GRACE = 5000;
/** Longer than any line that answers. */
const MAX_LINE = 1 << 20;

/**
 * Runs a program that may hang, crash, flood its output or leave children behind, and sees that nothing of it is
 * left. Rejects with the abort reason when the run is interrupted.
 */
export async function runTestProcess(
  argv: readonly string[],
  options: TestOptions,
): Promise<ProcessEnding> {
  const group = startProcess(argv, options);
  const { child } = group;
  child.stdin.end();
  const printed = new OutputExcerpt();
  const watch = watchdog(group, options.limit);
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  const lines = lineReader((line) => {
    const rest = options.onLine === undefined ? line : options.onLine(line);
    if (rest === undefined) watch.restart();
    else printed.append(`${rest}\n`);
  });
  child.stdout.setEncoding('utf8').on('data', lines.append);
  try {
    const [code, signal] = await closing(group);
    options.signal.throwIfAborted();
    lines.end();
    return { isLate: watch.isLate(), code, signal, printed: printed.text };
  } finally {
    watch.stop();
  }
}

/** `ended with status 3`, `was ended by signal 11 (SIGSEGV)`. */
export function describeEnding({ code, signal }: ProcessEnding): string {
  if (signal === null) return `ended with status ${code ?? 'unknown'}`;
  return `was ended by signal ${constants.signals[signal]} (${signal})`;
}

/** The last lines of what was printed, as an indented block after a colon; empty where nothing was. */
export function lastLines(printed: string, count = 5): string {
  const lines = printed.trim().split('\n').slice(-count);
  const shown = lines.map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  return printed.trim() === '' ? '' : `:\n${shown.join('\n')}`;
}

async function closing(group: ProcessGroup): Promise<[number | null, NodeJS.Signals | null]> {
  const { child } = group;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      // What it started must not outlive it, nor hold its pipes open.
      group.kill();
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, 1000).unref();
    });
    child.once('close', (code, signal) => resolve([code, signal]));
  });
}

/** Ends the group when nothing restarts it for `limit` milliseconds: first by asking, then by force. */
function watchdog(
  group: ProcessGroup,
  limit: number,
): { restart: () => void; stop: () => void; isLate: () => boolean } {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    if (isLate) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      askToEnd(group);
      timer = setTimeout(() => group.kill(), GRACE);
    }, limit);
  };
  restart();
  return { restart, stop: () => clearTimeout(timer), isLate: () => isLate };
}

function askToEnd({ child: { pid } }: ProcessGroup): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    // ESRCH: it has ended meanwhile.
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

function lineReader(take: (line: string) => void): {
  append: (text: string) => void;
  end: () => void;
} {
  let open = '';
  return {
    append(text) {
      const lines = (open + text).split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (open.length > MAX_LINE) {
        take(open);
        open = '';
      }
    },
    end: () => {
      if (open !== '') take(open);
      open = '';
    },
  };
}
