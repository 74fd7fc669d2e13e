import { readTuneInputs, runAction, runTune } from "./action.js";
// src/entries/actions/tune.ts
await runAction(process, "tune", readTuneInputs, runTune);
export {};
