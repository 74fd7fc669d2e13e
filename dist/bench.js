import { readBenchInputs, runAction, runBench } from "./action.js";
// src/entries/actions/bench.ts
await runAction(process, "bench", readBenchInputs, runBench);
export {};
