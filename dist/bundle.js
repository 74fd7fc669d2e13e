import { readBundleInputs, runAction, runBundle } from "./action.js";
// src/entries/actions/bundle.ts
await runAction(process, "bundle", readBundleInputs, runBundle);
export {};
