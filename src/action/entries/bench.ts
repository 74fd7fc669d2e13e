import { readBenchInputs, runBench } from '../bench.ts';
import { runEntry } from '../run.ts';

// The sub-action bench: times the calls of a package on a GPU.
await runEntry(process, 'bench', readBenchInputs, runBench);
