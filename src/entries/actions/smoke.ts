import { runAction } from '../run-action.ts';
import { readSmokeInputs, runSmoke } from '../../action/smoke.ts';

// The sub-action smoke: tests a package on a GPU.
await runAction(process, 'smoke', readSmokeInputs, runSmoke);
