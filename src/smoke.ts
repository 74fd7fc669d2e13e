import { runEntry } from './action/run.ts';
import { readSmokeInputs } from './action/smoke-inputs.ts';
import { runSmoke } from './action/smoke.ts';

// The sub-action smoke: tests a package on a GPU.
await runEntry(process, readSmokeInputs, runSmoke);
