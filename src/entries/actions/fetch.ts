import { readFetchInputs, runFetch } from '../../action/fetch.ts';
import { runAction } from '../run-action.ts';

// The sub-action fetch: gets a package for a build.
await runAction(process, 'fetch', readFetchInputs, runFetch);
