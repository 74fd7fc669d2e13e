import { runEntry } from '../run.ts';
import { readSmokeInputs, runSmoke } from '../smoke.ts';

// The sub-action smoke: tests a package on a GPU.
await runEntry(process, 'smoke', readSmokeInputs, runSmoke);
