import type { Log } from '../core/base/context.ts';
import { formatProblem } from '../core/base/errors.ts';
import { visibleText } from '../core/base/text.ts';

/** The stream a log writes to: standard error, or a buffer in tests. */
interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Minimum time between two progress lines if lines cannot be rewritten, in milliseconds. */
const PROGRESS_INTERVAL = 2000;

/** Moves to the start of the line and erases it. */
const CLEAR_LINE = '\r\u001B[K';

/**
 * Returns a log for a terminal or a file, with headings, indented lines and progress. `show` makes
 * text harmless.
 */
export function terminalLog(
  terminal: Terminal,
  now: () => number,
  show: (text: string) => string = visibleText,
): Log {
  let depth = 0;
  let lastProgress = -Infinity;
  let isLineOpen = false;
  /** Erases the current progress line, if any. */
  const clearLine = (): void => {
    if (isLineOpen) terminal.write(CLEAR_LINE);
    isLineOpen = false;
  };
  const write = (text: string): void => {
    clearLine();
    terminal.write(
      `${'  '.repeat(depth)}${show(text).replaceAll('\n', `\n${'  '.repeat(depth)}`)}\n`,
    );
  };
  return {
    async group(title, body) {
      const start = now();
      write(title);
      depth += 1;
      lastProgress = -Infinity;
      try {
        const result = await body();
        write(`done in ${((now() - start) / 1000).toFixed(1)} s`);
        return result;
      } finally {
        clearLine();
        depth -= 1;
      }
    },
    info: write,
    progress(done, total, label) {
      const text = `[${done}/${total}] ${label}`;
      if (terminal.isTTY === true && done < total) {
        terminal.write(`${CLEAR_LINE}${'  '.repeat(depth)}${show(text)}`);
        isLineOpen = true;
      } else if (done === total || now() - lastProgress >= PROGRESS_INTERVAL) {
        lastProgress = now();
        write(text);
      }
    },
    warning: (problem) => write(`warning: ${formatProblem(problem)}`),
  };
}
