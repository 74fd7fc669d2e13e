import { marked } from './marked-processes.ts';
import { OutputExcerpt } from './output.ts';
import {
  endWithThis,
  type ProcessExit,
  type ProcessGroup,
  type ProcessOptions,
  startProcess,
  waitForExit,
} from './process.ts';

interface ForeignOptions extends ProcessOptions {
  /** Milliseconds without an accepted line of output after which the program is killed. */
  readonly limit: number;
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /**
   * Called with each line of standard output. Returns what to keep as printed text; undefined
   * accepts the line.
   */
  readonly onLine?: (line: string) => string | undefined;
}

/** The end of a program. `printed` is its other output, shortened in the middle. */
export interface ForeignExit extends ProcessExit {
  readonly isTimeout: boolean;
  readonly printed: string;
}

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 5000;
/** Longer than any line of a protocol. */
const MAX_LINE = 1 << 22;

/**
 * Runs a program with code that others have written: it may hang, crash, flood its output or start
 * processes that outlive it, also in a session of their own. Ends all of them. Rejects with the abort
 * reason if the run is interrupted.
 */
export async function runForeignProgram(
  argv: readonly string[],
  options: ForeignOptions,
): Promise<ForeignExit> {
  const { env, kill } = marked(options.env);
  const group = startProcess(argv, { ...options, env });
  const { child } = group;
  endWithThis(child);
  child.once('exit', kill);
  child.stdin.end(options.input ?? '');
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
      const end = text.lastIndexOf('\n');
      const lines = end < 0 ? [] : (open + text.slice(0, end)).split('\n');
      open = end < 0 ? open + text : text.slice(end + 1);
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
