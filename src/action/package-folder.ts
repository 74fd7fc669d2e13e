import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { DEFAULT_PACKAGE, type Form, matching } from '../base/form.ts';
import { makeScratch } from '../base/leftovers.ts';
import type { Timeouts } from '../github/api.ts';
import { sha256In } from '../github/digest.ts';
import type { ReleaseSource } from '../github/fetch/choose-release.ts';
import { downloadReleaseArchive } from '../github/fetch/release.ts';
import { REPOSITORY_FORM, repositoryOf } from '../github/repository.ts';
import { findPackageFolder, unpackArchive } from '../package/archive/unpack.ts';
import { downloadPackage } from './artifact.ts';
import type { InputReader } from './inputs.ts';

/** The place of a package: a folder, an artifact of this run, or a release. */
interface PackageInputs {
  readonly package: string;
  readonly artifact: string | undefined;
  /** The digest that the artifact must have. */
  readonly artifactDigest: string | undefined;
  readonly release?: NamedRelease | undefined;
}

/** Downloads the package if it is in an artifact or a release. Returns its folder. */
export async function packageFolder(
  { artifact, artifactDigest, release, package: folder }: PackageInputs,
  context: BuildContext,
): Promise<string> {
  const { log, scratch } = context;
  if (release !== undefined) {
    return log.group(`Download the release ${release.release}`, () =>
      downloadReleasedPackage(release, folder, context),
    );
  }
  if (artifact === undefined) return folder;
  return log.group(`Download the artifact ${artifact}`, () =>
    downloadPackage(artifact, folder, scratch, artifactDigest),
  );
}

/**
 * Downloads a release's archive, unpacks it into a new folder below `scratch`, and returns the
 * folder of the package: the archive's root, `folder` inside it, or its only folder.
 * @throws {Failure} as `downloadReleaseArchive` and `unpackArchive`, and `usage` if the archive has
 * no package.
 */
export async function downloadReleasedPackage(
  { repository, ...named }: NamedRelease,
  folder: string,
  context: BuildContext,
  timeouts?: Timeouts,
): Promise<string> {
  const { env, scratch, signal } = context;
  const source = { ...named, repository: repositoryOf(repository, env) };
  const download = await makeScratch(scratch, 'download');
  const root = await mkdtemp(join(scratch, 'package-'));
  try {
    const { file } = await downloadReleaseArchive(source, download, context, timeouts);
    await unpackArchive(file, root, signal);
    return await findPackageFolder(root, folder === DEFAULT_PACKAGE ? undefined : folder);
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

/** A package in a release. */
type NamedRelease = Pick<ReleaseSource, 'release' | 'asset' | 'token'> & {
  /** `owner/name`; the workflow's own if left out. */
  readonly repository: string | undefined;
};

/** Reads the inputs that name a package in a folder or an artifact. */
export function readPackageInputs(read: InputReader) {
  const artifact = read.text('artifact');
  const artifactDigest = read.value('artifact-digest', DIGEST);
  if (artifactDigest !== undefined && artifact === undefined)
    read.reject('input artifact-digest: it can only be used with `artifact`');
  return { package: read.text('package') ?? DEFAULT_PACKAGE, artifact, artifactDigest };
}

/** The digest of an artifact. The output of actions/upload-artifact has no `sha256:`. */
const DIGEST: Form<string> = { expected: 'sha256: and 64 hexadecimal digits', parse: sha256In };

/** The form of a repository of GitHub. */
export const REPOSITORY = matching(REPOSITORY_FORM, 'owner/name');

/** Reads the inputs that name a package in a release. */
export function readRelease(read: InputReader): NamedRelease | undefined {
  const release = read.text('release');
  const asset = read.text('asset');
  const repository = read.value('repository', REPOSITORY);
  const token = read.text('token');
  if (release !== undefined) return { release, asset, repository, token };
  for (const [input, text] of Object.entries({ asset, repository })) {
    if (text !== undefined) read.reject(`input ${input}: it can only be used with \`release\``);
  }
  return undefined;
}
