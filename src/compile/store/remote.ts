import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../base/context.ts';
import { reasonOf } from '../../base/faults.ts';
import { makeFolder } from '../../base/files.ts';
import { makeScratch } from '../../base/leftovers.ts';
import { formatSize, plural, sha256 } from '../../base/text.ts';
import type { EntryName } from './entry.ts';
import { encodeIndex, type PackFile, readPack, writePack } from './pack.ts';
import type { Remote, RemoteNames } from './remote-names.ts';
import { choosePack, planPush, RemotePacks } from './remote-packs.ts';
import type { DirectoryStore } from './store.ts';

/** Restores results from a remote before a build and saves new ones after it. Never fails. */
export interface RemoteSync {
  /**
   * Restores entries to the store, and returns the names of those it has now. Without names it does
   * nothing. Restored packs are used again by later calls.
   */
  pull(names: Iterable<EntryName>): Promise<ReadonlySet<EntryName>>;
  /** Asks which entries there are. `pull` does so too, if it is given names. */
  open(): Promise<void>;
  /** Saves the entries that no pack has yet, in one pack. Does nothing unless opened. */
  push(names: Iterable<EntryName>): Promise<void>;
  /** Restores the newest history of the package to `file`, if there is one. Asks only once. */
  pullHistory(file: string): Promise<void>;
  /** Saves the history of the package. */
  pushHistory(file: string): Promise<void>;
  /** Restores the newest baseline of a scope to `file`, if there is one. */
  pullBaseline(scope: string, file: string): Promise<void>;
  /** Saves the baseline of a scope. */
  pushBaseline(scope: string, file: string): Promise<void>;
  /** The size of all files restored and saved so far. */
  traffic(): RemoteTraffic;
  /** Removes temporary files. */
  close(): Promise<void>;
}

/** In bytes. */
export interface RemoteTraffic {
  readonly restoredBytes: number;
  readonly savedBytes: number;
}

/** For a run without a remote. */
export const NO_REMOTE: RemoteSync = {
  pull: () => Promise.resolve(new Set()),
  open: () => Promise.resolve(),
  push: () => Promise.resolve(),
  pullHistory: () => Promise.resolve(),
  pushHistory: () => Promise.resolve(),
  pullBaseline: () => Promise.resolve(),
  pushBaseline: () => Promise.resolve(),
  traffic: () => ({ restoredBytes: 0, savedBytes: 0 }),
  close: () => Promise.resolve(),
};

/**
 * Prepares the synchronisation of a store with a remote, which is first called when a result is
 * missing. All pulls together call it at most seven times, a push twice; the history and the baseline
 * take a call each way. `scratch` is a folder for temporary files.
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
    join(await (folder ??= makeScratch(scratch, 'work')), name);
  const packs = new RemotePacks(remote, names, temporary);
  let savedBytes = 0;
  let history: Promise<void> | undefined;

  async function save(name: string, file: string): Promise<boolean> {
    const { size } = await stat(file);
    const isSaved = await remote.save(name, file);
    if (isSaved) savedBytes += size;
    return isSaved;
  }

  /** Restores the newest file whose name begins so. */
  function pullFile(prefix: string, file: string): Promise<void> {
    return guarded(log, async () => {
      await makeFolder(dirname(file));
      const name = await remote.restore([prefix], file);
      if (name !== undefined) packs.restoredBytes += (await stat(file)).size;
    });
  }

  function pushFile(nameOf: (digest: string) => string, file: string): Promise<void> {
    return guarded(log, async () => {
      await save(nameOf(sha256(await readFile(file))), file);
    });
  }

  async function push(wanted: ReadonlySet<EntryName>): Promise<void> {
    if (packs.known === undefined) return;
    const { kept, added } = planPush(packs.known, wanted);
    if (added.length === 0) return;
    const file = await temporary('new.pack');
    const pack = await writePack(file, added, (name) => store.read(name));
    // An index must not list a pack that was not saved.
    if (pack.entries.size === 0 || !(await save(names.pack(pack.digest), file))) return;
    const text = encodeIndex([...kept, pack]);
    const index = await temporary('new.index');
    await writeFile(index, text);
    if (!(await save(names.index(sha256(text)), index))) return;
    log.info(
      `saved ${plural(pack.entries.size, 'result')} to the cache (${formatSize(pack.bytes)})`,
    );
  }

  return {
    async pull(entries) {
      const all = [...entries];
      const missing = new Set(all);
      if (missing.size > 0) await guarded(log, () => restore(packs, missing, store));
      warnOfCorrupt(packs.corrupt.splice(0), log);
      return new Set(all.filter((name) => !missing.has(name)));
    },
    open: () => guarded(log, async () => void (await packs.list())),
    push: (entries) => guarded(log, () => push(new Set(entries))),
    pullHistory: (file) => (history ??= pullFile(names.history(''), file)),
    pushHistory: (file) => pushFile((digest) => names.history(digest), file),
    pullBaseline: (scope, file) => pullFile(names.baseline(scope, ''), file),
    pushBaseline: (scope, file) => pushFile((digest) => names.baseline(scope, digest), file),
    traffic: () => ({ restoredBytes: packs.restoredBytes, savedBytes }),
    async close() {
      await folder?.then((path) => rm(path, { recursive: true, force: true })).catch(() => {});
    },
  };
}

/** Copies wanted entries from packs to the store; those left in `wanted` were not found. */
async function restore(
  packs: RemotePacks,
  wanted: Set<EntryName>,
  store: DirectoryStore,
): Promise<void> {
  let usable = await packs.list();
  for (;;) {
    usable = usable.filter((pack) => packs.isAvailable(pack));
    const pack = choosePack(usable, wanted, (each) => packs.isRestored(each));
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
    const outcome = await store.accept(name, content);
    if (outcome === 'accepted') wanted.delete(name);
    if (outcome === 'corrupt') onCorrupt(`its entry ${name} is damaged or of another name`);
  });
}

/** Turns errors into warnings: neither a cache nor a full disk may fail a build. */
async function guarded(log: Log, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    log.warning({ message: `cannot use the cache: ${reasonOf(error)}` });
  }
}

/** One warning for all corrupt files. */
function warnOfCorrupt([first, ...others]: readonly string[], log: Log): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  log.warning({
    message: `ignored a damaged file in the cache: ${first}${more}`,
    hint: 'Its results are built and saved again. If this warning returns, delete the file from the cache.',
  });
}
