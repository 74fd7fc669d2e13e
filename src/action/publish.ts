import * as core from '@actions/core';
import type { summary } from '@actions/core';
import { ARCHIVE_FORMATS, type ArchiveFormat, formatOf } from '../core/archive/pack.ts';
import type { ScratchContext } from '../core/base/context.ts';
import { Failure } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import type { RequiredEvidence } from '../core/smoke/evidence.ts';
import { verifyCommands } from '../github/publish/notes.ts';
import { type Published, publishRelease } from '../github/publish/publish.ts';
import { LATEST_MODES, type LatestMode } from '../github/publish/release.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/session.ts';
import { ATTEST_MODES, type AttestMode, openAttestor } from './attest.ts';
import { setOutputs } from './build-report.ts';
import { inputReader, type InputReader } from './inputs.ts';
import { DEFAULT_PACKAGE } from './smoke-inputs.ts';
import { escapeHtml, MAX_ROWS } from './summary.ts';
import { readEventPayload, untrustedReason } from './trust.ts';

/** Publishes packages, and tells the workflow about it. */
export async function runPublish(inputs: PublishInputs, context: ScratchContext): Promise<void> {
  const { env, log } = context;
  const reason = untrustedReason(env, await readEventPayload(env));
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
    hint: 'Publish in a workflow that people with write access start: on: push: tags, or workflow_dispatch. docs/guides/releasing.md shows a whole one.',
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

/** The inputs of the sub-action publish, as one value. The names are those of publish/action.yml in camel case. */
interface PublishInputs {
  readonly package: readonly string[];
  /** The one that the workflow runs on when left out. */
  readonly tag: string | undefined;
  readonly repository: string | undefined;
  readonly token: string | undefined;
  readonly formats: readonly ArchiveFormat[];
  /** With `require-targets`. */
  readonly require: RequiredEvidence;
  readonly attest: AttestMode;
  readonly draft: boolean;
  readonly prerelease: 'auto' | 'true' | 'false';
  readonly latest: LatestMode | undefined;
  readonly name: string | undefined;
  readonly notes: string | undefined;
}

/** Every input's name in publish/action.yml. */
export const PUBLISH_INPUT_NAMES = [
  'package',
  'tag',
  'repository',
  'token',
  'formats',
  'require',
  'require-targets',
  'attest',
  'draft',
  'prerelease',
  'latest',
  'name',
  'notes',
] as const;

type PublishInputName = (typeof PUBLISH_INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readPublishInputs(get: (name: PublishInputName) => string): PublishInputs {
  const read = inputReader(get);
  const inputs = {
    package: read.list('package') ?? [DEFAULT_PACKAGE],
    tag: read.text('tag'),
    repository: read.formed('repository', REPOSITORY_FORM, 'owner/name'),
    token: read.text('token'),
    formats: read.some('formats', ARCHIVE_FORMATS) ?? ARCHIVE_FORMATS,
    require: readRequired(read),
    attest: read.choice('attest', ATTEST_MODES) ?? 'auto',
    draft: read.flag('draft'),
    prerelease: read.choice('prerelease', ['auto', 'true', 'false'] as const) ?? 'auto',
    latest: read.choice('latest', LATEST_MODES),
    name: read.text('name'),
    notes: read.text('notes'),
  };
  read.check();
  return inputs;
}

function readRequired(read: InputReader<PublishInputName>): RequiredEvidence {
  const kind = read.choice('require', ['abi-checked', 'ran'] as const) ?? 'abi-checked';
  const targets = read.list('require-targets');
  if (kind === 'ran') return { kind, targets: targets ?? [] };
  if (targets !== undefined)
    read.refuse('input require-targets: it is of use with `require: ran` only');
  return { kind };
}

/** Every output's name in publish/action.yml, with its value. */
export function publishOutputs(published: Published): Readonly<Record<string, string>> {
  const assets = published.files.map(({ asset }) => ({
    name: asset.name,
    id: asset.id,
    url: asset.browser_download_url,
    size: asset.size,
    digest: asset.digest ?? '',
  }));
  const archives = assets.filter(({ name }) => formatOf(name) !== undefined);
  const first = archives.find(({ name }) => formatOf(name) === 'tar.zst') ?? archives[0];
  return {
    'release-id': String(published.id),
    'release-url': published.url,
    tag: published.tag,
    published: String(published.isPublished),
    assets: JSON.stringify(assets),
    digest: first?.digest ?? '',
    'attestation-urls': JSON.stringify(published.attestationUrls),
  };
}

/** What the log says in the end. `signer` is the repository whose workflow attests, if any does. */
export function publishLog(published: Published, signer: string | undefined): readonly string[] {
  return [
    outcome(published),
    ...published.files.map(
      ({ asset, isNew }) =>
        `${isNew ? 'uploaded' : 'was there'} ${asset.digest ?? ''} ${asset.name}`,
    ),
    'To verify:',
    ...commandsFor(published, signer).map((line) => `  ${line}`),
  ];
}

/** Adds what was published: every file with its digest, and the commands to verify them. */
export function addPublishSummary(
  to: typeof summary,
  published: Published,
  signer: string | undefined,
): typeof summary {
  const { files, tag, url } = published;
  to.addHeading(`Release ${escapeHtml(tag)}`, 3);
  to.addRaw(`${escapeHtml(outcome(published))} `)
    .addLink('Its page', url)
    .addEOL();
  to.addTable([
    ['File', 'Size', 'Digest', ''].map((data) => ({ data, header: true })),
    ...files
      .slice(0, MAX_ROWS)
      .map(({ asset, isNew }) => [
        asset.name,
        `${(asset.size / 1024).toFixed(1)} KiB`,
        `<code>${escapeHtml(asset.digest ?? '')}</code>`,
        isNew ? 'uploaded' : 'was there',
      ]),
  ]);
  if (files.length > MAX_ROWS) to.addRaw(`… and ${files.length - MAX_ROWS} more.`, true);
  to.addRaw('To verify:', true);
  to.addCodeBlock(escapeHtml(commandsFor(published, signer).join('\n')), 'sh');
  return to;
}

function outcome({ files, isPublished, repository, tag }: Published): string {
  const added = files.filter(({ isNew }) => isNew).length;
  const state = isPublished ? 'is published' : 'is a draft';
  return `The release ${tag} of ${repository} ${state}: ${added} of ${files.length} files are new.`;
}

function commandsFor(published: Published, signer: string | undefined): readonly string[] {
  return published.distributions.flatMap((one) => verifyCommands(one, published, signer));
}
