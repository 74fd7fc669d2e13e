import { getInput } from '@actions/core';
import { readFetchInputs } from './action/fetch-inputs.ts';
import { runFetch } from './action/fetch.ts';
import { runEntry, runnerContext } from './action/run.ts';

// The sub-action fetch: gets a package for a build.
await runEntry(process, (signal) =>
  runFetch(readFetchInputs(getInput), runnerContext(process.env, signal)),
);
