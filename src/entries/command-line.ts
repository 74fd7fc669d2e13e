import { machineFailure } from '../base/faults.ts';
import { interruptible } from '../base/interrupts.ts';
import { loadCommands } from './commands.ts';
import { registerFeatures } from './features.ts';
import {
  commandLine,
  endOfOutput,
  exitStatusOf,
  reportError,
  selectedLog,
} from '../cli/program.ts';

/** Runs the command that `process` was started with, and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  registerFeatures();
  // Knowing how wide characters are takes a while to load.
  const cut = process.stderr.isTTY ? (await import('../cli/columns.ts')).cutToColumns : undefined;
  const selected = selectedLog(process, cut);
  // Later than everything that can change the exit code.
  process.once('exit', (code) => selected.log.end(code));
  // The command goes on to its end: what it writes to files is complete.
  process.stdout.on('error', (error) => {
    process.exitCode = endOfOutput(error, selected.log);
  });
  // Messages that cannot be written change nothing in what the command did.
  process.stderr.on('error', () => undefined);
  const interruption = interruptible(process);
  const argv = process.argv.slice(2);
  try {
    const commands = await loadCommands(argv);
    await commandLine(commands, process, interruption.signal, selected).parseAsync();
  } catch (thrown) {
    const error = machineFailure(thrown) ?? thrown;
    reportError(error, selected);
    process.exitCode = exitStatusOf(error);
  } finally {
    interruption.release();
  }
}
