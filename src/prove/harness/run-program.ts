import {
  OutputExcerpt,
  type ProcessExit,
  type ProcessGroup,
  type ProcessOptions,
  startProcess,
  waitForExit,
} from '../../base/process.ts';

interface TestOptions extends ProcessOptions {
  /** Milliseconds without an accepted line of output after which the program is killed. */
  readonly limit: number;
  /**
   * Called with each line of standard output. Returns what to keep as printed text; undefined
   * accepts the line.
   */
  readonly onLine?: (line: string) => string | undefined;
}

/** The end of a test program. `printed` is its other output, shortened in the middle. */
export interface TestExit extends ProcessExit {
  readonly isTimeout: boolean;
  readonly printed: string;
}

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 5000;
/** Longer than any line of the protocol. */
const MAX_LINE = 1 << 20;

/**
 * Runs a program that may hang, crash, flood its output or start processes that outlive it. Ends all
 * of them. Rejects with the abort reason if the run is interrupted.
 */
export async function runTestProgram(
  argv: readonly string[],
  options: TestOptions,
): Promise<TestExit> {
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
    const exit = await waitForExit(group);
    options.signal.throwIfAborted();
    lines.end();
    return { ...exit, isTimeout: watch.isTimeout(), printed: printed.text };
  } finally {
    watch.stop();
  }
}

/** The last lines of `printed` after a colon, for a message; empty if there are none. */
export function lastLines(printed: string, count = 5): string {
  const lines = printed.trim().split('\n').slice(-count);
  const shown = lines.map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  return printed.trim() === '' ? '' : `:\n${shown.join('\n')}`;
}

/** Terminates the group (SIGTERM, then SIGKILL) after `limit` milliseconds without a restart. */
function watchdog(
  group: ProcessGroup,
  limit: number,
): { restart: () => void; stop: () => void; isTimeout: () => boolean } {
  let isTimeout = false;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    if (isTimeout) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTimeout = true;
      group.kill('SIGTERM');
      timer = setTimeout(() => group.kill(), GRACE);
    }, limit);
  };
  restart();
  return { restart, stop: () => clearTimeout(timer), isTimeout: () => isTimeout };
}

/** Splits text into lines. A line longer than `MAX_LINE` is passed on in pieces. */
function lineReader(onLine: (line: string) => void): {
  append: (text: string) => void;
  end: () => void;
} {
  let open = '';
  return {
    append(text) {
      const lines = (open + text).split('\n');
      open = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (open.length > MAX_LINE) {
        onLine(open);
        open = '';
      }
    },
    end: () => {
      if (open !== '') onLine(open);
      open = '';
    },
  };
}

/** A problem that the harness found, or that ended it. */
export interface HarnessProblem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export const PROBLEM_KINDS = [
  'launch', // the entry point returned an error
  'execution', // the kernel failed
  'values', // outside of the tolerance
  'not-a-number', // NaN, or an infinity where none is expected
  'unwritten', // the poison is still there
  'out-of-bounds', // a guard was written
  'gap', // written between the elements of a buffer
  'input-changed',
  'not-repeatable',
  'race', // it depends on which of several threads comes first, or wins
  'check', // one of the checks of the interface
  'unsupported', // the emulator does not know an instruction
  'timeout',
  'crash',
] as const;
type ProblemKind = (typeof PROBLEM_KINDS)[number];
