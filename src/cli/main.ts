import { interruptible } from '../core/base/process.ts';
import { commandLine, describeError, endOfOutput, exitStatusOf, shownText } from './program.ts';

/** Runs the command that `process` was started with, and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', (error) => process.exit(endOfOutput(error, process.stderr)));
  // Nobody can be told.
  process.stderr.on('error', () => process.exit(3));
  const interruption = interruptible(process);
  try {
    await commandLine(process, interruption.signal).parseAsync();
  } catch (error) {
    process.stderr.write(shownText(describeError(error), process.env));
    process.exitCode = exitStatusOf(error);
  } finally {
    interruption.release();
  }
}
