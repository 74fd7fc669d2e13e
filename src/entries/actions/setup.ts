import { readSetupInputs, runSetup } from '../../action/setup.ts';
import { runAction } from '../run-action.ts';

// The sub-action setup: puts the command triton-aot on PATH.
await runAction(process, 'setup', readSetupInputs, runSetup);
