import { readFetchInputs, runFetch } from '../fetch.ts';
import { runEntry } from '../run.ts';

// The sub-action fetch: gets a package for a build.
await runEntry(process, 'fetch', readFetchInputs, runFetch);
