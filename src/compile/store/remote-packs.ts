import { readFile, rm, stat } from 'node:fs/promises';
import { sha256 } from '../../base/text.ts';
import type { EntryName } from './entry.ts';
import { checkPack, decodeIndex, MAX_INDEX_BYTES, type Pack, type PackFile } from './pack.ts';
import type { Remote, RemoteNames } from './remote-names.ts';

/** The most packs one run restores: with more, compiling is faster. */
const MAX_RESTORES = 6;

/** The packs of a remote that this run knows. Each file is restored once, and checked. */
export class RemotePacks {
  /** Undefined until the index has been restored. */
  known: readonly Pack[] | undefined;
  /** Files that failed a check, each with the reason. */
  readonly corrupt: string[] = [];
  /** The size of all restored files, damaged ones included. */
  restoredBytes = 0;
  readonly #remote: Remote;
  readonly #names: RemoteNames;
  readonly #temporary: (name: string) => Promise<string>;
  readonly #restored = new Map<string, PackFile>();
  #restores = 0;

  /** @param temporary returns the path of a temporary file. */
  constructor(remote: Remote, names: RemoteNames, temporary: (name: string) => Promise<string>) {
    this.#remote = remote;
    this.#names = names;
    this.#temporary = temporary;
  }

  /** Lists the packs of the newest index that matches. */
  async list(): Promise<readonly Pack[]> {
    this.known ??= (await this.#restoreIndex()) ?? [];
    return this.known;
  }

  isRestored({ digest }: Pack): boolean {
    return this.#restored.has(digest);
  }

  /** Returns whether the pack has been restored, or still may be. */
  isAvailable(pack: Pack): boolean {
    return this.#restores < MAX_RESTORES || this.isRestored(pack);
  }

  /** Returns the pack's checked file. If it cannot be restored, the pack is forgotten. */
  async restore(pack: Pack): Promise<PackFile | undefined> {
    const file = this.#restored.get(pack.digest) ?? (await this.#restorePack(pack));
    if (file === undefined) this.#forget(pack);
    else this.#restored.set(pack.digest, file);
    return file;
  }

  /** Forgets a pack with a wrong entry, so that a push saves its entries again. */
  reject(pack: Pack, reason: string): void {
    this.corrupt.push(`${this.#names.pack(pack.digest)}: ${reason}`);
    this.#forget(pack);
  }

  #forget(pack: Pack): void {
    this.known = this.known?.filter((each) => each !== pack);
  }

  async #restoreIndex(): Promise<readonly Pack[] | undefined> {
    const file = await this.#temporary('index');
    return this.#restoreChecked(this.#names.indexPrefixes, file, async (name, size) => {
      if (size > MAX_INDEX_BYTES) throw new Error('it is too large');
      const text = await readFile(file, 'utf8');
      if (!name.endsWith(`-${sha256(text)}`))
        throw new Error('its content does not match its name');
      return decodeIndex(text);
    });
  }

  async #restorePack({ digest, bytes }: Pack): Promise<PackFile | undefined> {
    this.#restores += 1;
    const file = await this.#temporary(`${digest}.pack`);
    return this.#restoreChecked([this.#names.pack(digest)], file, async (name, size) => {
      if (name !== this.#names.pack(digest)) throw new Error('its name is not the one asked for');
      if (size !== bytes) throw new Error('its size is wrong');
      return checkPack(file, digest);
    });
  }

  /** Restores one file. An error thrown by `check` becomes the reason why it is corrupt. */
  async #restoreChecked<T>(
    prefixes: readonly string[],
    file: string,
    check: (name: string, size: number) => Promise<T>,
  ): Promise<T | undefined> {
    const name = await this.#remote.restore(prefixes, file);
    if (name === undefined) return undefined;
    try {
      const { size } = await stat(file);
      this.restoredBytes += size;
      return await check(name, size);
    } catch (error) {
      this.corrupt.push(`${name}: ${firstLine(error)}`);
      await rm(file, { force: true });
      return undefined;
    }
  }
}

/** The first line of an error's message. */
function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

/** The most packs of one index: each may cost a restore. */
const MAX_PACKS = 5;

/** A push: which packs its index keeps, and what its new pack holds. */
interface PushPlan {
  readonly kept: readonly Pack[];
  /** The entries of the new pack; empty if the remote has all of them. */
  readonly added: readonly EntryName[];
}

/** Chooses the pack with the most wanted entries. Restored packs cost nothing and come first. */
export function choosePack(
  packs: readonly Pack[],
  wanted: ReadonlySet<EntryName>,
  isRestored: (pack: Pack) => boolean,
): Pack | undefined {
  const useful = packs
    .map((pack) => ({ pack, count: countHeld(pack, wanted), cost: isRestored(pack) ? 0 : 1 }))
    .filter(({ count }) => count > 0);
  const [best] = useful.toSorted(
    (a, b) => a.cost - b.cost || b.count - a.count || a.pack.bytes - b.pack.bytes,
  );
  return best?.pack;
}

/**
 * Plans a push: entries that no pack has go into a new one. If there are too many packs then, or if
 * less than half of their content is wanted, one pack with all wanted entries replaces them.
 */
export function planPush(packs: readonly Pack[], wanted: ReadonlySet<EntryName>): PushPlan {
  const held = new Set(packs.flatMap(({ entries }) => [...entries.keys()]));
  const added = [...wanted].filter((name) => !held.has(name));
  if (added.length === 0) return { kept: packs, added };
  const isReplaced = packs.length + 1 > MAX_PACKS || isMostlyUnwanted(packs, wanted);
  return isReplaced ? { kept: [], added: [...wanted] } : { kept: packs, added };
}

function countHeld({ entries }: Pack, wanted: ReadonlySet<EntryName>): number {
  let count = 0;
  for (const name of wanted) if (entries.has(name)) count += 1;
  return count;
}

function isMostlyUnwanted(packs: readonly Pack[], wanted: ReadonlySet<EntryName>): boolean {
  let balance = 0;
  for (const { entries } of packs) {
    for (const [name, size] of entries) balance += wanted.has(name) ? size : -size;
  }
  return balance < 0;
}
