import { getInput } from '@actions/core';
import { runnerContext } from './action/context.ts';
import { runEntry } from './action/entry.ts';
import { runFetch } from './action/fetch.ts';
import { readFetchInputs } from './action/fetch-inputs.ts';

// The sub-action fetch: gets a package for a build.
await runEntry(process, (signal) =>
  runFetch(readFetchInputs(getInput), runnerContext(process.env, signal)),
);
