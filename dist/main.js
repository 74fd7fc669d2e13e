import { readBuildInputs, runAction, runBuild } from "./action.js";
// src/entries/actions/main.ts
await runAction(process, "main", readBuildInputs, runBuild);
export {};
