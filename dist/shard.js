import { readShardInputs, runEntry, runShard } from "./action.js";
// src/action/entries/shard.ts
await runEntry(process, readShardInputs, runShard);
export {};
