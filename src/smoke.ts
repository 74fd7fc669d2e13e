import { getInput } from '@actions/core';
import { runEntry, runnerContext } from './action/run.ts';
import { readSmokeInputs } from './action/smoke-inputs.ts';
import { runSmoke } from './action/smoke.ts';

// The sub-action smoke: tests a package on a GPU.
await runEntry(process, (signal) =>
  runSmoke(readSmokeInputs(getInput), runnerContext(process.env, signal)),
);
