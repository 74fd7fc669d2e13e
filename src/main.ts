import { readBuildInputs } from './action/build-inputs.ts';
import { runBuild } from './action/build.ts';
import { runEntry } from './action/run.ts';

// The root action: builds the package the manifest names, and tests it.
await runEntry(process, readBuildInputs, runBuild);
