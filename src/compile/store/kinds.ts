import { z } from 'zod';
import { type CompiledKernel, compiledKernelSchema } from '../../toolchain/wire/compiled-kernel.ts';
import { hintChoicesSchema } from '../../toolchain/workers/protocol.ts';
import type { HintChoice } from '../../manifest/terms/hint.ts';
import { expectedSchema } from '../../manifest/cases/packaged.ts';
import type { ExpectedOutputs } from '../../manifest/values/packing.ts';
import { decodeEntry, type EntryKind, type EntryName, parseEntryName } from './entry.ts';

/** The bytes of an entry are the cubin, then the compressed PTX. */
const kernelSchema = compiledKernelSchema
  .omit({ cubin: true, packedPtx: true })
  .extend({ packedPtx: z.number().int().nonnegative().optional() });

/** Compiled kernels, by kernel hash. */
export const KERNELS: EntryKind<CompiledKernel> = {
  name: 'kernel',
  damaged: 'this stored kernel is damaged and will be compiled again',
  split: ({ cubin, packedPtx, ...record }) =>
    packedPtx === undefined
      ? { record, bytes: cubin }
      : {
          record: { ...record, packedPtx: packedPtx.length },
          bytes: Buffer.concat([cubin, packedPtx]),
        },
  join(record, bytes) {
    const parsed = kernelSchema.safeParse(record);
    if (!parsed.success) return undefined;
    const { packedPtx, ...kernel } = parsed.data;
    if (packedPtx === undefined) return { ...kernel, cubin: bytes };
    const end = bytes.length - packedPtx;
    return { ...kernel, cubin: bytes.subarray(0, end), packedPtx: bytes.subarray(end) };
  },
};

const outputsSchema = z.object({
  /** One line. */
  note: z.string().regex(/^.*$/).optional(),
  isUnwritten: z.boolean().optional(),
  outputs: z.array(
    expectedSchema.extend({ name: z.string(), length: z.number().int().nonnegative() }),
  ),
});

/** Expected outputs of a test case, by the case's key. */
export const EXPECTED: EntryKind<ExpectedOutputs> = {
  name: 'expected',
  damaged: 'these stored expected outputs are damaged and will be computed again',
  split: ({ note, isUnwritten, outputs }) => ({
    record: {
      ...(note !== undefined && { note }),
      ...(isUnwritten !== undefined && { isUnwritten }),
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
    const { note, isUnwritten } = parsed.data;
    if (at !== bytes.length) return undefined;
    return { note, ...(isUnwritten !== undefined && { isUnwritten }), outputs: new Map(outputs) };
  },
};

const failureSchema = z.strictObject({
  message: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
});

/** The error of a variant that does not compile. */
export interface StoredFailure {
  readonly message: string;
  /** The file with the error, relative to the manifest's folder. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** The errors of variants that do not compile, by kernel hash. Only read for configs that may be dropped. */
export const FAILURES: EntryKind<StoredFailure> = {
  name: 'failure',
  damaged: 'this stored compile error is damaged, and the variant will be compiled again',
  split: (failure) => ({ record: failure, bytes: new Uint8Array() }),
  join: (record, bytes) => (bytes.length === 0 ? failureSchema.safeParse(record).data : undefined),
};

/** The hints of kernels, by the key of the request. */
export const HINTS: EntryKind<readonly HintChoice[]> = {
  name: 'hints',
  damaged: 'these stored hints are damaged and will be found again',
  split: (choices) => ({ record: choices, bytes: new Uint8Array() }),
  join: (record, bytes) =>
    bytes.length === 0 ? hintChoicesSchema.safeParse(record).data : undefined,
};

const filesSchema = z.array(
  z.strictObject({ path: z.string(), length: z.number().int().nonnegative() }),
);

/** Files that a tool wrote, by their paths. The key is a hash of all that they depend on. */
export const FILES: EntryKind<ReadonlyMap<string, Uint8Array>> = {
  name: 'files',
  damaged: 'these stored files are damaged and will be written again',
  split: (files) => ({
    record: [...files].map(([path, { length }]) => ({ path, length })),
    bytes: Buffer.concat([...files.values()]),
  }),
  join(record, bytes) {
    const parsed = filesSchema.safeParse(record).data;
    if (parsed === undefined) return undefined;
    let at = 0;
    const files = parsed.map(
      ({ path, length }) => [path, bytes.subarray(at, (at += length))] as const,
    );
    return at === bytes.length ? new Map(files) : undefined;
  },
};

/** Returns whether `content` is the entry of that name, complete and usable. */
export function isEntry(name: EntryName, content: Buffer): boolean {
  const { hash, kind } = parseEntryName(name);
  switch (kind) {
    case 'kernel':
      return decodeEntry(KERNELS, hash, content) !== undefined;
    case 'expected':
      return decodeEntry(EXPECTED, hash, content) !== undefined;
    case 'failure':
      return decodeEntry(FAILURES, hash, content) !== undefined;
    case 'hints':
      return decodeEntry(HINTS, hash, content) !== undefined;
    case 'files':
      return decodeEntry(FILES, hash, content) !== undefined;
  }
}
