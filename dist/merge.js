import { readMergeInputs, runEntry, runMerge } from "./action.js";
// src/merge.ts
await runEntry(process, readMergeInputs, runMerge);
export {};
