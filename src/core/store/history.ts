import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { HashInputs } from '../plan/kernel-hash.ts';
import type { Variant } from '../plan/variants.ts';
import { entriesFolder, writeEntryFile } from './entry.ts';

/** What the hashes of earlier builds covered: of each entry point its latest build, the oldest build first. */
export type History = ReadonlyMap<string, readonly HashInputs[]>;

/** How many variants one package keeps; the kernels that have not been built for longest drop out. */
export const MAX_HISTORY_VARIANTS = 20_000;

/** A file that unpacks to more is none of ours, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** What is known of a package's earlier builds with the store in `directory`; nothing where that cannot be read. */
export async function readHistory(directory: string, packageName: string): Promise<History> {
  return (await read(historyFile(directory, packageName))).history;
}

/**
 * Keeps what the hashes of a build cover, for `readHistory`. Kernels that were not part of the build stay as they
 * were. Of two builds at once one may be forgotten.
 * @returns whether it is kept; a store that cannot be written is no failure.
 */
export async function writeHistory(
  directory: string,
  packageName: string,
  variants: readonly Variant[],
): Promise<boolean> {
  const file = historyFile(directory, packageName);
  const { history, text } = await read(file);
  const kernels = new Map(history);
  for (const [name, inputs] of byKernel(variants)) {
    kernels.delete(name);
    kernels.set(name, inputs);
  }
  const updated = encode(newest(kernels));
  if (updated === text) return true;
  return writeEntryFile(file, await promisify(gzip)(updated)).then(
    () => true,
    () => false,
  );
}

/** Where a package's history lies: a file that is whole by itself and checked when it is read. */
export function historyFile(directory: string, packageName: string): string {
  return join(entriesFolder(directory), 'history', `${sha256(packageName).slice(0, 16)}.json.gz`);
}

async function read(
  file: string,
): Promise<{ readonly history: History; readonly text?: string | undefined }> {
  try {
    const content = await promisify(gunzip)(await readFile(file), { maxOutputLength: MAX_BYTES });
    const text = content.toString();
    return { history: decode(text), text };
  } catch {
    // Not there, not readable or damaged: the next build writes it anew.
    return { history: new Map() };
  }
}

function byKernel(variants: readonly Variant[]): ReadonlyMap<string, readonly HashInputs[]> {
  const kernels = new Map<string, HashInputs[]>();
  for (const { kernel, inputs } of variants) {
    const known = kernels.get(kernel.name);
    if (known === undefined) kernels.set(kernel.name, [inputs]);
    else known.push(inputs);
  }
  return kernels;
}

function newest(kernels: History): History {
  let variants = 0;
  const kept = [...kernels].toReversed().filter(([, inputs]) => {
    variants += inputs.length;
    return variants <= MAX_HISTORY_VARIANTS;
  });
  return new Map(kept.toReversed());
}

/** The inputs of a hash, in the order they have in the file. */
const INPUTS = {
  bridge: z.number(),
  triton: z.string(),
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
  divisibleBy16: z.array(z.string()),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  target: z.object({ backend: z.string(), arch: z.number(), warpSize: z.number() }),
} satisfies { readonly [Name in keyof HashInputs]: z.ZodType<HashInputs[Name]> };

const NAMES = z.keyof(z.object(INPUTS)).options;

/** Most values are shared by many variants: each is written once, and a variant is where its values stand. */
const documentSchema = z.object({
  values: z.array(z.unknown()),
  kernels: z.array(z.tuple([z.string(), z.array(z.array(z.number()).length(NAMES.length))])),
});

function encode(history: History): string {
  const values: unknown[] = [];
  const places = new Map<string, number>();
  const add = (value: unknown): number => {
    const text = canonicalJson(value);
    const place = places.get(text) ?? values.push(value) - 1;
    places.set(text, place);
    return place;
  };
  const placeOf = remembering(add);
  const kernels = [...history].map(([name, variants]) => [
    name,
    variants.map((inputs) => NAMES.map((input) => placeOf(inputs[input]))),
  ]);
  return canonicalJson({ values, kernels });
}

/** @throws where it is no history. */
function decode(text: string): History {
  const { values, kernels } = documentSchema.parse(JSON.parse(text));
  const readers = NAMES.map(
    (name) => [name, remembering((place: number) => INPUTS[name].parse(values[place]))] as const,
  );
  const inputsAt = (places: readonly number[]): HashInputs =>
    // Every name has its value.
    Object.fromEntries(
      readers.map(([name, valueAt], index) => [name, valueAt(places[index] ?? -1)]),
    ) as unknown as HashInputs;
  return new Map(kernels.map(([name, variants]) => [name, variants.map(inputsAt)]));
}

/** A function that computes its result once for each argument. */
function remembering<A, R>(compute: (argument: A) => R): (argument: A) => R {
  const known = new Map<A, R>();
  return (argument) => {
    const result = known.get(argument) ?? compute(argument);
    known.set(argument, result);
    return result;
  };
}
