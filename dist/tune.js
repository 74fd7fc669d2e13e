import { getInput } from "./runner.js";
import { readTuneInputs, runEntry, runTune, runnerContext } from "./action.js";
// src/tune.ts
await runEntry(process, (signal) => runTune(readTuneInputs(getInput), runnerContext(process.env, signal)));
export {};
