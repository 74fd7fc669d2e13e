import { statfs } from 'node:fs/promises';
import { Failure } from '../errors.ts';
import { HOME_VARIABLE } from './home.ts';

/** A wheel of up to 300 MB, 1.1 GB unpacked (3.9.0), and some room. Measured with 3.6.0, 3.8.0 and 3.9.0. */
const NEEDED_BYTES = 1.6e9;

/** How many bytes an ordinary user may still write on the disk `path` is on. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Fails when a fresh installation will not fit into `folder`, which has `free` bytes. */
export function requireSpace(folder: string, free: number): void {
  if (free >= NEEDED_BYTES) return;
  throw new Failure('environment', {
    message: `${gigabytes(free)} free in ${folder}, but installing Triton needs about ${gigabytes(NEEDED_BYTES)}`,
    hint: spaceHint(),
  });
}

/** What to do about a full disk. */
export function spaceHint(): string {
  return `Free some space there, or set ${HOME_VARIABLE} to a folder on a larger disk.`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
