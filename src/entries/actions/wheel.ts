import { runAction } from '../run-action.ts';
import { readWheelInputs, runWheel } from '../../features/operators/action.ts';

// The sub-action wheel: makes a Python package of the operators in a package.
await runAction(process, 'wheel', readWheelInputs, runWheel);
