import { isArchiveName } from '../package/archive/pack.ts';
import { plural } from '../base/text.ts';
import { verifyCommands } from '../github/publish/draft.ts';
import type { Published } from '../publish.ts';
import { addTable, escapeHtml, type Summary } from './summary.ts';

/** The outputs, by their names in publish/action.yml. */
export function publishOutputs(published: Published): Readonly<Record<string, string>> {
  const assets = published.files.map(({ asset }) => ({
    name: asset.name,
    id: asset.id,
    url: asset.browser_download_url,
    size: asset.size,
    digest: asset.digest ?? '',
  }));
  const first = assets.find(({ name }) => isArchiveName(name));
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

/**
 * The lines of the log about the release. `signer` is the repository whose workflow attests, if any
 * does.
 */
export function publishLog(published: Published, signer: string | undefined): readonly string[] {
  return [
    outcome(published),
    ...published.files.map(
      ({ asset, isNew }) => `${origin(isNew)} ${asset.digest ?? ''} ${asset.name}`,
    ),
    ...remarksOf(published),
    'To verify:',
    ...commandsFor(published, signer).map((line) => `  ${line}`),
  ];
}

/**
 * Adds the release to the job summary: every file with its digest, and the commands that verify
 * them.
 */
export function addPublishSummary(
  to: Summary,
  published: Published,
  signer: string | undefined,
): Summary {
  const { files, tag, url } = published;
  to.addHeading(`Release ${escapeHtml(tag)}`, 3);
  to.addRaw(`${escapeHtml(outcome(published))} `)
    .addLink('Release page', url)
    .addEOL();
  const rows = files.map(({ asset, isNew }) => [
    asset.name,
    `${(asset.size / 1024).toFixed(1)} KiB`,
    { code: asset.digest ?? '' },
    origin(isNew),
  ]);
  addTable(to, ['File', 'Size', 'Digest', ''], rows);
  for (const line of remarksOf(published)) to.addRaw(escapeHtml(line), true).addEOL();
  to.addRaw('To verify:', true);
  to.addCodeBlock(escapeHtml(commandsFor(published, signer).join('\n')), 'sh');
  return to;
}

function outcome({ files, isPublished, repository, tag }: Published): string {
  const added = files.filter(({ isNew }) => isNew).length;
  const state = isPublished ? 'is published' : 'is a draft';
  return `The release ${tag} of ${repository} ${state}: ${added} of ${plural(files.length, 'file')} ${files.length === 1 ? 'is' : 'are'} new.`;
}

function origin(isNew: boolean): string {
  return isNew ? 'uploaded' : 'already present';
}

function remarksOf({ distributions }: Published): readonly string[] {
  return distributions.flatMap(({ remarks }) => remarks);
}

function commandsFor(published: Published, signer: string | undefined): readonly string[] {
  return published.distributions.flatMap((one) => verifyCommands(one, published, signer));
}
