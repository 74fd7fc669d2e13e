import type { Preview } from '../github/publish/preview.ts';
import { verifyCommands } from '../github/publish/notes.ts';
import type { Published } from '../github/publish/publish.ts';

/** What `publish` prints: each file, new or kept, where they are, and how to verify them. */
export function publishedText(published: Published): string {
  const { files, isPublished, url } = published;
  return [
    ...files.map(({ asset, isNew }) =>
      fileLine(isNew ? 'uploaded' : 'kept', asset.name, asset.digest),
    ),
    `${isPublished ? 'published' : 'draft'}: ${url}`,
    'To verify:',
    ...published.distributions.flatMap((one) => verifyCommands(one, published, undefined)),
    '',
  ].join('\n');
}

/** The same for programs. */
export function publishedJson({ files, distributions: _packed, ...more }: Published): unknown {
  return { ...more, files: files.map(({ asset, isNew }) => ({ ...asset, isNew })) };
}

/** What `publish --dry-run` prints. */
export function previewText({ repository, tag, release, there, lacking }: Preview): string {
  const state = { none: 'would be made', draft: 'is a draft', published: 'is published' }[release];
  return [
    `The release ${tag} of ${repository} ${state}.`,
    ...there.map(({ name, digest }) => fileLine('kept', name, digest)),
    ...lacking.map(({ name, sha256 }) => fileLine('to upload', name, `sha256:${sha256}`)),
    '',
  ].join('\n');
}

function fileLine(how: string, name: string, digest: string | null | undefined): string {
  return `${how.padEnd(9)} ${name} ${digest ?? ''}`.trimEnd();
}
