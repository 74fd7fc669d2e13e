import { getInput } from '@actions/core';
import { readInputs } from './action/inputs.ts';
import { annotateErrors } from './action/log.ts';
import { runBuild } from './action/run.ts';
import { exitCodeOf, Failure } from './core/errors.ts';
import { interruptible } from './core/interruption.ts';

// The root action: builds the package the manifest names.
const interruption = interruptible(process);
try {
  await runBuild(readInputs(getInput), process.env, interruption.signal);
} catch (error) {
  if (error instanceof Failure) annotateErrors(error.problems);
  else
    annotateErrors([
      { message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ]);
  process.exitCode = exitCodeOf(error);
} finally {
  interruption.release();
}
