import { readPublishInputs, runAction, runPublish } from "./action.js";
// src/entries/actions/publish.ts
await runAction(process, "publish", readPublishInputs, runPublish);
export {};
