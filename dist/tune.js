import { readTuneInputs, runEntry, runTune } from "./action.js";
// src/action/entries/tune.ts
await runEntry(process, readTuneInputs, runTune);
export {};
