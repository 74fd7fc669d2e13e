import { readShardInputs } from './action/build-inputs.ts';
import { runEntry } from './action/run.ts';
import { runShard } from './action/shards.ts';

// The sub-action shard: compiles a part of a plan.
await runEntry(process, readShardInputs, runShard);
