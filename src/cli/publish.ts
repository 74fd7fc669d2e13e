import { Option } from 'commander';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { acceptedRun, EVIDENCE_RUN_FORM, type RequiredEvidence } from '../prove/smoke/evidence.ts';
import { verifyCommands } from '../github/publish/draft.ts';
import { type Preview, previewRelease, type Published, publishRelease } from '../publish.ts';
import {
  type Given,
  releasedThings,
  type ReleaseInput,
  type ReleaseKind,
  releaseKinds,
} from '../github/publish/released.ts';
import { LATEST_MODES, type LatestMode } from '../github/publish/request.ts';
import { repositoryOf, tokenIn } from '../github/repository.ts';
import type { AddCommands } from './command.ts';
import { JSON_OPTION, parseList, REPOSITORY_OPTION } from './options.ts';
import { PACKAGES_OPTION } from './pack.ts';

interface PublishOptions {
  /** False: none. */
  readonly package: readonly string[] | false;
  readonly tag: string;
  readonly repository?: string;
  readonly require: RequiredEvidence['kind'];
  readonly requireTargets?: readonly string[];
  readonly evidenceRun?: string;
  readonly draft?: true;
  readonly prerelease?: boolean;
  readonly latest?: LatestMode;
  readonly name?: string;
  readonly notes?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The options of other kinds, by the names that commander gives them. */
type ReadOthers = Readonly<Record<string, Given[string] | undefined>>;

/** The command `publish`. */
export const addPublishCommand: AddCommands = (program, context, answer) => {
  const kinds = releaseKinds.parts.map(optionsOf);
  const command = program
    .command('publish')
    .description(`Attach ${releasedThings()} to a GitHub release`)
    .requiredOption('--tag <tag>', 'Tag of the release (required)')
    .option(...PACKAGES_OPTION)
    .option('--no-package', 'Attach no package');
  for (const { option } of kinds.flat()) command.addOption(option);
  command
    .option(...REPOSITORY_OPTION)
    .addOption(
      new Option('--require <evidence>', 'Evidence that every kernel must have')
        .choices(['abi-checked', 'emulated', 'ran'])
        .default('abi-checked'),
    )
    .option(
      '--require-targets <list>',
      'With --require emulated or ran, targets on which every kernel must have run (default: any one)',
      parseList,
    )
    .option(
      '--evidence-run <id>',
      'With --require emulated or ran, run of a workflow whose evidence counts, or `any` (default: the current run if there is one)',
    )
    .option('--draft', 'Keep a draft release a draft instead of publishing it')
    .option(
      '--prerelease',
      'Mark a new release as a prerelease (default: if the tag is a version such as v1.2.0-rc.1)',
    )
    .option('--no-prerelease', 'Do not mark a new release as a prerelease')
    .addOption(
      new Option(
        '--latest <mode>',
        'Mark the release as the latest; `legacy` decides by date and version',
      ).choices([...LATEST_MODES]),
    )
    .option('--name <title>', 'Title of a new release (default: the tag)')
    .option('--notes <text>', 'Text of a new release (default: describes the packages)')
    .option('--dry-run', 'Show what would be uploaded without changing anything')
    .option(...JSON_OPTION)
    .addHelpText('after', [HELP, ...releaseKinds.parts.map(({ example }) => example)].join('\n  '))
    .action(async (options: PublishOptions & ReadOthers) => {
      const { dryRun, json, package: packages, ...chosen } = options;
      const { env } = context;
      const request = {
        packages: packages === false ? [] : packages,
        others: Object.fromEntries(
          kinds.flat().map(({ name, option }) => [name, options[option.attributeName()] ?? []]),
        ),
        tag: chosen.tag,
        repository: repositoryOf(chosen.repository, env),
        token: tokenIn(env),
        require: requiredEvidence(options, env),
        draft: chosen.draft === true,
        prerelease: chosen.prerelease,
        latest: chosen.latest,
        name: chosen.name,
        notes: chosen.notes,
        attest: undefined,
      };
      if (dryRun === true) {
        const preview = await previewRelease(request, context);
        answer(json, preview, previewText(preview));
        return;
      }
      if (request.token === undefined) throw missingToken();
      const published = await publishRelease(request, context);
      answer(json, publishedJson(published), publishedText(published));
    });
};

const HELP = `
Creates the release if it does not exist, and keeps files that are already attached. Needs a token
that can write the repository's contents in GH_TOKEN or GITHUB_TOKEN. Attestations are made only in
workflows, by the sub-action publish.

Examples:
  triton-aot publish --tag v1.2.0 --repository owner/name --dry-run
  GH_TOKEN=$(gh auth token) triton-aot publish --tag v1.2.0 --repository owner/name`;

/** An option for what is not a package. */
interface OtherOption {
  /** Of the input. */
  readonly name: string;
  readonly option: Option;
}

function optionsOf({ paths, details }: ReleaseKind): readonly OtherOption[] {
  return [optionOf(paths, parseList), ...details.map((detail) => optionOf(detail, Array.of))];
}

function optionOf(
  { name, option: [flags, text] }: ReleaseInput,
  parse: (value: string) => readonly string[],
): OtherOption {
  return { name, option: new Option(flags, text).argParser((value: string) => parse(value)) };
}

function missingToken(): Failure {
  return new Failure('usage', {
    message: 'publishing needs a token',
    hint: "Set GH_TOKEN to a token that can write the repository's contents: GH_TOKEN=$(gh auth token).",
  });
}

function requiredEvidence(
  { require: kind, requireTargets: targets, evidenceRun: run }: PublishOptions,
  env: Environment,
): RequiredEvidence {
  if (run !== undefined && !EVIDENCE_RUN_FORM.test(run))
    throw new Failure('usage', { message: `--evidence-run: expected the id of a run, or \`any\`` });
  if (kind !== 'abi-checked') return { kind, targets: targets ?? [], run: acceptedRun(run, env) };
  if (targets === undefined && run === undefined) return { kind };
  throw new Failure('usage', {
    message: `${targets === undefined ? '--evidence-run' : '--require-targets'} needs \`--require emulated\` or \`ran\``,
  });
}

/**
 * The text of `publish`: each file, whether it is new, the release's page, and how to verify the
 * files.
 */
function publishedText(published: Published): string {
  const { files, isPublished, url } = published;
  return [
    ...files.map(({ asset, isNew }) =>
      fileLine(isNew ? 'uploaded' : 'already present', asset.name, asset.digest),
    ),
    `${isPublished ? 'Published' : 'Draft'}: ${url}`,
    'To verify:',
    ...published.distributions.flatMap((one) => verifyCommands(one, published, undefined)),
    '',
  ].join('\n');
}

function publishedJson({ files, distributions: _packed, ...more }: Published): unknown {
  return { ...more, files: files.map(({ asset, isNew }) => ({ ...asset, isNew })) };
}

/** The text of `publish --dry-run`. */
function previewText({ repository, tag, release, there, lacking }: Preview): string {
  const state = {
    none: 'does not exist and would be created',
    draft: 'is a draft',
    published: 'is published',
  }[release];
  return [
    `Release ${tag} of ${repository} ${state}.`,
    ...there.map(({ name, digest }) => fileLine('already present', name, digest)),
    ...lacking.map(({ name, sha256 }) => fileLine('to upload', name, `sha256:${sha256}`)),
    '',
  ].join('\n');
}

function fileLine(how: string, name: string, digest: string | null | undefined): string {
  return `${how.padEnd(9)} ${name} ${digest ?? ''}`.trimEnd();
}
