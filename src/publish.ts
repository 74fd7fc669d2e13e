import { getInput } from '@actions/core';
import { readPublishInputs } from './action/publish-inputs.ts';
import { runPublish } from './action/publish.ts';
import { runEntry, runnerContext } from './action/run.ts';

// The sub-action publish: attaches packages to a release.
await runEntry(process, (signal) =>
  runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)),
);
