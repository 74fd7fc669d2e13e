import { getInput } from '@actions/core';
import { runnerContext } from './action/context.ts';
import { runEntry } from './action/entry.ts';
import { runPublish } from './action/publish.ts';
import { readPublishInputs } from './action/publish-inputs.ts';

// The sub-action publish: attaches packages to a release.
await runEntry(process, (signal) =>
  runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)),
);
