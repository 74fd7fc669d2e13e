import { a as getInput } from "./runner.js";
import { i as runPublish, l as runEntry, r as readPublishInputs, u as runnerContext } from "./action.js";
// src/publish.ts
await runEntry(process, (signal) => runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)));
export {};
