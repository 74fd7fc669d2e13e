import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../core/archive/package-in.ts';
import { unpackArchive } from '../core/archive/unpack.ts';
import type { BuildContext } from '../core/context.ts';
import { downloadReleaseArchive } from '../github/release/release.ts';
import { repositoryOf } from '../github/repository.ts';
import type { Patience } from '../github/request.ts';
import { DEFAULT_PACKAGE, type NamedRelease } from './smoke-inputs.ts';

/**
 * Downloads a release's archive, unpacks it to a fresh folder below `scratch`, and gives the folder of the package in
 * it: the archive itself, `folder` inside it, or the one folder it has.
 * @throws {Failure} as `downloadReleaseArchive` and `unpackArchive` do, and `usage` where the archive has no package.
 */
export async function downloadReleased(
  { repository, ...named }: NamedRelease,
  folder: string,
  context: BuildContext,
  patience?: Patience,
): Promise<string> {
  const { env, scratch, signal } = context;
  const source = { ...named, repository: repositoryOf(repository, env), cache: true };
  const download = await mkdtemp(join(scratch, 'download-'));
  const root = await mkdtemp(join(scratch, 'package-'));
  try {
    const { file } = await downloadReleaseArchive(source, download, context, patience);
    await unpackArchive(file, root, signal);
    return await packageFolder(root, folder === DEFAULT_PACKAGE ? undefined : folder);
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}
