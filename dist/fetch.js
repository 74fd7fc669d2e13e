import { readFetchInputs, runEntry, runFetch } from "./action.js";
// src/action/entries/fetch.ts
await runEntry(process, "fetch", readFetchInputs, runFetch);
export {};
