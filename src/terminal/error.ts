import { CommanderError } from 'commander';
import { exitCodeOf, Failure, formatProblem } from '../core/errors.ts';

/** What standard error shows of whatever ended the command: nothing where it has been told already. */
export function describeError(error: unknown): string {
  // Commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) return '';
  if (error instanceof Failure) {
    return error.problems.map((problem) => `error: ${formatProblem(problem)}\n`).join('');
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `internal error: ${text}\nThis is a defect of triton-aot. Please report it with the command and the manifest.\n`;
}

/** The status the command ends with: 2 for a command line that makes no sense, 0 where help was asked for. */
export function statusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return exitCodeOf(error);
}
