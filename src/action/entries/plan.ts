import { readPlanInputs } from '../build-inputs.ts';
import { runEntry } from '../run.ts';
import { runPlan } from '../shards.ts';

// The sub-action plan: divides the work of a build into shards.
await runEntry(process, readPlanInputs, runPlan);
