import { a as getInput } from "./runner.js";
import { a as readPublishInputs, c as runnerContext, o as runPublish, s as runEntry } from "./action.js";
// src/publish.ts
await runEntry(process, (signal) => runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)));
export {};
