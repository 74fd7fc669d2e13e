import { readPublishInputs, runPublish } from '../../action/publish.ts';
import { runAction } from '../run-action.ts';

// The sub-action publish: attaches packages to a release.
await runAction(process, 'publish', readPublishInputs, runPublish);
