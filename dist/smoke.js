import { r as getInput } from "./runner.js";
import { a as runEntry, n as readSmokeInputs, o as runnerContext, t as runSmoke } from "./action.js";
// src/smoke.ts
await runEntry(process, (signal) => runSmoke(readSmokeInputs(getInput), runnerContext(process.env, signal)));
export {};
