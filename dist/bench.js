import { readBenchInputs, runBench, runEntry } from "./action.js";
// src/action/entries/bench.ts
await runEntry(process, "bench", readBenchInputs, runBench);
export {};
