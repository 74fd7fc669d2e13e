import type { summary } from '@actions/core';
import { formatOf } from '../core/archive/format.ts';
import type { Published } from '../github/publish/publish.ts';
import { verifyCommands } from '../github/publish/notes.ts';
import { escape, MOST_ROWS } from './summary.ts';

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
  to.addHeading(`Release ${escape(tag)}`, 3);
  to.addRaw(`${escape(outcome(published))} `)
    .addLink('Its page', url)
    .addEOL();
  to.addTable([
    ['File', 'Size', 'Digest', ''].map((data) => ({ data, header: true })),
    ...files
      .slice(0, MOST_ROWS)
      .map(({ asset, isNew }) => [
        asset.name,
        `${(asset.size / 1024).toFixed(1)} KiB`,
        `<code>${escape(asset.digest ?? '')}</code>`,
        isNew ? 'uploaded' : 'was there',
      ]),
  ]);
  if (files.length > MOST_ROWS) to.addRaw(`… and ${files.length - MOST_ROWS} more.`, true);
  to.addRaw('To verify:', true);
  to.addCodeBlock(escape(commandsFor(published, signer).join('\n')), 'sh');
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
