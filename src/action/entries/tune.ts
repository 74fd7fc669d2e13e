import { runEntry } from '../run.ts';
import { readTuneInputs, runTune } from '../tune.ts';

// The sub-action tune: measures the algos of a package on a GPU.
await runEntry(process, 'tune', readTuneInputs, runTune);
