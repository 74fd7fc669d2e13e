import { prerelease as prereleaseParts } from 'semver';
import type { Environment } from '../../base/process.ts';
import { shellQuote } from '../../base/text.ts';
import { attestationCommands } from '../attestation.ts';
import type { Released } from './released.ts';
import type { PublishRequest } from './request.ts';

/** A release to create. */
export interface Draft {
  readonly tag: string;
  readonly name: string;
  readonly notes: string;
  readonly isPrerelease: boolean;
  /** Where publishing the release creates the tag if it does not exist. */
  readonly commit: string | undefined;
}

/** Returns the draft to create if there is no release. */
export function draftOf(
  request: PublishRequest,
  distributions: readonly Released[],
  env: Environment,
): Draft {
  const { tag, repository, name, notes, prerelease } = request;
  const isOwn = repository === env['GITHUB_REPOSITORY'];
  return {
    tag,
    name: name ?? tag,
    notes: notes ?? releaseNotes(request, distributions, env['GITHUB_REPOSITORY']),
    isPrerelease: prerelease ?? isPrerelease(tag),
    // GITHUB_SHA is a commit of the workflow's own repository.
    commit: isOwn ? env['GITHUB_SHA'] : undefined,
  };
}

/**
 * True if a tag names a prerelease version, such as `v1.2.0-rc.1`. In a repository with several
 * packages the version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
 */
function isPrerelease(tag: string): boolean {
  const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
  return version !== undefined && prereleaseParts(version) !== null;
}

/** The release with the files. */
type ReleaseName = Pick<PublishRequest, 'tag' | 'repository' | 'signerWorkflow'>;

/**
 * Writes the text of a release: what is in it, and how to verify it. `signer` is the repository whose
 * workflow attests, if any does.
 */
function releaseNotes(
  request: PublishRequest,
  distributions: readonly Released[],
  signer: string | undefined,
): string {
  const isSigned = request.attest !== undefined;
  return distributions
    .map((one) => {
      const commands = verifyCommands(one, request, isSigned ? signer : undefined);
      return `${one.notes}\nTo verify:\n\n${fenced(commands)}`;
    })
    .join('\n');
}

/** The commands that download and verify files that are released together, one per line. */
export function verifyCommands(
  { stem, files, hasEvidence }: Pick<Released, 'stem' | 'files' | 'hasEvidence'>,
  { tag, repository, signerWorkflow }: ReleaseName,
  signer: string | undefined,
): readonly string[] {
  const archives = files.filter(({ kind }) => kind === 'archive').map(({ name }) => name);
  const attested = signer === undefined ? [] : archives.slice(0, 1);
  return [
    `gh release download ${shellQuote(tag)} --repo ${repository} --pattern '${stem}.*'`,
    `sha256sum --check ${stem}.SHA256SUMS`,
    ...attested.flatMap((name) =>
      attestationCommands(name, signer ?? '', { signerWorkflow, hasEvidence }),
    ),
  ];
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```', ''].join('\n');
}
