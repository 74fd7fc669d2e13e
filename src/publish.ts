import { readPublishInputs } from './action/publish-inputs.ts';
import { runPublish } from './action/publish.ts';
import { runEntry } from './action/run.ts';

// The sub-action publish: attaches packages to a release.
await runEntry(process, readPublishInputs, runPublish);
