import { styleText } from 'node:util';
import type { Count, Log } from '../base/context.ts';
import { formatProblem, type Problem } from '../base/errors.ts';
import { endText, type Every, LONGEST_SILENCE, progressTexts } from '../base/progress.ts';
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

/** A group that fails at once needs no line: the error says enough. */
const QUICK = 1000;

/** Moves to the start of the line and erases it. */
const CLEAR_LINE = '\r\u001B[K';

interface LogSettings {
  /** Makes text harmless. */
  readonly show?: (text: string) => string;
  readonly hasColours?: boolean | undefined;
  /** Is needed for a terminal. */
  readonly cut?: CutText | undefined;
  /** True if details are shown. */
  readonly isVerbose?: boolean;
  /** Default: a timer. */
  readonly every?: Every;
}

/** An open group. Its heading is printed when it logs its first line. */
interface OpenGroup {
  readonly heading: string;
  isShown: boolean;
}

/**
 * Returns a log for a terminal or a file, with indented lines and progress. A group is one line when it
 * ends, or, if it logs something, a heading and a line at the end. While a group runs, a terminal shows
 * its time, and a file gets a line every ten seconds.
 */
export function terminalLog(
  terminal: Terminal,
  now: () => number,
  {
    show = visibleText,
    hasColours = false,
    cut = (text) => text,
    isVerbose = false,
    every,
  }: LogSettings = {},
): CommandLog {
  const groups: OpenGroup[] = [];
  let lastProgress = now();
  let isLineOpen = false;
  const styled = (style: 'bold' | 'yellow' | 'red', text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  /** Erases the current progress line, if any. */
  const clearLine = (): void => {
    if (isLineOpen) terminal.write(CLEAR_LINE);
    isLineOpen = false;
  };
  const writeAt = (depth: number, text: string): void => {
    clearLine();
    terminal.write(`${indentAt(depth)}${text.replaceAll('\n', `\n${indentAt(depth)}`)}\n`);
  };
  const writeStyled = (text: string): void => {
    for (const [depth, group] of groups.entries()) {
      if (!group.isShown) writeAt(depth, group.heading);
      group.isShown = true;
    }
    writeAt(groups.length, text);
  };
  const write = (text: string): void => writeStyled(show(text));
  const writeProblem = (style: 'yellow' | 'red', name: string, problem: Problem): void =>
    writeStyled(`${styled(style, `${name}:`)} ${show(formatProblem(problem))}`);
  /** Shows a line until the next one. A line that was longer would be wrapped, and could not be erased. */
  const writeOpen = (text: string): void => {
    const depth = groups.filter(({ isShown }) => isShown).length;
    const line = `${indentAt(depth)}${show(text).replaceAll(/\s+/g, ' ')}`;
    // After the last column, some terminals begin a new line.
    terminal.write(`${CLEAR_LINE}${cut(line, (terminal.columns || Infinity) - 1)}`);
    isLineOpen = true;
  };
  /** Shows how far a group is: at once at a terminal, and not too often in a file. */
  const writeProgress = (text: string): void => {
    if (terminal.isTTY === true) writeOpen(text);
    else if (now() - lastProgress >= LONGEST_SILENCE) {
      lastProgress = now();
      write(text);
    }
  };
  const texts = progressTexts(now, writeProgress, every);
  return {
    async group(title, body, counted) {
      const start = now();
      const group = { heading: styled('bold', show(title)), isShown: false };
      groups.push(group);
      lastProgress = start;
      if (terminal.isTTY === true) writeOpen(title);
      const end = (made: Count | 'done' | 'failed'): void => {
        const text = endText(now() - start, made);
        if (group.isShown) write(text);
        groups.pop();
        const isQuiet = made === 'failed' && now() - start < QUICK;
        if (!group.isShown && isQuiet) clearLine();
        else if (!group.isShown) writeStyled(`${group.heading}: ${text}`);
      };
      try {
        const result = await texts.during(title, body);
        end(counted?.(result) ?? 'done');
        return result;
      } catch (error) {
        end('failed');
        throw error;
      }
    },
    async wait(title, body) {
      lastProgress = now();
      try {
        return await texts.during(title, body);
      } finally {
        clearLine();
      }
    },
    info: write,
    detail(message) {
      if (isVerbose) write(message);
    },
    progress(done, total, label, share) {
      writeProgress(texts.step(done, total, label, share));
    },
    warning: (problem) => writeProblem('yellow', 'warning', problem),
    error: (problem) => writeProblem('red', 'error', problem),
    end: clearLine,
  };
}

function indentAt(depth: number): string {
  return '  '.repeat(depth);
}
