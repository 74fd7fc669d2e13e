import { join } from 'node:path';
import { prerelease as prereleaseParts } from 'semver';
import type { Environment } from '../../base/process.ts';
import { plural, shellQuote } from '../../base/text.ts';
import type { BundleDistribution } from '../../package/bundle/distribute-bundle.ts';
import { bundledTargets } from '../../package/bundle/bundle-index.ts';
import { describeReplays } from '../../package/bundle/replays.ts';
import {
  describeRuns,
  isOfPackage,
  readEvidence,
  weakerComparisons,
} from '../../package/evidence.ts';
import { EVIDENCE_FILE } from '../../package/layout.ts';
import type { ReadPackage } from '../../package/read.ts';
import { attestationCommands } from '../attestation.ts';
import type { PublishRequest, Released } from './request.ts';

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
export async function draftOf(
  request: PublishRequest,
  distributions: readonly Released[],
  env: Environment,
): Promise<Draft> {
  const { tag, repository, name, notes, prerelease } = request;
  const isOwn = repository === env['GITHUB_REPOSITORY'];
  return {
    tag,
    name: name ?? tag,
    notes: notes ?? (await releaseNotes(request, distributions, env['GITHUB_REPOSITORY'])),
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

/** The number of kernels that are listed by name. */
const MAX_NAMES = 30;

/**
 * Writes the text of a release: what the packages and bundles contain, and how to verify them. `signer` is the
 * repository whose workflow attests them, if any does.
 */
async function releaseNotes(
  request: PublishRequest,
  distributions: readonly Released[],
  signer: string | undefined,
): Promise<string> {
  const isSigned = request.attest !== undefined;
  const parts = distributions.map(async (one) => {
    const commands = verifyCommands(one, request, isSigned ? signer : undefined);
    return `${'pkg' in one ? await describePackage(one.pkg) : describeBundle(one)}\nTo verify:\n\n${fenced(commands)}`;
  });
  return (await Promise.all(parts)).join('\n');
}

/** The commands that download and verify a package or bundle, one per line. */
export function verifyCommands(
  { stem, files, ...one }: Released,
  { tag, repository, signerWorkflow }: ReleaseName,
  signer: string | undefined,
): readonly string[] {
  const archives = files.filter(({ kind }) => kind === 'archive').map(({ name }) => name);
  const attested = signer === undefined ? [] : archives.slice(0, 1);
  return [
    `gh release download ${shellQuote(tag)} --repo ${repository} --pattern '${stem}.*'`,
    `sha256sum --check ${stem}.SHA256SUMS`,
    ...attested.flatMap((name) =>
      attestationCommands(name, signer ?? '', { signerWorkflow, hasEvidence: 'pkg' in one }),
    ),
  ];
}

async function describePackage(pkg: ReadPackage): Promise<string> {
  const { package: name, version, triton, kernels } = pkg.manifest;
  const targets = new Set(kernels.flatMap(({ variants }) => variants.map(({ target }) => target)));
  const names = kernels.map((kernel) => `\`${kernel.name}\``);
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  return `### ${name} ${version}

- kernels: ${[...names.slice(0, MAX_NAMES), ...more].join(', ')}
- targets: ${[...targets].join(', ')}
- compiled with Triton ${triton}
- evidence: ${await describeEvidence(pkg)}
`;
}

async function describeEvidence(pkg: ReadPackage): Promise<string> {
  const evidence = await readEvidence(join(pkg.folder, EVIDENCE_FILE));
  const records = evidence.records.filter((one) => isOfPackage(one, pkg));
  const emulated = evidence.emulated.filter((one) => isOfPackage(one, pkg));
  if (records.length === 0 && emulated.length > 0) {
    const executed = new Set(emulated.map(({ kernel }) => kernel));
    const targets = new Set(emulated.map(({ target }) => target));
    return `the PTX (${[...targets].join(', ')}) of ${executed.size} of ${plural(pkg.manifest.kernels.length, 'kernel')} executed on a CPU${weakerComparisons(emulated)}, in ${describeRuns(emulated)}; the cubins did not run`;
  }
  if (records.length === 0) return "every kernel's parameters checked against its cubin";
  const ran = new Set(records.map(({ kernel }) => kernel));
  const devices = new Set(records.map(({ device, target }) => `${device} (${target})`));
  return `${ran.size} of ${plural(pkg.manifest.kernels.length, 'kernel')} ran on ${[...devices].join(', ')}, in ${describeRuns(records)}`;
}

function describeBundle({ bundle, replays }: BundleDistribution): string {
  const { name, version, index } = bundle;
  const { entries, environment } = index;
  return `### ${name} ${version}

- ${plural(entries.length, 'kernel')} for a Python program that runs with \`TRITON_CACHE_MANAGER=${name}:Manager\`
- targets: ${bundledTargets(index).join(', ')}
- for Triton ${environment.version} and Python ${environment.python}
${describeReplays(bundle, replays)
  .map((line) => `- evidence: ${line}\n`)
  .join('')}`;
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```', ''].join('\n');
}
