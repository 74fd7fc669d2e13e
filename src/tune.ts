import { runEntry } from './action/run.ts';
import { readTuneInputs } from './action/tune-inputs.ts';
import { runTune } from './action/tune.ts';

// The sub-action tune: measures the algos of a package on a GPU.
await runEntry(process, readTuneInputs, runTune);
