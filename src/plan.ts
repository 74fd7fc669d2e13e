import { readPlanInputs } from './action/build-inputs.ts';
import { runEntry } from './action/run.ts';
import { runPlan } from './action/shards.ts';

// The sub-action plan: divides the work of a build into shards.
await runEntry(process, readPlanInputs, runPlan);
