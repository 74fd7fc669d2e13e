import { a as getInput } from "./runner.js";
import { l as runEntry, n as readFetchInputs, t as runFetch, u as runnerContext } from "./action.js";
// src/fetch.ts
await runEntry(process, (signal) => runFetch(readFetchInputs(getInput), runnerContext(process.env, signal)));
export {};
