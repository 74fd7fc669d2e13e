import { getInput } from "./runner.js";
import { readSmokeInputs, runEntry, runSmoke, runnerContext } from "./action.js";
// src/smoke.ts
await runEntry(process, (signal) => runSmoke(readSmokeInputs(getInput), runnerContext(process.env, signal)));
export {};
