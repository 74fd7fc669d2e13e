import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { Failure, isSystemError } from '../../core/base/errors.ts';

/** The most a zip may unpack to. Some kilobytes can claim to be terabytes. */
export interface ZipLimits {
  /** Of all files together. */
  readonly bytes: number;
  readonly entries: number;
  /** How many times its own size. */
  readonly ratio: number;
}

/** Sources of kernels shrink to a tenth; 200 times is what runs of a single byte do. */
const LIMITS: ZipLimits = { bytes: 4 * 2 ** 30, entries: 100_000, ratio: 200 };

/** Below this many bytes no ratio matters. */
const SMALL = 2 ** 20;

/**
 * Unpacks a .zip to `folder`, which has to be there, empty. It is removed again when anything is wrong.
 * @throws {Failure} `verification` naming the entry that is not a plain file or folder inside the zip, or that exceeds
 * the limits, or saying how the zip is damaged; `environment` where it cannot be written.
 */
export async function unpackZip(
  file: string,
  folder: string,
  signal: AbortSignal,
  limits: ZipLimits = LIMITS,
): Promise<void> {
  // Only now: few runs read zips.
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
    await mkdir(path, { recursive: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const content = await zip.openReadStreamPromise(entry);
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o644 }), { signal });
}

/** Looks at each entry before anything of it is written: names that lead elsewhere, yauzl itself refuses. */
function entryCheck(zip: string, packed: number, limits: ZipLimits): (entry: Entry) => void {
  const seen = new Set<string>();
  let bytes = 0;
  return (entry) => {
    const { fileName, uncompressedSize } = entry;
    bytes += uncompressedSize;
    const isBomb = bytes > SMALL && bytes > packed * limits.ratio;
    if (bytes > limits.bytes || seen.size >= limits.entries || isBomb)
      throw tooLarge(zip, fileName, limits);
    // As file systems see it that do not tell large letters from small ones.
    const path = fileName.replace(/\/$/, '').toLowerCase();
    const reason = seen.has(path) ? 'is there twice' : entryProblem(entry);
    seen.add(path);
    if (reason === undefined) return;
    throw new Failure('verification', {
      message: `${zip} is not unpacked: its entry \`${fileName}\` ${reason}`,
      hint: 'A package has plain files and folders only. Upload the folder anew as it was built.',
    });
  };
}

const CONTROL = /\p{Cc}/u;

/** Source: APPNOTE.TXT 4.4.2 and 4.4.15; the upper half is the mode where the zip was made on Unix or macOS. */
function entryProblem(entry: Entry): string | undefined {
  const { fileName, externalFileAttributes, versionMadeBy } = entry;
  if (entry.isEncrypted()) return 'is encrypted';
  if (CONTROL.test(fileName)) return 'has a name that no file has';
  if (fileName.split('/').includes('.') || /\/\//.test(fileName)) return 'has an unclear name';
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
    message: `${zip} is not unpacked: with \`${entry}\` it exceeds ${bytes} bytes, ${entries} entries, or ${ratio} times its own size`,
    hint: 'No package is that large. Upload the folder anew as it was built.',
  });
}

function unusable(zip: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  const isRefused = isSystemError(error);
  const problem = isRefused
    ? { message: `${zip} cannot be unpacked: ${reason}` }
    : {
        message: `${zip} is not unpacked, it is damaged or unsafe: ${reason}`,
        hint: 'Upload the folder anew as it was built.',
      };
  return new Failure(isRefused ? 'environment' : 'verification', problem, { cause: error });
}
