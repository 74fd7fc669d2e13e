import { readBuildInputs } from '../../action/build-inputs.ts';
import { runBuild } from '../../action/build.ts';
import { runAction } from '../run-action.ts';

// The root action: builds the package the manifest names, and tests it.
await runAction(process, 'main', readBuildInputs, runBuild);
