import { readBuildInputs, runBuild, runEntry } from "./action.js";
// src/action/entries/main.ts
await runEntry(process, "main", readBuildInputs, runBuild);
export {};
