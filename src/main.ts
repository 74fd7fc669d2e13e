import { getInput } from '@actions/core';
import { runnerContext } from './action/context.ts';
import { runEntry } from './action/entry.ts';
import { readInputs } from './action/inputs.ts';
import { runBuild } from './action/run.ts';

// The root action: builds the package the manifest names, and tests it.
await runEntry(process, (signal) =>
  runBuild(readInputs(getInput), runnerContext(process.env, signal)),
);
