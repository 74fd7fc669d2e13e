import { readSmokeInputs, runEntry, runSmoke } from "./action.js";
// src/smoke.ts
await runEntry(process, readSmokeInputs, runSmoke);
export {};
