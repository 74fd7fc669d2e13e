import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../core/base/context.ts';
import { Failure } from '../../core/base/errors.ts';
import type { Check } from '../../core/verify/finding.ts';
import { verifyAttestation } from '../attestation.ts';
import { repositoryOf, tokenIn } from '../session.ts';
import { downloadReleaseArchive } from './release.ts';

/** Which archive is to be verified: that of a release, else the one at `package`. */
export interface ReleasedPackage {
  readonly package: string;
  readonly release?: string | undefined;
  readonly asset?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly repository?: string | undefined;
  /** Whether a workflow of the repository must have signed it. */
  readonly attestation?: boolean | undefined;
}

/**
 * Runs `body` on a package's path, for a release on the archive that is downloaded for the time, with what was checked
 * of it before.
 * @throws {Failure} as `downloadReleaseArchive` and `verifyAttestation`.
 */
export async function withVerifiedRelease<T>(
  wish: ReleasedPackage,
  context: BuildContext,
  body: (path: string, checks: readonly Check[]) => Promise<T>,
): Promise<T> {
  const { release, attestation = false } = wish;
  if (release === undefined && !attestation) return body(wish.package, []);
  if (release === undefined) await checkArchive(wish.package);
  const { env } = context;
  const repository = repositoryOf(wish.repository, env);
  const token = tokenIn(env);
  const folder = await mkdtemp(join(context.scratch, 'release-'));
  try {
    const { asset, targets } = wish;
    const archive =
      release === undefined
        ? undefined
        : await downloadReleaseArchive(
            { release, repository, token, asset, targets, bundle: attestation },
            folder,
            context,
          );
    const path = archive?.file ?? wish.package;
    const checks: Check[] = [];
    if (archive !== undefined) {
      const text = `${archive.name} of ${repository} ${archive.tag} is as it was uploaded (sha256 ${archive.sha256})`;
      checks.push({ name: 'archive', outcome: 'ok', text });
    }
    if (attestation) {
      const bundle = archive?.bundle;
      await verifyAttestation(
        path,
        { repository, token, ...(bundle !== undefined && { bundle }) },
        context,
      );
      const text = `a workflow of ${repository} signed where it comes from`;
      checks.push({ name: 'attestation', outcome: 'ok', text });
    }
    return await body(path, checks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws {Failure} `usage` for a folder. */
async function checkArchive(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined);
  if (entry?.isFile() === true) return;
  throw new Failure('usage', {
    message: 'only archives are signed, and this is none',
    place: { file: path },
    hint: 'Name the archive with --package, or the release that it is in with --release.',
  });
}
