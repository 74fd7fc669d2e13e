import { machineFailure } from '../core/base/faults.ts';
import { interruptible } from '../core/base/process.ts';
import { commandLine, describeError, endOfOutput, exitStatusOf, shownText } from './program.ts';

/** Runs the command that `process` was started with, and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  // The command goes on to its end: what it writes to files is complete.
  process.stdout.on('error', (error) => {
    process.exitCode = endOfOutput(error, process.stderr);
  });
  process.stderr.on('error', () => {
    process.exitCode = 3;
  });
  const interruption = interruptible(process);
  try {
    await commandLine(process, interruption.signal).parseAsync();
  } catch (thrown) {
    const error = machineFailure(thrown) ?? thrown;
    process.stderr.write(shownText(describeError(error), process.env));
    process.exitCode = exitStatusOf(error);
  } finally {
    interruption.release();
  }
}
