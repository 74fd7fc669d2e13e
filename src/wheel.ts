import { runEntry } from './action/run.ts';
import { readWheelInputs } from './action/wheel-inputs.ts';
import { runWheel } from './action/wheel.ts';

// The sub-action wheel: makes a Python package of the operators in a package.
await runEntry(process, readWheelInputs, runWheel);
