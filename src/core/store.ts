import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { expectedSchema } from './cases/document.ts';
import type { ExpectedOutputs } from './cases/outputs.ts';
import { tensorMapSchema } from './compile/answer.ts';
import type { CompiledKernel } from './compile/job.ts';
import { canonical, sha256 } from './hash.ts';
import type { Log } from './log.ts';

/** Where results live by a hash of all that decides them. Losing entries is allowed, giving wrong ones is not. */
export interface Store {
  /** By kernel hash. */
  readonly kernels: Shelf<CompiledKernel>;
  /** What kernels are expected to give, by the key of a case. */
  readonly expected: Shelf<ExpectedOutputs>;
}

export interface Shelf<T> {
  get(hash: string): Promise<T | undefined>;
  put(hash: string, value: T): Promise<void>;
}

/**
 * A store in a directory, safe for many processes at once: an entry is one file that appears whole or not at
 * all. An entry that does not check out is removed with a warning; a store that cannot be written costs a
 * warning too, never the build.
 */
export function directoryStore(directory: string, log: Log): Store {
  const write = entryWriter(directory, log);
  const shelf = <T>(kind: EntryKind<T>): Shelf<T> => {
    const fileOf = (hash: string): string =>
      join(directory, 'v1', hash.slice(0, 2), `${hash}.${kind.extension}`);
    return {
      async get(hash) {
        const file = fileOf(hash);
        const content = await readIfThere(file);
        if (content === undefined) return undefined;
        const value = decode(kind, hash, content);
        if (value === undefined) {
          log.warning({ message: kind.damaged, place: { file } });
          await rm(file, { force: true });
        }
        return value;
      },
      put: (hash, value) => write(fileOf(hash), () => encode(kind, hash, value)),
    };
  };
  return { kernels: shelf(KERNELS), expected: shelf(EXPECTED) };
}

/** Writes files whole or not at all; after the first that cannot be written, none. */
function entryWriter(
  directory: string,
  log: Log,
): (file: string, content: () => Uint8Array) => Promise<void> {
  let writable = true;
  return async (file, content) => {
    if (!writable) return;
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(temporary, content());
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      if (!writable) return;
      writable = false;
      log.warning({
        message: `cannot write to the store, so results are not kept: ${String(error)}`,
        place: { file: directory },
        hint: 'Choose another folder with --store.',
      });
    }
  };
}

/** What an entry holds: a record, as one line of JSON with its hash and seal, and then bytes. */
interface EntryKind<T> {
  readonly extension: string;
  /** What is told of an entry that does not check out. */
  readonly damaged: string;
  readonly split: (value: T) => { readonly record: unknown; readonly bytes: Uint8Array };
  /** undefined where the two are no such value. */
  readonly join: (record: unknown, bytes: Uint8Array) => T | undefined;
}

const scratchSchema = z.object({ size: z.number(), align: z.number() });

const kernelSchema = z.object({
  name: z.string(),
  ptxas: z.string(),
  shared: z.number(),
  numWarps: z.number(),
  numCtas: z.number(),
  globalScratch: scratchSchema,
  profileScratch: scratchSchema,
  launchPdl: z.boolean(),
  launchCooperativeGrid: z.boolean(),
  tensorMaps: z.array(tensorMapSchema),
});

const KERNELS: EntryKind<CompiledKernel> = {
  extension: 'kernel',
  damaged: 'a stored kernel is damaged: it is compiled again',
  split: ({ cubin, ...record }) => ({ record, bytes: cubin }),
  join(record, bytes) {
    const kernel = kernelSchema.safeParse(record);
    return kernel.success ? { ...kernel.data, cubin: bytes } : undefined;
  },
};

const outputsSchema = z.object({
  note: z.string().optional(),
  outputs: z.array(expectedSchema.extend({ name: z.string(), length: z.number() })),
});

const EXPECTED: EntryKind<ExpectedOutputs> = {
  extension: 'expected',
  damaged: 'stored expected outputs are damaged: they are computed again',
  split: ({ note, outputs }) => ({
    record: {
      ...(note !== undefined && { note }),
      outputs: [...outputs].map(([name, { content, ...source }]) => ({
        ...source,
        name,
        length: content.length,
      })),
    },
    bytes: Buffer.concat([...outputs.values()].map(({ content }) => content)),
  }),
  join(record, bytes) {
    const parsed = outputsSchema.safeParse(record);
    if (!parsed.success) return undefined;
    let at = 0;
    const outputs = parsed.data.outputs.map(({ name, length, ...source }) => {
      const content = bytes.subarray(at, (at += length));
      return [name, { ...source, content }] as const;
    });
    return { note: parsed.data.note, outputs: new Map(outputs) };
  },
};

const headerSchema = z.object({
  hash: z.string(),
  /** Of the record and the bytes together. */
  sha256: z.string(),
  record: z.unknown(),
});

function encode<T>(kind: EntryKind<T>, hash: string, value: T): Uint8Array {
  const { record, bytes } = kind.split(value);
  const header = { hash, sha256: seal(record, bytes), record };
  return Buffer.concat([Buffer.from(`${canonical(header)}\n`), bytes]);
}

function decode<T>(kind: EntryKind<T>, hash: string, content: Buffer): T | undefined {
  const end = content.indexOf('\n');
  const header = headerSchema.safeParse(
    parseJson(content.subarray(0, Math.max(0, end)).toString()),
  );
  if (!header.success || header.data.hash !== hash) return undefined;
  const bytes = new Uint8Array(content.subarray(end + 1));
  const { record } = header.data;
  return header.data.sha256 === seal(record, bytes) ? kind.join(record, bytes) : undefined;
}

function seal(record: unknown, bytes: Uint8Array): string {
  return sha256(Buffer.concat([Buffer.from(`${canonical(record)}\n`), bytes]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    // Not there, or not readable: either way there is nothing to use.
    return undefined;
  }
}
