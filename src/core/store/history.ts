import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { readPlainFile } from '../base/files.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import type { HashInputs } from '../plan/kernel-hash.ts';
import type { Variant } from '../plan/variants.ts';
import { entriesFolder, writeEntryFile } from './entry.ts';

/**
 * The hash inputs of each kernel's variants, from the latest build of that kernel. Kernels are in
 * the order of these builds, the oldest first.
 */
export type History = ReadonlyMap<string, readonly HashInputs[]>;

/** The most variants kept for one package. Kernels with the oldest builds are dropped first. */
export const MAX_HISTORY_VARIANTS = 20_000;

/** Reads the history of a package. Returns an empty history if there is none that can be read. */
export async function readHistory(directory: string, packageName: string): Promise<History> {
  return (await read(historyFile(directory, packageName))).history;
}

/**
 * Adds a build to the history of its package. Kernels that were not part of the build keep their
 * inputs. If two builds write at once, one of them may be lost.
 * @returns whether the history was written; never throws.
 */
export async function writeHistory(
  directory: string,
  packageName: string,
  variants: readonly Variant[],
): Promise<boolean> {
  const file = historyFile(directory, packageName);
  const { history, text } = await read(file);
  const kernels = new Map(history);
  for (const [name, inputs] of inputsByKernel(variants)) {
    kernels.delete(name);
    kernels.set(name, inputs);
  }
  const updated = encode(dropOldest(kernels));
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

async function read(
  file: string,
): Promise<{ readonly history: History; readonly text?: string | undefined }> {
  try {
    const content = await promisify(gunzip)(await readPlainFile(file), {
      maxOutputLength: MAX_BYTES,
    });
    const text = content.toString();
    return { history: decode(text), text };
  } catch {
    // Missing, damaged or of another format: the next build writes a new one.
    return { history: new Map() };
  }
}

function inputsByKernel(variants: readonly Variant[]): ReadonlyMap<string, readonly HashInputs[]> {
  const kernels = new Map<string, HashInputs[]>();
  for (const { kernel, inputs } of variants) {
    const known = kernels.get(kernel.name);
    if (known === undefined) kernels.set(kernel.name, [inputs]);
    else known.push(inputs);
  }
  return kernels;
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
  divisibleBy16: z.array(z.string()),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  target: z.object({ backend: z.string(), arch: z.number(), warpSize: z.number() }),
} satisfies { readonly [Name in keyof HashInputs]: z.ZodType<HashInputs[Name]> });

/** Format 1 had no `format` field and is not read. */
const FORMAT = 2;

const documentSchema = z.object({
  format: z.literal(FORMAT),
  /** Pairs and not an object, because their order matters. */
  kernels: z.array(z.tuple([z.string(), z.array(inputsSchema)])),
});

function encode(history: History): string {
  return canonicalJson({ format: FORMAT, kernels: [...history] });
}

/** @throws if the text is not a history of this format. */
function decode(text: string): History {
  return new Map(documentSchema.parse(JSON.parse(text)).kernels);
}
