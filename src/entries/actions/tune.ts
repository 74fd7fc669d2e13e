import { runAction } from '../run-action.ts';
import { readTuneInputs, runTune } from '../../action/tune.ts';

// The sub-action tune: measures the algos of a package on a GPU.
await runAction(process, 'tune', readTuneInputs, runTune);
