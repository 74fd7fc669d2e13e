import { readSmokeInputs, runEntry, runSmoke } from "./action.js";
// src/action/entries/smoke.ts
await runEntry(process, readSmokeInputs, runSmoke);
export {};
