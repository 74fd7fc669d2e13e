import { runEntry } from '../run.ts';
import { readWheelInputs, runWheel } from '../wheel.ts';

// The sub-action wheel: makes a Python package of the operators in a package.
await runEntry(process, 'wheel', readWheelInputs, runWheel);
