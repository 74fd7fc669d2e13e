import type { Log } from '../core/base/context.ts';
import { formatProblem } from '../core/base/errors.ts';

/** What the log writes to: standard error, or a test's buffer. */
interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Between two progress lines where lines cannot be rewritten, in milliseconds. */
const PROGRESS_INTERVAL = 2000;

/** A log for people at a terminal, or for a file: headings, indented lines, progress. */
export function terminalLog(terminal: Terminal, now: () => number): Log {
  let depth = 0;
  let lastProgress = -Infinity;
  let isLineOpen = false;
  const write = (text: string): void => {
    // A progress line that can be rewritten gives way to whatever comes next.
    if (isLineOpen) terminal.write('\r\u001B[K');
    isLineOpen = false;
    terminal.write(`${'  '.repeat(depth)}${text.replaceAll('\n', `\n${'  '.repeat(depth)}`)}\n`);
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
        // Whoever tells of a failure starts on a line of its own.
        if (isLineOpen) terminal.write('\r\u001B[K');
        isLineOpen = false;
        depth -= 1;
      }
    },
    info: write,
    progress(done, total, label) {
      const text = `[${done}/${total}] ${label}`;
      if (terminal.isTTY === true && done < total) {
        terminal.write(`\r\u001B[K${'  '.repeat(depth)}${text}`);
        isLineOpen = true;
      } else if (done === total || now() - lastProgress >= PROGRESS_INTERVAL) {
        lastProgress = now();
        write(text);
      }
    },
    warning: (problem) => write(`warning: ${formatProblem(problem)}`),
  };
}
