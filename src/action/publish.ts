import * as core from '@actions/core';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import type { Environment } from '../core/process.ts';
import { publishRelease } from '../github/publish/publish.ts';
import { repositoryOf } from '../github/repository.ts';
import { openAttestor } from './attest.ts';
import type { PublishInputs } from './publish-inputs.ts';
import { addPublishSummary, publishLog, publishOutputs } from './publish-report.ts';
import { setOutputs } from './report.ts';
import { distrust, readEvent } from './trust.ts';

/** Publishes packages, and tells the workflow about it. */
export async function runPublish(inputs: PublishInputs, context: BuildContext): Promise<void> {
  const { env, log } = context;
  const reason = distrust(env, await readEvent(env));
  if (reason !== undefined) throw untrusted(reason);
  const { prerelease, ...chosen } = inputs;
  const repository = repositoryOf(inputs.repository, env);
  const request = {
    ...chosen,
    packages: inputs.package,
    tag: inputs.tag ?? tagOf(env),
    repository,
    prerelease: prerelease === 'auto' ? undefined : prerelease === 'true',
    attest: openAttestor(inputs.attest, inputs.token, context, repository),
  };
  const published = await publishRelease(request, context);
  const signer = request.attest === undefined ? undefined : repository;
  setOutputs(publishOutputs(published));
  for (const line of publishLog(published, signer)) log.info(line);
  await addPublishSummary(core.summary, published, signer).write();
}

function untrusted(reason: string): Failure {
  return new Failure('unsafe', {
    message: `nothing is published: ${reason}`,
    hint: 'Publish in a workflow that people with write access start: on: push: tags, or workflow_dispatch. docs/publish.md shows a whole one.',
  });
}

function tagOf(env: Environment): string {
  const name = env['GITHUB_REF_NAME'];
  if (env['GITHUB_REF_TYPE'] === 'tag' && name) return name;
  const ref = name ? `the ${env['GITHUB_REF_TYPE'] || 'ref'} ${name}` : 'no tag';
  throw new Failure('usage', {
    message: `nothing tells the release's tag: the workflow runs on ${ref}`,
    hint: 'Name it in `tag`, or start the workflow with on: push: tags.',
  });
}
