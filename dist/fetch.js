import { a as getInput } from "./runner.js";
import { c as runnerContext, i as runFetch, r as readFetchInputs, s as runEntry } from "./action.js";
// src/fetch.ts
await runEntry(process, (signal) => runFetch(readFetchInputs(getInput), runnerContext(process.env, signal)));
export {};
