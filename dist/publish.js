import { getInput } from "./runner.js";
import { readPublishInputs, runEntry, runPublish, runnerContext } from "./action.js";
// src/publish.ts
await runEntry(process, (signal) => runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)));
export {};
