import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveFormat } from '../archive/format.ts';
import { packArchive } from '../archive/pack.ts';
import type { TarEntry } from '../archive/tar.ts';
import type { BuildContext } from '../context.ts';
import { SUMS_FILE } from '../package/files.ts';
import type { ReadPackage } from '../package/read.ts';
import { readSums } from '../package/sums.ts';
import type { DistributionFile } from './distribution.ts';
import { archiveName, topFolder } from './names.ts';

/** Packs a package in each of the formats. Throws as `packArchive`. */
export async function packPackage(
  pkg: ReadPackage,
  formats: readonly ArchiveFormat[],
  out: string,
  { log, signal }: BuildContext,
): Promise<readonly DistributionFile[]> {
  const entries = await entriesOf(pkg);
  const archives: DistributionFile[] = [];
  for (const format of new Set(formats)) {
    const name = archiveName(pkg, format);
    const file = join(out, name);
    let done = 0;
    const onEntry = ({ path }: TarEntry): void => {
      done += 1;
      log.progress(done, entries.length, `${name}: ${path}`);
    };
    const packed = await packArchive(entries, file, format, { signal, onEntry });
    archives.push({ kind: 'archive', name, file, ...packed });
  }
  return archives;
}

/**
 * What was built and nothing else, below one folder that says what it is: evidence.json differs with the GPU, and is
 * not sealed.
 */
async function entriesOf(pkg: ReadPackage): Promise<readonly TarEntry[]> {
  const sums = await readSums(pkg.folder);
  const paths = [...sums.keys(), SUMS_FILE].toSorted();
  const top = topFolder(pkg);
  return Promise.all(
    paths.map(async (path) => {
      const file = join(pkg.folder, path);
      return { path: `${top}/${path}`, file, size: (await stat(file)).size };
    }),
  );
}
