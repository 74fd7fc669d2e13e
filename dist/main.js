import { r as getInput } from "./runner.js";
import { a as runEntry, i as readInputs, o as runnerContext, r as runBuild } from "./action.js";
// src/main.ts
await runEntry(process, (signal) => runBuild(readInputs(getInput), runnerContext(process.env, signal)));
export {};
