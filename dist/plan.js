import { readPlanInputs, runEntry, runPlan } from "./action.js";
// src/plan.ts
await runEntry(process, readPlanInputs, runPlan);
export {};
