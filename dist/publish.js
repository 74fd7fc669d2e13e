import { readPublishInputs, runEntry, runPublish } from "./action.js";
// src/publish.ts
await runEntry(process, readPublishInputs, runPublish);
export {};
