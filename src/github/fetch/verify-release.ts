import { rm, stat } from 'node:fs/promises';
import type { ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
import type { Check } from '../../package/verify/finding.ts';
import { verifyAttestation } from '../attestation.ts';
import { repositoryOf, tokenIn } from '../repository.ts';
import { downloadReleaseArchive } from './release.ts';

/** The archive to verify: that of a release, or the one at `package`. */
export interface ReleasedPackage {
  readonly package: string;
  readonly release?: string | undefined;
  readonly asset?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly repository?: string | undefined;
  /** True if a workflow of the repository must have attested it. */
  readonly attestation?: boolean | undefined;
}

/**
 * Runs `body` on a package's path, with the checks that have passed. The archive of a release is
 * downloaded before and removed afterwards.
 * @throws {Failure} as `downloadReleaseArchive` and `verifyAttestation`.
 */
export async function withVerifiedRelease<T>(
  wanted: ReleasedPackage,
  context: ScratchContext,
  body: (path: string, checks: readonly Check[]) => Promise<T>,
): Promise<T> {
  const { release, attestation = false } = wanted;
  if (release === undefined && !attestation) return body(wanted.package, []);
  if (release === undefined) await requireArchive(wanted.package);
  const { env } = context;
  const repository = repositoryOf(wanted.repository, env);
  const token = tokenIn(env);
  const folder = await makeScratch(context.scratch, 'release');
  try {
    const { asset, targets } = wanted;
    const signer = attestation ? {} : undefined;
    const source = { repository, token, asset, targets, signer };
    const checks: Check[] = [];
    let path = wanted.package;
    if (release === undefined) await verifyAttestation(path, { repository, token }, context);
    else {
      const archive = await downloadReleaseArchive({ ...source, release }, folder, context);
      path = archive.file;
      const text = `${archive.name} of ${repository} ${archive.tag} is the file that was uploaded (sha256 ${archive.sha256})`;
      checks.push({ name: 'archive', outcome: 'ok', text });
    }
    if (attestation) {
      const text = `a workflow of ${repository} attested the provenance`;
      checks.push({ name: 'attestation', outcome: 'ok', text });
    }
    return await body(path, checks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws {Failure} `usage` for anything but a file. */
async function requireArchive(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined);
  if (entry?.isFile() === true) return;
  throw new Failure('usage', {
    message: 'only archives have attestations, and this is not a file',
    place: { file: path },
    hint: 'Name the archive with --package, or its release with --release.',
  });
}
