import { readSmokeInputs, runAction, runSmoke } from "./action.js";
// src/entries/actions/smoke.ts
await runAction(process, "smoke", readSmokeInputs, runSmoke);
export {};
