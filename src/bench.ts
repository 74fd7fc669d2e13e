import { readBenchInputs } from './action/bench-inputs.ts';
import { runBench } from './action/bench.ts';
import { runEntry } from './action/run.ts';

// The sub-action bench: times the calls of a package on a GPU.
await runEntry(process, readBenchInputs, runBench);
