import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { readPlainFile } from '../../base/files.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { BuildScope } from '../../plan/selection.ts';
import { entriesFolder, writeEntryFile } from './entry.ts';

/** A build that later ones are compared with. */
export interface Baseline {
  /** The time of the build, in milliseconds since 1970. */
  readonly time: number;
  /** The commit that was built, if it is known. */
  readonly commit?: string | undefined;
  /** The manifest.json of the package, parsed. */
  readonly manifest: unknown;
}

const FORMAT = 2;

const baselineSchema = z.object({
  format: z.literal(FORMAT),
  time: z.number().nonnegative(),
  commit: z.string().optional(),
  manifest: z.record(z.string(), z.unknown()),
});

/** A file that decompresses to more is not read, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Returns the name of a scope in files and caches. */
export function scopeName({ package: name, targets, only, triton }: BuildScope): string {
  const lists = [targets, only].map((list) => list?.toSorted() ?? null);
  return sha256(canonicalJson([name, ...lists, triton ?? null])).slice(0, 16);
}

/** The file of a baseline, beside the histories. It can be copied between stores: reading checks it. */
export function baselineFile(directory: string, scope: BuildScope): string {
  return join(entriesFolder(directory), 'history', `${scopeName(scope)}.baseline.gz`);
}

/** Reads a baseline; undefined if there is none that this version can read. */
export async function readBaseline(file: string): Promise<Baseline | undefined> {
  try {
    const packed = await readPlainFile(file);
    const content = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES });
    return baselineSchema.parse(JSON.parse(content.toString()));
  } catch {
    // Missing, damaged or of another format: it is recorded again.
    return undefined;
  }
}

/** @throws the system's error. */
export async function writeBaseline(file: string, baseline: Baseline): Promise<void> {
  const text = canonicalJson({ format: FORMAT, ...baseline });
  await writeEntryFile(file, await promisify(gzip)(text));
}
