import { getInput } from "./runner.js";
import { readBenchInputs, runBench, runEntry, runnerContext } from "./action.js";
// src/bench.ts
await runEntry(process, (signal) => runBench(readBenchInputs(getInput), runnerContext(process.env, signal)));
export {};
