import { readFile, rm, stat } from 'node:fs/promises';
import { sha256 } from '../base/text.ts';
import type { EntryName } from './entry.ts';
import { checkPack, decodeIndex, MAX_INDEX_BYTES, type Pack, type PackFile } from './pack.ts';
import type { RemoteNames } from './remote-names.ts';
import type { Remote } from './remote.ts';

/** A run that restores more packs than this is better off compiling. */
const MAX_RESTORES = 6;

/** The packs of a remote as far as this run knows them. Nothing is asked for twice, and nothing is believed. */
export class RemotePacks {
  /** Undefined before the index was asked for. */
  known: readonly Pack[] | undefined;
  /** What did not check out, each with its reason. */
  readonly corrupt: string[] = [];
  /** Of all files that came, good or not. */
  restoredBytes = 0;
  readonly #remote: Remote;
  readonly #names: RemoteNames;
  readonly #temporary: (name: string) => Promise<string>;
  readonly #here = new Map<string, PackFile>();
  #restores = 0;

  /** `temporary` gives the path of a temporary file. */
  constructor(remote: Remote, names: RemoteNames, temporary: (name: string) => Promise<string>) {
    this.#remote = remote;
    this.#names = names;
    this.#temporary = temporary;
  }

  /** Those that the newest fitting index names. */
  async list(): Promise<readonly Pack[]> {
    this.known ??= (await this.#restoreIndex()) ?? [];
    return this.known;
  }

  isHere({ digest }: Pack): boolean {
    return this.#here.has(digest);
  }

  /** Whether the pack may still be restored, or is here. */
  isInReach(pack: Pack): boolean {
    return this.#restores < MAX_RESTORES || this.isHere(pack);
  }

  /** The pack's file, checked; where it cannot be had, the pack is forgotten. */
  async restore(pack: Pack): Promise<PackFile | undefined> {
    const file = this.#here.get(pack.digest) ?? (await this.#restorePack(pack));
    if (file === undefined) this.#forget(pack);
    else this.#here.set(pack.digest, file);
    return file;
  }

  /** Tells that the pack holds something it should not: what it holds is new to the remote from now on. */
  reject(pack: Pack, reason: string): void {
    this.corrupt.push(`${this.#names.pack(pack.digest)}: ${reason}`);
    this.#forget(pack);
  }

  #forget(pack: Pack): void {
    this.known = this.known?.filter((each) => each !== pack);
  }

  async #restoreIndex(): Promise<readonly Pack[] | undefined> {
    const file = await this.#temporary('index');
    return this.#receive(this.#names.indexPrefixes, file, async (name, size) => {
      if (size > MAX_INDEX_BYTES) throw new Error('it is too large');
      const text = await readFile(file, 'utf8');
      if (!name.endsWith(`-${sha256(text)}`)) throw new Error('it is not what its name says');
      return decodeIndex(text);
    });
  }

  async #restorePack({ digest, bytes }: Pack): Promise<PackFile | undefined> {
    this.#restores += 1;
    const file = await this.#temporary(`${digest}.pack`);
    return this.#receive([this.#names.pack(digest)], file, async (name, size) => {
      if (name !== this.#names.pack(digest)) throw new Error('it stands for another one');
      if (size !== bytes) throw new Error('it is not as long as it should be');
      return checkPack(file, digest);
    });
  }

  /** One restore. What the check of it throws is the reason that it is corrupt. */
  async #receive<T>(
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

/** What an error says, in one line. */
function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

/** An index that names more packs than this is replaced: each may cost a call. */
const MAX_PACKS = 5;

/** What a push does: one new pack, besides those that are kept. */
interface PushPlan {
  readonly kept: readonly Pack[];
  /** The entries of the new pack; none where the remote has everything. */
  readonly added: readonly EntryName[];
}

/** The pack that gives most of what is wanted; one that is already here costs nothing and goes first. */
export function choosePack(
  packs: readonly Pack[],
  wanted: ReadonlySet<EntryName>,
  isHere: (pack: Pack) => boolean,
): Pack | undefined {
  const useful = packs
    .map((pack) => ({ pack, count: countHeld(pack, wanted), here: isHere(pack) ? 1 : 0 }))
    .filter(({ count }) => count > 0);
  const [best] = useful.toSorted(
    (a, b) => b.here - a.here || b.count - a.count || a.pack.bytes - b.pack.bytes,
  );
  return best?.pack;
}

/**
 * What no pack holds goes into a new one. Where that would be one pack too many, or less than half of what the packs
 * hold is still wanted, one with everything wanted replaces them all.
 */
export function planPush(packs: readonly Pack[], wanted: ReadonlySet<EntryName>): PushPlan {
  const held = new Set(packs.flatMap(({ entries }) => [...entries.keys()]));
  const added = [...wanted].filter((name) => !held.has(name));
  if (added.length === 0) return { kept: packs, added };
  const isTooMuch = packs.length + 1 > MAX_PACKS || isMostlyUnwanted(packs, wanted);
  return isTooMuch ? { kept: [], added: [...wanted] } : { kept: packs, added };
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
