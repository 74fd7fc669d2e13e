import { readPlanInputs, runEntry, runPlan } from "./action.js";
// src/action/entries/plan.ts
await runEntry(process, readPlanInputs, runPlan);
export {};
