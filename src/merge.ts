import { getInput } from '@actions/core';
import { readMergeInputs } from './action/build-inputs.ts';
import { runEntry, runnerContext } from './action/run.ts';
import { runMerge } from './action/shards.ts';

// The sub-action merge: writes the package from the results of shards.
await runEntry(process, (signal) =>
  runMerge(readMergeInputs(getInput), runnerContext(process.env, signal)),
);
