import { readTuneInputs, runEntry, runTune } from "./action.js";
// src/tune.ts
await runEntry(process, readTuneInputs, runTune);
export {};
