import { readBundleInputs, runBundle, runEntry } from "./action.js";
// src/action/entries/bundle.ts
await runEntry(process, readBundleInputs, runBundle);
export {};
