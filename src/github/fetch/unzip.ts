import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { Failure, isSystemError, messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';

/** Limits of an unpacked zip, of which some kilobytes can unpack to terabytes. */
export interface ZipLimits {
  /** Total size of all files. */
  readonly bytes: number;
  readonly entries: number;
  /** Unpacked size relative to the size of the zip. */
  readonly ratio: number;
}

/** Kernel sources have a ratio of about 10; a ratio of 200 takes runs of a single byte. */
const LIMITS: ZipLimits = { bytes: 4 * 2 ** 30, entries: 100_000, ratio: 200 };

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
  limits: ZipLimits = LIMITS,
): Promise<void> {
  // Imported only here: few runs read zips.
  const { openPromise } = await import('yauzl');
  const name = basename(file);
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: true });
    const check = entryCheck(name, (await stat(file)).size, limits);
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      check(entry);
      await write(zip, entry, join(folder, entry.fileName), signal);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error instanceof Failure ? error : unusable(name, error);
  } finally {
    zip?.close();
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
 * Checks each entry before it is written. yauzl itself rejects names that lead out of the folder.
 */
function entryCheck(zip: string, packed: number, limits: ZipLimits): (entry: Entry) => void {
  const seen = new Set<string>();
  let bytes = 0;
  return (entry) => {
    const { fileName, uncompressedSize } = entry;
    bytes += uncompressedSize;
    const isBomb = bytes > SMALL && bytes > packed * limits.ratio;
    if (bytes > limits.bytes || seen.size >= limits.entries || isBomb)
      throw tooLarge(zip, fileName, limits);
    // Some file systems ignore the case of names.
    const path = fileName.replace(/\/$/, '').toLowerCase();
    const reason = seen.has(path) ? 'occurs twice' : entryProblem(entry);
    seen.add(path);
    if (reason === undefined) return;
    throw new Failure('verification', {
      message: `refusing to unpack ${zip}: its entry \`${fileName}\` ${reason}`,
      hint: 'A package has only regular files and folders. Upload the folder again as it was built.',
    });
  };
}

const CONTROL = /\p{Cc}/u;

/**
 * Source: APPNOTE.TXT 4.4.2 and 4.4.15; the upper half is the mode if the zip was made on Unix or
 * macOS.
 */
function entryProblem(entry: Entry): string | undefined {
  const { fileName, externalFileAttributes, versionMadeBy } = entry;
  if (entry.isEncrypted()) return 'is encrypted';
  if (CONTROL.test(fileName)) return 'has control characters in its name';
  if (fileName.split('/').includes('.') || /\/\//.test(fileName))
    return 'has `.` or an empty part in its path';
  const isUnix = [3, 19].includes(versionMadeBy >>> 8);
  const kind = isUnix ? (externalFileAttributes >>> 16) & 0o170000 : 0;
  if (kind === 0o120000) return 'is a link';
  const isPlain = [0, 0o100000, 0o040000].includes(kind);
  return isPlain ? undefined : 'is neither a file nor a folder';
}

function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/');
}

function tooLarge(zip: string, entry: string, { bytes, entries, ratio }: ZipLimits): Failure {
  return new Failure('verification', {
    message: `refusing to unpack ${zip}: at \`${entry}\` it exceeds ${bytes} bytes, ${entries} entries, or ${ratio} times its own size`,
    hint: 'No package is that large. Upload the folder again as it was built.',
  });
}

function unusable(zip: string, error: unknown): Failure {
  const reason = messageOf(error);
  const cause = { cause: error };
  if (isSystemError(error))
    return new Failure('environment', { message: `cannot unpack ${zip}: ${reason}` }, cause);
  const problem = {
    message: `refusing to unpack ${zip}: it is damaged or unsafe: ${reason}`,
    hint: 'Upload the folder again as it was built.',
  };
  return new Failure('verification', problem, cause);
}
