import { readFetchInputs, runAction, runFetch } from "./action.js";
// src/entries/actions/fetch.ts
await runAction(process, "fetch", readFetchInputs, runFetch);
export {};
