#!/usr/bin/env node
import { commandLine, describeError, exitStatusOf } from './cli/program.ts';
import { interruptible } from './core/base/process.ts';

// The command line. Its commands are in src/cli.
const interruption = interruptible(process);
try {
  await commandLine(process, interruption.signal).parseAsync();
} catch (error) {
  process.stderr.write(describeError(error));
  process.exitCode = exitStatusOf(error);
} finally {
  interruption.release();
}
