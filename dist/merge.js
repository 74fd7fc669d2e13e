import { getInput } from "./runner.js";
import { readMergeInputs, runEntry, runMerge, runnerContext } from "./action.js";
// src/merge.ts
await runEntry(process, (signal) => runMerge(readMergeInputs(getInput), runnerContext(process.env, signal)));
export {};
