import { getInput } from "./runner.js";
import { readPlanInputs, runEntry, runPlan, runnerContext } from "./action.js";
// src/plan.ts
await runEntry(process, (signal) => runPlan(readPlanInputs(getInput), runnerContext(process.env, signal)));
export {};
