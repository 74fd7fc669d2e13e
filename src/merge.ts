import { readMergeInputs } from './action/build-inputs.ts';
import { runEntry } from './action/run.ts';
import { runMerge } from './action/shards.ts';

// The sub-action merge: writes the package from the results of shards.
await runEntry(process, readMergeInputs, runMerge);
