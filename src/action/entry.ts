import { exitCodeOf, Failure } from '../core/errors.ts';
import { interruptible } from '../core/interruption.ts';
import { annotateErrors } from './log.ts';

/** Runs an action to its end: the one place that shows what ended it, and turns it into the exit code. */
export async function runEntry(
  host: NodeJS.Process,
  action: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruption = interruptible(host);
  try {
    await action(interruption.signal);
  } catch (error) {
    if (error instanceof Failure) annotateErrors(error.problems);
    else
      annotateErrors([
        { message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ]);
    host.exitCode = exitCodeOf(error);
  } finally {
    interruption.release();
  }
}
