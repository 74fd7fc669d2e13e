import { Option } from 'commander';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/pack.ts';
import { Failure } from '../core/base/errors.ts';
import type { RequiredEvidence } from '../core/smoke/evidence.ts';
import { verifyCommands } from '../github/publish/notes.ts';
import {
  type Preview,
  previewRelease,
  type Published,
  publishRelease,
} from '../github/publish/publish.ts';
import { LATEST_MODES, type LatestMode } from '../github/publish/release.ts';
import { repositoryOf, tokenIn } from '../github/session.ts';
import { parseArchiveFormats, parseList } from './options.ts';
import type { AddCommands } from './program.ts';

interface PublishOptions {
  readonly package: readonly string[];
  readonly tag: string;
  readonly repository?: string;
  readonly formats?: readonly ArchiveFormat[];
  readonly require: RequiredEvidence['kind'];
  readonly requireTargets?: readonly string[];
  readonly draft?: true;
  readonly prerelease?: boolean;
  readonly latest?: LatestMode;
  readonly name?: string;
  readonly notes?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The command `publish`, which adds packages to a release. */
export const addPublishCommand: AddCommands = (program, context, answer) => {
  program
    .command('publish')
    .description(
      'attach packages to a release of a GitHub repository; what is there already is kept',
    )
    .option('--package <folders>', 'packages, or a folder that has them', parseList, ['aot'])
    .requiredOption('--tag <tag>', "the release's tag")
    .option('--repository <owner/name>', 'the repository (that of GITHUB_REPOSITORY when left out)')
    .option(
      '--formats <list>',
      `archives to make (${ARCHIVE_FORMATS.join(',')})`,
      parseArchiveFormats,
    )
    .addOption(
      new Option('--require <evidence>', 'without which nothing is published')
        .choices(['abi-checked', 'ran'])
        .default('abi-checked'),
    )
    .option('--require-targets <list>', 'targets on which everything must have run', parseList)
    .option('--draft', 'leave a draft as one')
    .option('--prerelease', 'make a new release a prerelease (what the tag says when left out)')
    .option('--no-prerelease', 'make it none')
    .addOption(new Option('--latest <mode>', 'becomes the latest one').choices([...LATEST_MODES]))
    .option('--name <title>', 'title of a new release (the tag when left out)')
    .option('--notes <text>', 'text of a new release (what the packages are when left out)')
    .option('--dry-run', 'show what would be uploaded, and change nothing')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (options: PublishOptions) => {
      const { dryRun, json, package: packages, requireTargets, ...chosen } = options;
      const { env } = context;
      const request = {
        packages,
        tag: chosen.tag,
        repository: repositoryOf(chosen.repository, env),
        token: tokenIn(env),
        formats: chosen.formats ?? ARCHIVE_FORMATS,
        require: required(chosen.require, requireTargets),
        draft: chosen.draft === true,
        prerelease: chosen.prerelease,
        latest: chosen.latest,
        name: chosen.name,
        notes: chosen.notes,
        attest: undefined,
      };
      const as = json === true ? { json } : {};
      if (dryRun === true) {
        const preview = await previewRelease(request, context);
        answer(
          as,
          () => preview,
          () => previewText(preview),
        );
        return;
      }
      if (request.token === undefined) throw NO_TOKEN();
      const published = await publishRelease(request, context);
      answer(
        as,
        () => publishedJson(published),
        () => publishedText(published),
      );
    });
};

const HELP = `
The token is taken from GH_TOKEN or GITHUB_TOKEN, and needs to write the repository's contents. GITHUB_API_URL names
another server than api.github.com. Archives are attested in workflows only, by the sub-action publish: only there GitHub
says who builds them.`;

const NO_TOKEN = (): Failure =>
  new Failure('usage', {
    message: 'there is no token to publish with',
    hint: "Put one that may write the repository's contents in GH_TOKEN: GH_TOKEN=$(gh auth token).",
  });

function required(
  kind: RequiredEvidence['kind'],
  targets: readonly string[] | undefined,
): RequiredEvidence {
  if (kind === 'ran') return { kind, targets: targets ?? [] };
  if (targets === undefined) return { kind };
  throw new Failure('usage', {
    message: '--require-targets is of use with `--require ran` only',
  });
}

/** What `publish` prints: each file, new or kept, where they are, and how to verify them. */
function publishedText(published: Published): string {
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
function publishedJson({ files, distributions: _packed, ...more }: Published): unknown {
  return { ...more, files: files.map(({ asset, isNew }) => ({ ...asset, isNew })) };
}

/** What `publish --dry-run` prints. */
function previewText({ repository, tag, release, there, lacking }: Preview): string {
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
