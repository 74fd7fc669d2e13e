import { Zip, ZipDeflate } from 'fflate';
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { writeAtomically, writeStream } from '../../base/files.ts';
import { formatSize } from '../../base/text.ts';

/** A file to write into a zip. */
export interface ZippedFile {
  /** The path in the zip, with slashes. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** The largest zip without the format's 64-bit extensions. Source: PKWARE's APPNOTE, 4.4.1.4. */
export const ZIP_LIMITS = { files: 2 ** 16 - 1, bytes: 2 ** 32 - 1 } as const;

/** Returns what is the same for all files: a regular file of Unix that its owner can write. */
function settings() {
  // The oldest time that a zip can have. It is a local time, without a time zone.
  return { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 };
}

/**
 * Writes a zip atomically. Its bytes depend only on the files and their order: Node's zlib depends on its
 * version and on the processor, and fflate does not.
 * @throws {Failure} `usage` if it has too many files, or is too large.
 */
export async function writeZip(
  files: AsyncIterable<ZippedFile>,
  file: string,
  signal: AbortSignal,
  limits: Readonly<Record<keyof typeof ZIP_LIMITS, number>> = ZIP_LIMITS,
): Promise<void> {
  let size = 0;
  const checked = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limits.bytes) throw tooLarge(file, formatSize(limits.bytes));
      yield chunk;
    }
  };
  const counted = async function* () {
    let count = 0;
    for await (const each of files) {
      count += 1;
      if (count > limits.files) throw tooLarge(file, `${limits.files} files`);
      yield each;
    }
  };
  await writeAtomically(file, (fresh) => writeStream(fresh, checked(zipped(counted())), signal));
}

async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  for await (const { path, content } of files) {
    const entry = Object.assign(new ZipDeflate(path, { level: 9 }), settings());
    zip.add(entry);
    entry.push(content, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

function tooLarge(file: string, limit: string): Failure {
  return new Failure('usage', {
    message: `${basename(file)} would have more than ${limit}, the most that a zip can have`,
    hint: 'Make it for fewer targets (`--targets`).',
  });
}
