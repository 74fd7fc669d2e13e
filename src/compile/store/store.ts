import { stat } from 'node:fs/promises';
import type { Log } from '../../base/context.ts';
import { reasonOf } from '../../base/faults.ts';
import { removeFolder } from '../../base/leftovers.ts';
import { mapConcurrently } from '../../base/concurrently.ts';
import type { CompiledKernel } from '../../toolchain/wire/compiled-kernel.ts';
import type { HintChoice } from '../../manifest/terms/hint.ts';
import type { Variant } from '../../plan/variants.ts';
import type { ExpectedOutputs } from '../../manifest/values/packing.ts';
import {
  decodeEntry,
  encodeEntry,
  entryFile,
  type EntryKind,
  type EntryName,
  entryName,
  readEntryFile,
  writeEntryFile,
} from './entry.ts';
import { EXPECTED, FAILURES, FILES, HINTS, isEntry, KERNELS, type StoredFailure } from './kinds.ts';

/** Results by a hash of all they depend on. May lose results, but never returns wrong ones. */
export interface Store {
  /** Compiled kernels, by kernel hash. */
  readonly kernels: StoreSection<CompiledKernel>;
  /** Expected outputs of test cases, by the case's key. */
  readonly expected: StoreSection<ExpectedOutputs>;
  /** The errors of variants that do not compile, by kernel hash. */
  readonly failures: StoreSection<StoredFailure>;
  /** The hints of kernels, by the key of the request. */
  readonly hints: StoreSection<readonly HintChoice[]>;
  /** Files that tools wrote, by a hash of all that they depend on. */
  readonly files: StoreSection<ReadonlyMap<string, Uint8Array>>;
}

export interface StoreSection<T> {
  /** Returns a value; undefined if it is missing or damaged, which it also is if it does not fit. */
  get(hash: string, fits?: (value: T) => boolean): Promise<T | undefined>;
  /** Returns the values of several, by hash. Those that do not fit count as damaged. */
  load(
    hashes: readonly string[],
    fits?: (hash: string, value: T) => boolean,
  ): Promise<ReadonlyMap<string, T>>;
  put(hash: string, value: T): Promise<void>;
}

/** A store in a directory, whose entries can be copied as they are. */
export interface DirectoryStore extends Store {
  readonly directory: string;
  /** The entries found, written or accepted by this run. */
  readonly used: ReadonlySet<EntryName>;
  /** Returns true once this run has written anything. */
  hasGrown(): boolean;
  /** Returns the bytes of an entry's file, without checking it; undefined if it does not exist. */
  sizeOf(name: EntryName): Promise<number | undefined>;
  /** Returns the encoded entry; undefined if it is missing or damaged. */
  read(name: EntryName): Promise<Buffer | undefined>;
  /** Writes an encoded entry. `corrupt`: the bytes are not the entry of that name. */
  accept(name: EntryName, content: Buffer): Promise<'accepted' | 'corrupt' | 'unwritable'>;
}

/** Entries read at once: Node reads files with four threads, so more gain nothing. */
const READS_AT_ONCE = 8;

/**
 * Opens a store in a directory, which many processes and users may use at once: entries are written
 * atomically. A damaged entry is removed with a warning. If the store cannot be written, it warns
 * once and the build goes on. `clock` returns milliseconds since 1970.
 */
export function directoryStore(directory: string, log: Log, clock: () => number): DirectoryStore {
  const used = new Set<EntryName>();
  const writer = entryWriter(directory, log);
  const write = async (name: EntryName, content: Uint8Array): Promise<boolean> => {
    const isWritten = await writer.write(entryFile(directory, name), content);
    if (isWritten) used.add(name);
    return isWritten;
  };
  const section = <T>(kind: EntryKind<T>): StoreSection<T> => ({
    async load(hashes, fits = () => true) {
      const found = new Map<string, T>();
      await mapConcurrently([...new Set(hashes)], READS_AT_ONCE, async (hash) => {
        const value = await this.get(hash, (each) => fits(hash, each));
        if (value !== undefined) found.set(hash, value);
      });
      return found;
    },
    async get(hash, fits = () => true) {
      const name = entryName(kind.name, hash);
      const file = entryFile(directory, name);
      const content = await readEntryFile(file, clock());
      if (content === undefined) return undefined;
      const value = decodeEntry(kind, hash, content);
      if (value === undefined || !fits(value)) {
        log.warning({ message: kind.damaged, place: { file } });
        // It can be a folder or a pipe.
        await removeFolder(file).catch(() => undefined);
        return undefined;
      }
      used.add(name);
      return value;
    },
    async put(hash, value) {
      await write(entryName(kind.name, hash), encodeEntry(kind, hash, value));
    },
  });
  return {
    kernels: section(KERNELS),
    expected: section(EXPECTED),
    failures: section(FAILURES),
    hints: section(HINTS),
    files: section(FILES),
    directory,
    used,
    hasGrown: () => writer.hasWritten(),
    sizeOf: (name) =>
      stat(entryFile(directory, name)).then(
        ({ size }) => size,
        () => undefined,
      ),
    async read(name) {
      const content = await readEntryFile(entryFile(directory, name), clock());
      return content !== undefined && isEntry(name, content) ? content : undefined;
    },
    async accept(name, content) {
      if (!isEntry(name, content)) return 'corrupt';
      return (await write(name, content)) ? 'accepted' : 'unwritable';
    },
  };
}

/** Files checked at once; each takes one system call. */
const CHECKS_AT_ONCE = 8;

/**
 * Returns the variants with a result in the store, which can be that a config does not compile, with
 * the bytes of its entry. Entries are not read: damaged ones count.
 */
export async function storedVariants(
  variants: readonly Variant[],
  store: Pick<DirectoryStore, 'sizeOf'>,
): Promise<ReadonlyMap<Variant, number>> {
  const found = await mapConcurrently(variants, CHECKS_AT_ONCE, async (variant) => {
    const { hash, kernel } = variant;
    const size =
      (await store.sizeOf(entryName('kernel', hash))) ??
      (kernel.mayDropConfigs ? await store.sizeOf(entryName('failure', hash)) : undefined);
    return size === undefined ? [] : [[variant, size] as const];
  });
  return new Map(found.flat());
}

interface EntryWriter {
  hasWritten(): boolean;
  /** Returns whether the file was written. */
  write(file: string, content: Uint8Array): Promise<boolean>;
}

/** Writes files. After the first failure it warns, and writes no more. */
function entryWriter(directory: string, log: Log): EntryWriter {
  let writable = true;
  let written = false;
  return {
    hasWritten: () => written,
    async write(file, content) {
      if (!writable) return false;
      try {
        await writeEntryFile(file, content);
        written = true;
        return true;
      } catch (error) {
        if (writable) {
          writable = false;
          log.warning({
            message: `cannot write to the store, so results are not saved: ${reasonOf(error)}`,
            place: { file: directory },
            hint: 'Choose another folder with --store.',
          });
        }
        return false;
      }
    },
  };
}
