import { readBundleInputs, runBundle, runEntry } from "./action.js";
// src/action/entries/bundle.ts
await runEntry(process, "bundle", readBundleInputs, runBundle);
export {};
