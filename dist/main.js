import { a as getInput } from "./runner.js";
import { c as readInputs, l as runEntry, s as runBuild, u as runnerContext } from "./action.js";
// src/main.ts
await runEntry(process, (signal) => runBuild(readInputs(getInput), runnerContext(process.env, signal)));
export {};
