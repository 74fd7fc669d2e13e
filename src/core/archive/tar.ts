import { createReadStream } from 'node:fs';
import { Failure } from '../errors.ts';

/** A file as an archive is to hold it. */
export interface TarEntry {
  /** In the archive, with slashes. */
  readonly path: string;
  /** Where it lies. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
}

const BLOCK = 512;

/** 1980 began: the oldest moment that no tool calls implausible and every file system knows. */
const MOMENT = new Date(Date.UTC(1980, 0, 1));

/**
 * A tar with the entries in this order, piece by piece. Everything about a file but its path and content is the same
 * for all; a path that is too long or not ASCII stands in an extended header before it. Source: POSIX.1-2017, pax,
 * "ustar Interchange Format" and "pax Interchange Format". `onEntry` hears of each file that is in.
 * @throws {Failure} `environment` where a file is no longer as large as it was.
 */
export async function* tar(
  entries: readonly TarEntry[],
  onEntry: (entry: TarEntry) => void,
): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield* await headersOf(entry);
    yield* contentOf(entry);
    yield Buffer.alloc(-entry.size & (BLOCK - 1));
    onEntry(entry);
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function headersOf({ path, size }: TarEntry): Promise<Uint8Array[]> {
  // Only now: few runs write archives. These parts of it alone: the whole would be bundled minified.
  const { Header } = await import('tar/header');
  const { Pax } = await import('tar/pax');
  const block = Buffer.alloc(BLOCK);
  const common = { mode: 0o644, uid: 0, gid: 0, mtime: MOMENT };
  const needsMore = new Header({ ...common, path, size, type: 'File' }).encode(block);
  return needsMore ? [new Pax({ path }).encode(), block] : [block];
}

async function* contentOf({ path, file, size }: TarEntry): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left === 0) return;
  throw new Failure('environment', {
    message: `${path} changed while it was packed`,
    place: { file },
    hint: 'Pack the package when nothing writes to it.',
  });
}
