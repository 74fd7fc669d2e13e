import * as core from '@actions/core';
import { findPackages } from '../package/archive/distribute.ts';
import type { ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { readPackage } from '../package/read.ts';
import { acceptedRun, addEvidence } from '../prove/smoke/evidence.ts';
import { publishRelease } from '../publish.ts';
import { repositoryOf } from '../github/repository.ts';
import { openAttestor } from './attest.ts';
import type { PublishInputs } from './publish-inputs.ts';
import { addPublishSummary, publishLog, publishOutputs } from './publish-report.ts';
import { setOutputs, writeSummary } from './summary.ts';
import { readEventPayload, untrustedReason } from './trust.ts';

/** Publishes packages and reports the release to the workflow. */
export async function runPublish(inputs: PublishInputs, context: ScratchContext): Promise<void> {
  const { env, log } = context;
  const reason = untrustedReason(env, await readEventPayload(env));
  if (reason !== undefined) throw untrusted(reason);
  const { prerelease, evidence, ...chosen } = inputs;
  if (evidence !== undefined) {
    const found = await Promise.all(inputs.package.map((folder) => findPackages(folder)));
    for (const folder of found.flat()) await addEvidence(await readPackage(folder), evidence);
  }
  const repository = repositoryOf(inputs.repository, env);
  const request = {
    ...chosen,
    packages: inputs.package,
    tag: inputs.tag ?? tagOf(env),
    repository,
    require:
      inputs.require.kind === 'ran'
        ? { ...inputs.require, run: acceptedRun(inputs.require.run, env) }
        : inputs.require,
    prerelease: prerelease === 'auto' ? undefined : prerelease === 'true',
    attest: openAttestor(inputs.attest, inputs.token, context, repository),
  };
  const published = await publishRelease(request, context);
  const signer = request.attest === undefined ? undefined : repository;
  setOutputs(publishOutputs(published));
  for (const line of publishLog(published, signer)) log.info(line);
  await writeSummary(addPublishSummary(core.summary, published, signer), env);
}

function untrusted(reason: string): Failure {
  return new Failure('unsafe', {
    message: `refusing to publish: ${reason}`,
    hint: 'Publish in a workflow that only people with write access can start, such as `on: push: tags` or `workflow_dispatch`. docs/guides/releasing.md has an example.',
  });
}

function tagOf(env: Environment): string {
  const name = env['GITHUB_REF_NAME'];
  if (env['GITHUB_REF_TYPE'] === 'tag' && name) return name;
  const ref = name ? `on the ${env['GITHUB_REF_TYPE'] || 'ref'} ${name}` : 'without a ref';
  throw new Failure('usage', {
    message: `no tag for the release: the workflow runs ${ref}`,
    hint: 'Set `tag`, or start the workflow with `on: push: tags`.',
  });
}
