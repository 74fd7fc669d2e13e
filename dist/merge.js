import { readMergeInputs, runEntry, runMerge } from "./action.js";
// src/action/entries/merge.ts
await runEntry(process, readMergeInputs, runMerge);
export {};
