import { readBundleInputs, runBundle } from '../../features/bundle/action.ts';
import { runAction } from '../run-action.ts';

// The sub-action bundle: compiles what a Python program was recorded to compile.
await runAction(process, 'bundle', readBundleInputs, runBundle);
