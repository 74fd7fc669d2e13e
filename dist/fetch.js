import { readFetchInputs, runEntry, runFetch } from "./action.js";
// src/fetch.ts
await runEntry(process, readFetchInputs, runFetch);
export {};
