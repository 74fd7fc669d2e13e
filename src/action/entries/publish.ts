import { readPublishInputs, runPublish } from '../publish.ts';
import { runEntry } from '../run.ts';

// The sub-action publish: attaches packages to a release.
await runEntry(process, 'publish', readPublishInputs, runPublish);
