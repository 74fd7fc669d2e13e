import { a as getInput } from "./runner.js";
import { c as runnerContext, f as readBuildInputs, l as runBuild, s as runEntry } from "./action.js";
// src/main.ts
await runEntry(process, (signal) => runBuild(readBuildInputs(getInput), runnerContext(process.env, signal)));
export {};
