import { readFetchInputs } from './action/fetch-inputs.ts';
import { runFetch } from './action/fetch.ts';
import { runEntry } from './action/run.ts';

// The sub-action fetch: gets a package for a build.
await runEntry(process, readFetchInputs, runFetch);
