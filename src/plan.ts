import { getInput } from '@actions/core';
import { readPlanInputs } from './action/build-inputs.ts';
import { runEntry, runnerContext } from './action/run.ts';
import { runPlan } from './action/shards.ts';

// The sub-action plan: divides the work of a build into shards.
await runEntry(process, (signal) =>
  runPlan(readPlanInputs(getInput), runnerContext(process.env, signal)),
);
