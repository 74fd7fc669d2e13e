import { a as getInput } from "./runner.js";
import { a as runSmoke, l as runEntry, o as readSmokeInputs, u as runnerContext } from "./action.js";
// src/smoke.ts
await runEntry(process, (signal) => runSmoke(readSmokeInputs(getInput), runnerContext(process.env, signal)));
export {};
