import { readBuildInputs } from '../build-inputs.ts';
import { runBuild } from '../build.ts';
import { runEntry } from '../run.ts';

// The root action: builds the package the manifest names, and tests it.
await runEntry(process, 'main', readBuildInputs, runBuild);
