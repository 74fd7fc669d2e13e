import { a as getInput } from "./runner.js";
import { c as runnerContext, d as readSmokeInputs, s as runEntry, u as runSmoke } from "./action.js";
// src/smoke.ts
await runEntry(process, (signal) => runSmoke(readSmokeInputs(getInput), runnerContext(process.env, signal)));
export {};
