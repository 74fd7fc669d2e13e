import { runAction } from '../run-action.ts';
import { readRootInputs, runRoot } from '../root-action.ts';

// The root action: builds the package the manifest names, and tests it, or runs a program whose launches are emulated.
await runAction(process, 'main', readRootInputs, runRoot);
