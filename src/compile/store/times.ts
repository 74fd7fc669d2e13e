import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { readPlainFile } from '../../base/files.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { Variant } from '../../plan/variants.ts';
import { entriesFolder, writeEntryFile } from './entry.ts';

/**
 * The CPU time of each result of a kernel in seconds, when it was last computed: by kernel, then by
 * `timeOfVariant` or `timeOfCase`. Estimates and shards are made from them.
 */
export type Times = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const NO_TIMES: Times = new Map();

/** The name of a variant's time: it stays the same when the code of the kernel changes. */
export function timeOfVariant({ inputs }: Pick<Variant, 'inputs'>): string {
  const { signature, constants, divisors, options, target } = inputs;
  return sha256(canonicalJson({ signature, constants, divisors, options, target })).slice(0, 16);
}

/** The name of the time of a test case. */
export function timeOfCase(name: string): string {
  return `case ${name}`;
}

/** The most times kept for one kernel: those of values that are no longer built go first. */
const MAX_TIMES = 5000;

/** The most kernels with times in one package. Those that were computed longest ago are dropped first. */
export const MAX_KERNELS = 2000;

/** A file that decompresses to more is not read, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads the times of a package: none if there is no file that can be read. */
export async function readTimes(directory: string, packageName: string): Promise<Times> {
  try {
    const packed = await readPlainFile(timesFile(directory, packageName));
    const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES });
    const { seconds } = documentSchema.parse(JSON.parse(text.toString()));
    return new Map(seconds.map(([kernel, own]) => [kernel, new Map(own)]));
  } catch {
    // Missing, damaged or of another format: the next build writes a new one.
    return NO_TIMES;
  }
}

/**
 * Adds the times of what a build computed. If two builds write at once, one of them may be lost.
 * @returns whether they were written; never throws.
 */
export async function writeTimes(
  directory: string,
  packageName: string,
  now: Times,
): Promise<boolean> {
  const times = new Map(await readTimes(directory, packageName));
  for (const [kernel, newest] of now) {
    const all = [...new Map([...newest, ...(times.get(kernel) ?? []), ...newest])];
    times.delete(kernel);
    times.set(kernel, new Map(all.slice(0, MAX_TIMES)));
  }
  const seconds = [...times].slice(-MAX_KERNELS).map(([kernel, own]) => [kernel, [...own]]);
  const content = await promisify(gzip)(canonicalJson({ format: FORMAT, seconds }));
  return writeEntryFile(timesFile(directory, packageName), content).then(
    () => true,
    () => false,
  );
}

/** The file with a package's times. It can be copied between stores: reading checks it. */
export function timesFile(directory: string, packageName: string): string {
  return join(entriesFolder(directory), 'history', `${sha256(packageName).slice(0, 16)}.json.gz`);
}

/** Earlier formats also had what the hashes of each build covered. */
const FORMAT = 3;

const documentSchema = z.object({
  format: z.literal(FORMAT),
  /** Pairs and not an object, because their order matters. */
  seconds: z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number().nonnegative()]))])),
});
