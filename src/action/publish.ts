import * as core from '@actions/core';
import { DEFAULT_PACKAGE, matching, oneOf } from '../base/form.ts';
import { findPackages } from '../package/archive/distribute.ts';
import type { ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { readPackage } from '../package/read.ts';
import { acceptedRun, addEvidence, EVIDENCE_RUN_FORM } from '../prove/smoke/evidence.ts';
import { publishRelease } from '../publish.ts';
import { repositoryOf } from '../github/repository.ts';
import { WORKFLOW_FORM } from '../github/attestation.ts';
import { releaseKinds } from '../github/publish/released.ts';
import { LATEST_MODES } from '../github/publish/request.ts';
import { ATTEST_MODES, openAttestor } from './attest.ts';
import { type InputReader, inputsOf } from './inputs.ts';
import { REPOSITORY } from './package-folder.ts';
import { addPublishSummary, publishLog, publishOutputs } from './publish-report.ts';
import { setOutputs, writeSummary } from './summary.ts';

type PublishInputs = ReturnType<typeof readPublishInputs>;

/** Reads the inputs of the sub-action publish. */
export const readPublishInputs = inputsOf((read) => ({
  ...readReleased(read),
  /** The tag that the workflow runs on if undefined. */
  tag: read.text('tag'),
  repository: read.value('repository', REPOSITORY),
  token: read.text('token'),
  /** A folder with evidence of tests elsewhere. */
  evidence: read.text('evidence'),
  require: readRequired(read),
  attest: read.value('attest', oneOf(ATTEST_MODES)) ?? 'auto',
  signerWorkflow: read.value(
    'signer-workflow',
    matching(WORKFLOW_FORM, 'a path such as owner/name/.github/workflows/release.yml'),
  ),
  draft: read.flag('draft'),
  prerelease: read.value('prerelease', oneOf(['auto', 'true', 'false'])) ?? 'auto',
  latest: read.value('latest', oneOf(LATEST_MODES)),
  name: read.text('name'),
  notes: read.text('notes'),
  summary: read.flag('summary', true),
}));

/** Reads the inputs that name what to publish. An empty `package` means none if another one is set. */
function readReleased(read: InputReader) {
  const others: Record<string, readonly string[]> = {};
  for (const { paths, details } of releaseKinds.parts) {
    others[paths.name] = read.list(paths.name) ?? [];
    for (const { name } of details) others[name] = [read.text(name) ?? []].flat();
  }
  const hasOthers = releaseKinds.parts.some(({ paths }) => others[paths.name]?.length);
  return { package: read.list('package') ?? (hasOthers ? [] : [DEFAULT_PACKAGE]), others };
}

const EVIDENCE_RUN = matching(EVIDENCE_RUN_FORM, 'the id of a run, or `any`');

/** The evidence that is required, with the id of the run as it is given. */
function readRequired(read: InputReader) {
  const kind = read.value('require', oneOf(['abi-checked', 'emulated', 'ran'])) ?? 'abi-checked';
  const targets = read.list('require-targets');
  const run = read.value('evidence-run', EVIDENCE_RUN);
  if (kind !== 'abi-checked') return { kind, targets: targets ?? [], run };
  if (targets !== undefined)
    read.reject('input require-targets: it can only be used with `require: emulated` or `ran`');
  if (run !== undefined)
    read.reject('input evidence-run: it can only be used with `require: emulated` or `ran`');
  return { kind };
}

/** Publishes what the inputs name, and reports the release to the workflow. */
export async function runPublish(inputs: PublishInputs, context: ScratchContext): Promise<void> {
  const { env, log } = context;
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
      inputs.require.kind !== 'abi-checked'
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

function tagOf(env: Environment): string {
  const name = env['GITHUB_REF_NAME'];
  if (env['GITHUB_REF_TYPE'] === 'tag' && name) return name;
  const ref = name ? `on the ${env['GITHUB_REF_TYPE'] || 'ref'} ${name}` : 'without a ref';
  throw new Failure('usage', {
    message: `no tag for the release: the workflow runs ${ref}`,
    hint: 'Set `tag`, or start the workflow with `on: push: tags`.',
  });
}
