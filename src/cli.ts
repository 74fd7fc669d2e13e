#!/usr/bin/env node
import { describeError, statusOf } from './terminal/error.ts';
import { commandLine } from './terminal/program.ts';
import { interruptible } from './core/interruption.ts';

// The command line: see src/terminal/program.ts for its commands.
const interruption = interruptible(process);
try {
  await commandLine(process, interruption.signal).parseAsync();
} catch (error) {
  process.stderr.write(describeError(error));
  process.exitCode = statusOf(error);
} finally {
  interruption.release();
}
