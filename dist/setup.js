import { readSetupInputs, runAction, runSetup } from "./action.js";
// src/entries/actions/setup.ts
await runAction(process, "setup", readSetupInputs, runSetup);
export {};
