import { readBundleInputs, runBundle } from '../bundle.ts';
import { runEntry } from '../run.ts';

// The sub-action bundle: compiles what a Python program was recorded to compile.
await runEntry(process, 'bundle', readBundleInputs, runBundle);
