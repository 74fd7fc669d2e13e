import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { readPlainFile } from '../../base/files.ts';
import { groupBy } from '../../base/groups.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { HashInputs } from '../../plan/kernel-hash.ts';
import type { Variant } from '../../plan/variants.ts';
import { entriesFolder, writeEntryFile } from './entry.ts';

/**
 * The hash inputs of each kernel's variants, from the latest build of that kernel. Kernels are in
 * the order of these builds, the oldest first.
 */
export type History = ReadonlyMap<string, readonly HashInputs[]>;

/**
 * The CPU time of each result of a kernel in seconds, when it was last computed: by kernel, then by
 * `timeOfVariant` or `timeOfCase`.
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

/** The most variants kept for one package. Kernels with the oldest builds are dropped first. */
export const MAX_HISTORY_VARIANTS = 20_000;

/** Reads the history of a package. Returns an empty history if there is none that can be read. */
export async function readHistory(directory: string, packageName: string): Promise<History> {
  return (await read(historyFile(directory, packageName))).history;
}

/** Reads the times of a package, those that are known. */
export async function readTimes(directory: string, packageName: string): Promise<Times> {
  // The inputs of ten thousand variants take 50 MB to check.
  const decoded = await readAs(historyFile(directory, packageName), (text) =>
    timesOf(timesSchema.parse(JSON.parse(text))),
  );
  return decoded ?? NO_TIMES;
}

/**
 * Adds a build to the history of its package, with the times of what it computed. Kernels that were
 * not part of the build keep their inputs. If two builds write at once, one of them may be lost.
 * @returns whether the history was written; never throws.
 */
export async function writeHistory(
  directory: string,
  packageName: string,
  variants: readonly Variant[],
  times: Times = NO_TIMES,
): Promise<boolean> {
  const file = historyFile(directory, packageName);
  const before = await read(file);
  const kernels = new Map(before.history);
  for (const [name, own] of groupBy(variants, ({ kernel }) => kernel.name)) {
    kernels.delete(name);
    kernels.set(
      name,
      own.map(({ inputs }) => inputs),
    );
  }
  const kept = dropOldest(kernels);
  const updated = encode(kept, newerTimes([...kept.keys()], before.times, times));
  const { text } = before;
  if (updated === text) return true;
  return writeEntryFile(file, await promisify(gzip)(updated)).then(
    () => true,
    () => false,
  );
}

/** The file of a package's history. It can be copied between stores: reading checks it. */
export function historyFile(directory: string, packageName: string): string {
  return join(entriesFolder(directory), 'history', `${sha256(packageName).slice(0, 16)}.json.gz`);
}

/** A file that decompresses to more is not read, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Known {
  readonly history: History;
  readonly times: Times;
  readonly text?: string | undefined;
}

async function read(file: string): Promise<Known> {
  const known = await readAs(file, (text) => ({ ...decode(text), text }));
  return known ?? { history: new Map(), times: NO_TIMES };
}

async function readAs<T>(file: string, decodeText: (text: string) => T): Promise<T | undefined> {
  try {
    const content = await promisify(gunzip)(await readPlainFile(file), {
      maxOutputLength: MAX_BYTES,
    });
    return decodeText(content.toString());
  } catch {
    // Missing, damaged or of another format: the next build writes a new one.
    return undefined;
  }
}

/** The most times kept for one kernel: those of values that are no longer built go first. */
const MAX_TIMES = 5000;

function newerTimes(kernels: readonly string[], before: Times, now: Times): Times {
  const known = kernels.map((kernel) => {
    const newest = [...(now.get(kernel) ?? [])];
    const all = new Map([...newest, ...(before.get(kernel) ?? []), ...newest]);
    return [kernel, new Map([...all].slice(0, MAX_TIMES))] as const;
  });
  return new Map(known.filter(([, times]) => times.size > 0));
}

function dropOldest(kernels: History): History {
  let variants = 0;
  const kept = [...kernels].toReversed().filter(([, inputs]) => {
    variants += inputs.length;
    return variants <= MAX_HISTORY_VARIANTS;
  });
  return new Map(kept.toReversed());
}

/** Every field of `HashInputs`: `satisfies` rejects a schema that lacks one. */
const inputsSchema = z.object({
  bridge: z.number(),
  triton: z.string(),
  // Earlier versions did not have it.
  tritonDigest: z.string().default('not covered'),
  machine: z.string(),
  requirements: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  closure: z.array(z.object({ path: z.string(), sha256: z.string() })),
  module: z.string(),
  function: z.string(),
  signature: z.array(z.tuple([z.string(), z.string()])),
  constants: z.record(
    z.string(),
    z.tuple([z.enum(['int', 'float', 'bool', 'string', 'none', 'dtype']), z.string()]),
  ),
  divisors: z.record(z.string(), z.literal([2, 4, 8, 16])),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  target: z.object({
    backend: z.string(),
    arch: z.union([z.number(), z.string()]),
    warpSize: z.number(),
  }),
  lineInfo: z.literal(true).optional(),
  ptx: z.literal(true).optional(),
} satisfies { readonly [Name in keyof HashInputs]: z.ZodType<HashInputs[Name]> });

/** Format 1 had no `format` field and is not read. */
const FORMAT = 2;

const documentSchema = z.object({
  format: z.literal(FORMAT),
  /** Pairs and not an object, because their order matters. */
  kernels: z.array(z.tuple([z.string(), z.array(inputsSchema)])),
  /** Earlier versions did not measure. */
  seconds: z
    .array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number().nonnegative()]))]))
    .default([]),
});

const timesSchema = documentSchema.pick({ format: true, seconds: true });

function encode(history: History, times: Times): string {
  const seconds = [...times].map(([kernel, own]) => [kernel, [...own]]);
  return canonicalJson({
    format: FORMAT,
    kernels: [...history],
    ...(seconds.length > 0 && { seconds }),
  });
}

/** @throws if the text is not a history of this format. */
function decode(text: string): Known {
  const document = documentSchema.parse(JSON.parse(text));
  return { history: new Map(document.kernels), times: timesOf(document) };
}

function timesOf({ seconds }: z.infer<typeof timesSchema>): Times {
  return new Map(seconds.map(([kernel, own]) => [kernel, new Map(own)]));
}
