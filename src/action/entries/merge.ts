import { readMergeInputs } from '../build-inputs.ts';
import { runEntry } from '../run.ts';
import { runMerge } from '../shards.ts';

// The sub-action merge: writes the package from the results of shards.
await runEntry(process, readMergeInputs, runMerge);
