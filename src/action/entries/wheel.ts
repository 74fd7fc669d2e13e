import { runEntry } from '../run.ts';
import { readWheelInputs } from '../wheel-inputs.ts';
import { runWheel } from '../wheel.ts';

// The sub-action wheel: makes a Python package of the operators in a package.
await runEntry(process, readWheelInputs, runWheel);
