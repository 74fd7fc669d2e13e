import { readBenchInputs, runBench } from '../../action/bench.ts';
import { runAction } from '../run-action.ts';

// The sub-action bench: times the calls of a package on a GPU.
await runAction(process, 'bench', readBenchInputs, runBench);
