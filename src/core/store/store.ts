import { access } from 'node:fs/promises';
import type { Log } from '../base/context.ts';
import { mapConcurrently } from '../base/process.ts';
import type { CompiledKernel } from '../bridge/protocol.ts';
import type { Variant } from '../plan/variants.ts';
import type { ExpectedOutputs } from '../testdata/packing.ts';
import {
  decodeEntry,
  encodeEntry,
  entryFile,
  type EntryKind,
  type EntryName,
  entryName,
  readEntryFile,
  removeFile,
  writeEntryFile,
} from './entry.ts';
import { ALIASES, EXPECTED, isEntry, KERNELS } from './kinds.ts';

/** Where results live by a hash of all that decides them. Losing entries is allowed, giving wrong ones is not. */
export interface Store {
  /** By kernel hash. */
  readonly kernels: StoreSection<CompiledKernel>;
  /** What kernels are expected to give, by the key of a case. */
  readonly expected: StoreSection<ExpectedOutputs>;
  /** The kernel hash that a finer hash stands for. */
  readonly aliases: StoreSection<string>;
}

export interface StoreSection<T> {
  get(hash: string): Promise<T | undefined>;
  put(hash: string, value: T): Promise<void>;
}

/** A store whose entries can also be handed on as they are. */
export interface DirectoryStore extends Store {
  readonly directory: string;
  /** What was found, written or accepted here so far. */
  readonly used: ReadonlySet<EntryName>;
  /** Whether anything was written. */
  hasGrown(): boolean;
  /** Whether an entry is there, whole or not. */
  has(name: EntryName): Promise<boolean>;
  /** The sealed bytes of an entry that checks out. */
  read(name: EntryName): Promise<Buffer | undefined>;
  /** Takes sealed bytes over. `corrupt`: they are not the entry of that name. */
  accept(name: EntryName, content: Buffer): Promise<'accepted' | 'corrupt' | 'unwritable'>;
}

/**
 * A store in a directory, safe for many processes and users at once: an entry is one file that appears whole or
 * not at all. An entry that does not check out is removed with a warning; a store that cannot be written costs a
 * warning too, never the build. `clock` gives milliseconds since 1970, as files have them.
 */
export function directoryStore(directory: string, log: Log, clock: () => number): DirectoryStore {
  const used = new Set<EntryName>();
  const writer = entryWriter(directory, log);
  const write = async (name: EntryName, content: Uint8Array): Promise<boolean> => {
    const isKept = await writer.write(entryFile(directory, name), content);
    if (isKept) used.add(name);
    return isKept;
  };
  const shelf = <T>(kind: EntryKind<T>): StoreSection<T> => ({
    async get(hash) {
      const name = entryName(kind.name, hash);
      const file = entryFile(directory, name);
      const content = await readEntryFile(file, clock());
      if (content === undefined) return undefined;
      const value = decodeEntry(kind, hash, content);
      if (value === undefined) {
        log.warning({ message: kind.damaged, place: { file } });
        await removeFile(file);
      } else used.add(name);
      return value;
    },
    async put(hash, value) {
      if (writer.isWritable())
        await write(entryName(kind.name, hash), encodeEntry(kind, hash, value));
    },
  });
  return {
    kernels: shelf(KERNELS),
    expected: shelf(EXPECTED),
    aliases: shelf(ALIASES),
    directory,
    used,
    hasGrown: () => writer.hasWritten(),
    has: (name) =>
      access(entryFile(directory, name)).then(
        () => true,
        () => false,
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

interface EntryWriter {
  isWritable(): boolean;
  hasWritten(): boolean;
  /** Whether the file holds the content now. */
  write(file: string, content: Uint8Array): Promise<boolean>;
}

/** Writes files until one cannot be written, which is told, and none from then on. */
function entryWriter(directory: string, log: Log): EntryWriter {
  let writable = true;
  let written = false;
  return {
    isWritable: () => writable,
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
            message: `cannot write to the store, so results are not kept: ${String(error)}`,
            place: { file: directory },
            hint: 'Choose another folder with --store.',
          });
        }
        return false;
      }
    },
  };
}

/** Looks at once; each is one call of the system. */
const LOOKS = 8;

/** Which variants the store has an entry of. Entries are not read, so one that is damaged counts. */
export async function storedVariants(
  variants: readonly Variant[],
  store: Pick<DirectoryStore, 'has'>,
): Promise<ReadonlySet<Variant>> {
  const isStored = await mapConcurrently(variants, LOOKS, ({ hash }) =>
    store.has(entryName('kernel', hash)),
  );
  return new Set(variants.filter((_variant, index) => isStored[index]));
}
