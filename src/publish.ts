import { getInput } from '@actions/core';
import { readPublishInputs, runPublish } from './action/publish.ts';
import { runEntry, runnerContext } from './action/run.ts';

// The sub-action publish: attaches packages to a release.
await runEntry(process, (signal) =>
  runPublish(readPublishInputs(getInput), runnerContext(process.env, signal)),
);
