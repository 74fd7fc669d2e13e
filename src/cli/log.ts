import { styleText } from 'node:util';
import type { Log } from '../base/context.ts';
import { formatProblem, type Problem } from '../base/errors.ts';
import { endText, paceMeter, progressText } from '../base/progress.ts';
import { visibleText } from '../base/text.ts';

/** The log of a command. */
export interface CommandLog extends Log {
  /** Reports an error that ends the command. */
  error(problem: Problem): void;
  /** Reports the end. Nothing follows it. */
  end(exitCode: number): void;
}

/** The stream a log writes to: standard error, or a buffer in tests. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  /** The width, which can change at any time; 0 or undefined if it is unknown. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Cuts a text that takes more columns. */
export type CutText = (text: string, columns: number) => string;

/** Minimum time between two progress lines if lines cannot be rewritten, in milliseconds. */
const PROGRESS_INTERVAL = 2000;

/** Moves to the start of the line and erases it. */
const CLEAR_LINE = '\r\u001B[K';

/**
 * Returns a log for a terminal or a file, with headings, indented lines and progress. `show` makes
 * text harmless, and `cut` is needed for a terminal.
 */
export function terminalLog(
  terminal: Terminal,
  now: () => number,
  show: (text: string) => string = visibleText,
  hasColours = false,
  cut: CutText = (text) => text,
): CommandLog {
  let depth = 0;
  let lastProgress = -Infinity;
  let isLineOpen = false;
  const meter = paceMeter(now);
  const indent = (): string => '  '.repeat(depth);
  const styled = (style: 'bold' | 'yellow' | 'red', text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  /** Erases the current progress line, if any. */
  const clearLine = (): void => {
    if (isLineOpen) terminal.write(CLEAR_LINE);
    isLineOpen = false;
  };
  const writeStyled = (text: string): void => {
    clearLine();
    terminal.write(`${indent()}${text.replaceAll('\n', `\n${indent()}`)}\n`);
  };
  const write = (text: string): void => writeStyled(show(text));
  const writeProblem = (style: 'yellow' | 'red', name: string, problem: Problem): void =>
    writeStyled(`${styled(style, `${name}:`)} ${show(formatProblem(problem))}`);
  /** A line that was longer would be wrapped, and could then not be erased. */
  const onOneLine = (text: string): string => {
    const line = `${indent()}${show(text).replaceAll(/\s+/g, ' ')}`;
    // After the last column, some terminals begin a new line.
    return cut(line, (terminal.columns || Infinity) - 1);
  };
  return {
    async group(title, body, counted) {
      const start = now();
      writeStyled(styled('bold', show(title)));
      depth += 1;
      lastProgress = -Infinity;
      meter.start();
      try {
        const result = await body();
        write(endText(now() - start, counted?.(result) ?? 'done'));
        return result;
      } catch (error) {
        write(endText(now() - start, 'failed'));
        throw error;
      } finally {
        depth -= 1;
      }
    },
    info: write,
    progress(done, total, label, share) {
      const text = progressText(done, total, label, meter.after(done, total, share));
      if (terminal.isTTY === true) {
        terminal.write(`${CLEAR_LINE}${onOneLine(text)}${done < total ? '' : '\n'}`);
        isLineOpen = done < total;
      } else if (done === total || now() - lastProgress >= PROGRESS_INTERVAL) {
        lastProgress = now();
        write(text);
      }
    },
    warning: (problem) => writeProblem('yellow', 'warning', problem),
    error: (problem) => writeProblem('red', 'error', problem),
    end: clearLine,
  };
}
