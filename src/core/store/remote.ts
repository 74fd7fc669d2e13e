import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../base/context.ts';
import { formatSize, sha256 } from '../base/text.ts';
import type { EntryName } from './entry.ts';
import { encodeIndex, type PackFile, readPack, writePack } from './pack.ts';
import type { RemoteNames } from './remote-names.ts';
import { choosePack, planPush, RemotePacks } from './remote-packs.ts';
import type { DirectoryStore } from './store.ts';

/** A place outside of this machine that keeps files by name. Names are never reused for other content. Never throws: what fails is a warning and a miss. */
export interface Remote {
  /** Writes the newest file whose name starts with the first of `prefixes` that has any to `file`, and gives its full name. */
  restore(prefixes: readonly string[], file: string): Promise<string | undefined>;
  /** Whether the file is kept under the name now (also when somebody else has just kept it). */
  save(name: string, file: string): Promise<boolean>;
}

/** Fills a store from a remote before it is used, and gives the remote what is new afterwards. Never fails. */
export interface RemoteSync {
  /**
   * Brings what the remote has of these entries into the store, and gives the names of those that are there now.
   * Nothing is asked for no names; what was restored once serves later calls too.
   */
  pull(names: Iterable<EntryName>): Promise<ReadonlySet<EntryName>>;
  /** Gives the remote what no pack of its holds yet, in one pack. Does nothing where nothing was pulled for. */
  push(names: Iterable<EntryName>): Promise<void>;
  /** Brings what the newest build that the remote knows of covered to `file`, if there is one. */
  pullHistory(file: string): Promise<void>;
  pushHistory(file: string): Promise<void>;
  /** Of files restored and saved so far. */
  traffic(): RemoteTraffic;
  /** Removes temporary files. */
  close(): Promise<void>;
}

/** In bytes. */
export interface RemoteTraffic {
  readonly restoredBytes: number;
  readonly savedBytes: number;
}

/** The exchange of a run that has no remote. */
export const NO_REMOTE: RemoteSync = {
  pull: () => Promise.resolve(new Set()),
  push: () => Promise.resolve(),
  pullHistory: () => Promise.resolve(),
  pushHistory: () => Promise.resolve(),
  traffic: () => ({ restoredBytes: 0, savedBytes: 0 }),
  close: () => Promise.resolve(),
};

/**
 * Opens nothing yet: the remote is first called when something is missing. All pulls together call it seven times at
 * most, a push twice; the history takes a call each way. `scratch` is a folder for temporary files.
 */
export function openRemoteSync(
  store: DirectoryStore,
  remote: Remote,
  names: RemoteNames,
  scratch: string,
  log: Log,
): RemoteSync {
  let folder: Promise<string> | undefined;
  const temporary = async (name: string): Promise<string> =>
    join(await (folder ??= mkdtemp(join(scratch, 'triton-aot-'))), name);
  const packs = new RemotePacks(remote, names, temporary);
  let savedBytes = 0;

  async function save(name: string, file: string): Promise<boolean> {
    const { size } = await stat(file);
    const isSaved = await remote.save(name, file);
    if (isSaved) savedBytes += size;
    return isSaved;
  }

  async function push(wanted: ReadonlySet<EntryName>): Promise<void> {
    if (packs.known === undefined) return;
    const { kept, added } = planPush(packs.known, wanted);
    if (added.length === 0) return;
    const file = await temporary('new.pack');
    const pack = await writePack(file, added, (name) => store.read(name));
    // An index must not name what is not there.
    if (pack.entries.size === 0 || !(await save(names.pack(pack.digest), file))) return;
    const text = encodeIndex([...kept, pack]);
    const index = await temporary('new.index');
    await writeFile(index, text);
    if (!(await save(names.index(sha256(text)), index))) return;
    log.info(`${pack.entries.size} results are in the cache now (${formatSize(pack.bytes)})`);
  }

  return {
    async pull(asked) {
      const all = [...asked];
      const missing = new Set(all);
      if (missing.size > 0) await guarded(log, () => take(packs, missing, store));
      warnOfCorrupt(packs.corrupt.splice(0), log);
      return new Set(all.filter((name) => !missing.has(name)));
    },
    push: (asked) => guarded(log, () => push(new Set(asked))),
    pullHistory: (file) =>
      guarded(log, async () => {
        await mkdir(dirname(file), { recursive: true });
        const name = await remote.restore([names.history('')], file);
        if (name !== undefined) packs.restoredBytes += (await stat(file)).size;
      }),
    pushHistory: (file) =>
      guarded(log, async () => {
        await save(names.history(sha256(await readFile(file))), file);
      }),
    traffic: () => ({ restoredBytes: packs.restoredBytes, savedBytes }),
    async close() {
      await folder?.then((path) => rm(path, { recursive: true, force: true })).catch(() => {});
    },
  };
}

/** Moves what is wanted from the packs to the store; what is left in `wanted` could not be had. */
async function take(
  packs: RemotePacks,
  wanted: Set<EntryName>,
  store: DirectoryStore,
): Promise<void> {
  let usable = await packs.list();
  for (;;) {
    usable = usable.filter((pack) => packs.isInReach(pack));
    const pack = choosePack(usable, wanted, (each) => packs.isHere(each));
    if (pack === undefined) return;
    const file = await packs.restore(pack);
    if (file !== undefined)
      await unpack(file, wanted, store, (corrupt) => packs.reject(pack, corrupt));
    usable = usable.filter((each) => each !== pack);
  }
}

async function unpack(
  file: PackFile,
  wanted: Set<EntryName>,
  store: DirectoryStore,
  onCorrupt: (reason: string) => void,
): Promise<void> {
  const held = [...wanted].filter((name) => file.spans.has(name));
  await readPack(file, held, async (name, content) => {
    const taken = await store.accept(name, content);
    if (taken === 'accepted') wanted.delete(name);
    if (taken === 'corrupt') onCorrupt(`the entry ${name} is damaged or something else`);
  });
}

/** A cache is never in the way, nor is a full disk. */
async function guarded(log: Log, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    log.warning({ message: `the cache is not used: ${String(error)}` });
  }
}

/** One warning, however much there is. */
function warnOfCorrupt([first, ...others]: readonly string[], log: Log): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  log.warning({
    message: `something in the cache does not check out and is not used: ${first}${more}`,
    hint: 'What is missing now is made and saved again. Delete the entry of the cache if this comes again.',
  });
}
