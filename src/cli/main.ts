import { machineFailure } from '../core/base/faults.ts';
import { interruptible } from '../core/base/process.ts';
import { commandLine, endOfOutput, exitStatusOf, reportError, selectedLog } from './program.ts';

/** Runs the command that `process` was started with, and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  const selected = selectedLog(process);
  // Later than everything that can change the exit code.
  process.once('exit', (code) => selected.log.end(code));
  // The command goes on to its end: what it writes to files is complete.
  process.stdout.on('error', (error) => {
    process.exitCode = endOfOutput(error, selected.log);
  });
  process.stderr.on('error', () => {
    process.exitCode = 3;
  });
  const interruption = interruptible(process);
  try {
    await commandLine(process, interruption.signal, selected).parseAsync();
  } catch (thrown) {
    const error = machineFailure(thrown) ?? thrown;
    reportError(error, selected);
    process.exitCode = exitStatusOf(error);
  } finally {
    interruption.release();
  }
}
