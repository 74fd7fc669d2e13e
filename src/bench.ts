import { getInput } from '@actions/core';
import { readBenchInputs } from './action/bench-inputs.ts';
import { runBench } from './action/bench.ts';
import { runEntry, runnerContext } from './action/run.ts';

// The sub-action bench: times the calls of a package on a GPU.
await runEntry(process, (signal) =>
  runBench(readBenchInputs(getInput), runnerContext(process.env, signal)),
);
