import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Distribution, DistributionFile } from '../../package/archive/distribution.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { canonicalJson, sha256 as digest } from '../../base/text.ts';
import { PROVENANCE_PREDICATE, statementOf, verifyAttestation } from '../attestation.ts';
import { PERMISSION, type Repository } from '../api.ts';
import { download } from '../download.ts';
import { assetSource } from '../release-assets.ts';
import type { ReleaseFile } from './release.ts';
import type { PublishRequest } from './request.ts';

/** A package whose attestations the release has already, as a file that anyone may have uploaded. */
export interface AttestedDistribution {
  readonly distribution: Distribution;
  readonly asset: ReleaseFile;
}

/** Returns the name of the file with a package's attestations. */
export function attestationName({ stem }: Distribution): string {
  return `${stem}.sigstore.jsonl`;
}

/** Attests packages, and writes the attestations to files in `folder`. */
export async function sign(
  unattested: readonly Distribution[],
  folder: string,
  attest: PublishRequest['attest'],
): Promise<{ readonly files: readonly DistributionFile[]; readonly urls: readonly string[] }> {
  const files: DistributionFile[] = [];
  const urls: string[] = [];
  if (attest === undefined) return { files, urls };
  for (const distribution of unattested) {
    const attestation = await attest(distribution);
    const name = attestationName(distribution);
    const file = join(folder, name);
    const text = attestation.lines.map((line) => `${line}\n`).join('');
    await writeFile(file, text);
    const size = Buffer.byteLength(text);
    files.push({ kind: 'attestation', name, file, size, sha256: digest(text) });
    urls.push(...attestation.urls);
  }
  return { files, urls };
}

/** Attestations have some kilobytes and the SBOM. */
const LARGEST_ATTESTATION = 64 * 2 ** 20;

/**
 * Verifies with `gh` that the attestations of a release are of these archives and state what a new
 * signature would.
 * @param folder for the download
 * @throws {Failure} `verification` if they do not, `environment` if they cannot be verified.
 */
export async function verifyExisting(
  { distribution, asset }: AttestedDistribution,
  folder: string,
  home: Repository,
  { token, signerWorkflow }: Pick<PublishRequest, 'token' | 'signerWorkflow'>,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
): Promise<void> {
  const { name } = asset;
  const attestations = join(folder, name);
  await download(assetSource(asset, PERMISSION), attestations, home, LARGEST_ATTESTATION);
  const { repository } = home;
  for (const archive of distribution.files.filter(({ kind }) => kind === 'archive')) {
    const stated = async (predicateType: string): Promise<readonly unknown[]> => {
      const source = { repository, token, attestations, predicateType, signerWorkflow };
      try {
        return await verifyAttestation(archive.file, source, context);
      } catch (error) {
        throw unproven(error, name, archive);
      }
    };
    await stated(PROVENANCE_PREDICATE);
    for (const { kind, file, name: signed } of distribution.files) {
      const statement = statementOf(kind);
      if (statement === undefined) continue;
      const content: unknown = JSON.parse(await readFile(file, 'utf8'));
      const statements = await stated(statement.predicateType);
      if (!statements.some((each) => canonicalJson(each) === canonicalJson(content)))
        throw stray(name, `does not attest \`${signed}\``);
    }
  }
}

function unproven(error: unknown, name: string, archive: DistributionFile): unknown {
  if (!(error instanceof Failure)) return error;
  // The archive is in a temporary folder.
  const problems = error.problems.map(({ message, ...more }) => ({
    message: message.replaceAll(archive.file, archive.name),
    ...more,
  }));
  if (error.kind === 'verification')
    return stray(name, `proves nothing: ${problems.map(({ message }) => message).join('; ')}`);
  return new Failure(
    error.kind,
    problems.map((problem) => ({
      ...problem,
      message: `the release has \`${name}\`, which must be verified before it is kept: ${problem.message}`,
    })),
    { cause: error },
  );
}

function stray(name: string, reason: string): Failure {
  return new Failure('verification', {
    message: `the release has \`${name}\`, which ${reason}`,
    hint: 'Nothing was changed. Find out who uploaded it. Delete it from the release and run the job again, which signs the archives.',
  });
}
