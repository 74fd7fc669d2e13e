import { readBundleInputs, runBundle } from '../../action/bundle.ts';
import { runAction } from '../run-action.ts';

// The sub-action bundle: compiles what a Python program was recorded to compile.
await runAction(process, 'bundle', readBundleInputs, runBundle);
