import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { makeFolder } from '../../base/files.ts';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { Failure } from '../../base/errors.ts';
import { type ArchiveLimits, entryCheck, LIMITS, unusable } from './entries.ts';

/** The most times its own size that a zip may unpack to. Kernel sources have a ratio of about 10. */
const MAX_RATIO = 200;

/** The ratio is not checked up to this many bytes. */
const SMALL = 2 ** 20;

/**
 * Unpacks a .zip into the empty `folder`, and removes the folder if that fails.
 * @throws {Failure} `verification` if the zip is damaged or exceeds the limits, or an entry is not
 * a regular file or folder inside the zip; `environment` if a file cannot be written.
 */
export async function unpackZip(
  file: string,
  folder: string,
  signal: AbortSignal,
  limits: ArchiveLimits = LIMITS,
): Promise<void> {
  // Imported only here: few runs read zips.
  const { openPromise } = await import('yauzl');
  const name = basename(file);
  try {
    const packed = Math.max(SMALL, (await stat(file)).size * MAX_RATIO);
    const check = entryCheck(name, { ...limits, bytes: Math.min(limits.bytes, packed) });
    // The loop closes it, also when it ends early.
    const zip = await openPromise(file, { strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const { fileName: path, uncompressedSize: size } = entry;
      const refusal = check({ path, size, problem: entryProblem(entry) });
      if (refusal !== undefined) throw refusal;
      await write(zip, entry, join(folder, entry.fileName), signal);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error instanceof Failure ? error : unusable(name, 'unsafe', error);
  }
}

async function write(zip: ZipFile, entry: Entry, path: string, signal: AbortSignal): Promise<void> {
  if (isFolder(entry)) {
    await makeFolder(path);
    return;
  }
  await makeFolder(dirname(path));
  const content = await zip.openReadStreamPromise(entry);
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o644 }), { signal });
}

/**
 * Source: APPNOTE.TXT 4.4.2 and 4.4.15; the upper half is the mode if the zip was made on Unix or
 * macOS.
 */
function entryProblem(entry: Entry): string | undefined {
  const { externalFileAttributes, versionMadeBy } = entry;
  if (entry.isEncrypted()) return 'is encrypted';
  const isUnix = [3, 19].includes(versionMadeBy >>> 8);
  const kind = isUnix ? (externalFileAttributes >>> 16) & 0o170000 : 0;
  if (kind === 0o120000) return 'is a link';
  const isPlain = [0, 0o100000, 0o040000].includes(kind);
  return isPlain ? undefined : 'is neither a file nor a folder';
}

function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/');
}
