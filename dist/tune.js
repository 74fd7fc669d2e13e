import { readTuneInputs, runEntry, runTune } from "./action.js";
// src/action/entries/tune.ts
await runEntry(process, "tune", readTuneInputs, runTune);
export {};
