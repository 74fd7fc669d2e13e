import { getInput } from "./runner.js";
import { readBuildInputs, runBuild, runEntry, runnerContext } from "./action.js";
// src/main.ts
await runEntry(process, (signal) => runBuild(readBuildInputs(getInput), runnerContext(process.env, signal)));
export {};
