import { readShardInputs } from '../build-inputs.ts';
import { runEntry } from '../run.ts';
import { runShard } from '../shards.ts';

// The sub-action shard: compiles a part of a plan.
await runEntry(process, readShardInputs, runShard);
