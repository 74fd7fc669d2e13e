import { join } from 'node:path';
import type { Distribution } from '../../package/archive/distribution.ts';
import { shellQuote, plural } from '../../base/text.ts';
import { describeRuns, isOfPackage, readEvidence } from '../../package/evidence.ts';
import { EVIDENCE_FILE } from '../../package/layout.ts';
import type { ReadPackage } from '../../package/read.ts';
import { attestationCommands } from '../attestation.ts';
import type { PublishRequest } from './request.ts';

/** The release with the files. */
type ReleaseName = Pick<PublishRequest, 'tag' | 'repository' | 'signerWorkflow'>;

/** The number of kernels that are listed by name. */
const MAX_NAMES = 30;

/**
 * Writes the text of a release: what the packages contain, and how to verify them. `signer` is the
 * repository whose workflow attests them, if any does.
 */
export async function releaseNotes(
  request: PublishRequest,
  distributions: readonly Distribution[],
  signer: string | undefined,
): Promise<string> {
  const isSigned = request.attest !== undefined;
  const parts = distributions.map(async (one) => {
    const commands = verifyCommands(one, request, isSigned ? signer : undefined);
    return `${await describePackage(one.pkg)}\nTo verify:\n\n${fenced(commands)}`;
  });
  return (await Promise.all(parts)).join('\n');
}

/** The commands that download and verify a package, one per line. */
export function verifyCommands(
  { stem, files }: Distribution,
  { tag, repository, signerWorkflow }: ReleaseName,
  signer: string | undefined,
): readonly string[] {
  const archives = files.filter(({ kind }) => kind === 'archive').map(({ name }) => name);
  const attested = signer === undefined ? [] : archives.slice(0, 1);
  return [
    `gh release download ${shellQuote(tag)} --repo ${repository} --pattern '${stem}.*'`,
    `sha256sum --check ${stem}.SHA256SUMS`,
    ...attested.flatMap((name) => attestationCommands(name, signer ?? '', { signerWorkflow })),
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
  const { records: all } = await readEvidence(join(pkg.folder, EVIDENCE_FILE));
  const records = all.filter((one) => isOfPackage(one, pkg));
  if (records.length === 0) return "every kernel's parameters checked against its cubin";
  const ran = new Set(records.map(({ kernel }) => kernel));
  const devices = new Set(records.map(({ device, target }) => `${device} (${target})`));
  return `${ran.size} of ${plural(pkg.manifest.kernels.length, 'kernel')} ran on ${[...devices].join(', ')}, in ${describeRuns(records)}`;
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```', ''].join('\n');
}
