import { getInput } from "./runner.js";
import { readFetchInputs, runEntry, runFetch, runnerContext } from "./action.js";
// src/fetch.ts
await runEntry(process, (signal) => runFetch(readFetchInputs(getInput), runnerContext(process.env, signal)));
export {};
