import { readPublishInputs, runEntry, runPublish } from "./action.js";
// src/action/entries/publish.ts
await runEntry(process, "publish", readPublishInputs, runPublish);
export {};
