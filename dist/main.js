import { readBuildInputs, runBuild, runEntry } from "./action.js";
// src/main.ts
await runEntry(process, readBuildInputs, runBuild);
export {};
