import { readSmokeInputs, runEntry, runSmoke } from "./action.js";
// src/action/entries/smoke.ts
await runEntry(process, "smoke", readSmokeInputs, runSmoke);
export {};
