import { readShardInputs, runEntry, runShard } from "./action.js";
// src/shard.ts
await runEntry(process, readShardInputs, runShard);
export {};
