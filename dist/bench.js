import { readBenchInputs, runBench, runEntry } from "./action.js";
// src/bench.ts
await runEntry(process, readBenchInputs, runBench);
export {};
