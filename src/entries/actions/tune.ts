import { runAction } from '../run-action.ts';
import { readTuneInputs, runTune } from '../../features/tuning/action.ts';

// The sub-action tune: measures the algos of a package on a GPU.
await runAction(process, 'tune', readTuneInputs, runTune);
