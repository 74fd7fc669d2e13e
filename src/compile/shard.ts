import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { readIfExists } from '../base/files.ts';
import { replaceFolder } from '../base/replace-folder.ts';
import { canonicalJson, plural, sha256, tryParseJson } from '../base/text.ts';
import { divide, workItems } from './estimate.ts';
import { type EntryName, entryName, parseEntryName } from './store/entry.ts';
import type { Times } from './store/times.ts';
import { listStore } from './store/prune.ts';
import { type DirectoryStore, directoryStore } from './store/store.ts';
import { type Work, entryNames } from './work.ts';

// A part is a folder with what one shard of a build has computed: a document, and a store.

/** One of `count` shares of a build's work. The first has the index 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The most shards of a build: a matrix has no more jobs. Source: GitHub, "Actions limits". */
const MAX_SHARDS = 256;

/** Describes the form of a shard, for messages. */
export const SHARD_FORM = `the number of a shard and how many there are, such as 2/8, at most ${MAX_SHARDS}`;

/** Parses a shard such as `2/8`. Returns undefined if the text is none. */
export function parseShard(text: string): Shard | undefined {
  const [, index, count] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []).map(Number);
  const isShard = index !== undefined && count !== undefined && index <= count;
  return isShard && count <= MAX_SHARDS ? { index, count } : undefined;
}

const PART_FILE = 'part.json';
const STORE_FOLDER = 'store';
const FORMAT = 1;

const partSchema = z.strictObject({
  format: z.literal(FORMAT),
  package: z.string(),
  triton: z.string(),
  /** The SHA-256 of the manifest's file: says what differs if the plan does. */
  manifest: z.string(),
  /** The SHA-256 of the names of all results that the build needs. */
  plan: z.string(),
  shard: z.int().positive(),
  count: z.int().positive(),
  /** The SHA-256 of how the work was divided. */
  division: z.string(),
  /** The CPU seconds of each result that the shard has computed, by its key. */
  seconds: z.record(z.string(), z.number()),
});

type PartDocument = z.infer<typeof partSchema>;

interface Part {
  readonly folder: string;
  readonly document: PartDocument;
}

/** Returns the fields of a part that every shard of the same build has. */
async function planOf({ plan, jobs }: Work) {
  const { manifest, variants } = plan;
  const names = [...new Set(entryNames(variants, jobs))].toSorted();
  return {
    package: manifest.package,
    triton: manifest.triton,
    manifest: sha256((await readIfExists(manifest.file)) ?? ''),
    plan: sha256(canonicalJson([manifest.package, manifest.triton, names])),
  };
}

/** The work of one shard. */
interface ShardWork {
  readonly names: ReadonlySet<EntryName>;
  /** The SHA-256 of how the whole work was divided. */
  readonly division: string;
}

/** Returns a shard's work: of all that the build needs, so that what a store has changes nothing. */
export function workOfShard(work: Work, { index, count }: Shard, times: Times): ShardWork {
  const shards = divide(workItems(work.plan.variants, work.jobs, times), count);
  const names = shards.map((items) => items.map(({ name }) => name));
  return { names: new Set(names[index - 1]), division: sha256(canonicalJson(names)) };
}

/** @throws {Failure} `usage` if the folder has files that are not of a part. */
export async function checkPartFolder(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  const other = files.find((file) => file !== PART_FILE && file !== STORE_FOLDER);
  if (other === undefined) return;
  throw new Failure('usage', {
    message: `the output folder contains ${other}, which would be deleted`,
    place: { file: folder },
    hint: 'Choose another folder with --out, or empty this one.',
  });
}

/**
 * Writes what a store has of a shard's results, and the hints of its kernels. Replaces an older part.
 * @throws {Failure} `environment` if the folder cannot be written.
 */
export async function writePart(
  folder: string,
  work: Work,
  { index, count }: Shard,
  { names, division }: ShardWork,
  seconds: ReadonlyMap<string, number>,
  store: DirectoryStore,
  context: BuildContext,
): Promise<void> {
  const { log, now } = context;
  const document: PartDocument = {
    format: FORMAT,
    ...(await planOf(work)),
    shard: index,
    count,
    division,
    seconds: Object.fromEntries(seconds),
  };
  const fill = async (fresh: string): Promise<{ readonly folder: string }> => {
    const part = directoryStore(join(fresh, STORE_FOLDER), log, now);
    for (const name of [...hintNames(work), ...[...names].flatMap(resultNames)]) {
      const content = await store.read(name);
      if (content !== undefined) await accept(part, name, content);
    }
    await writeFile(join(fresh, PART_FILE), `${JSON.stringify(document, null, 2)}\n`);
    return { folder: fresh };
  };
  await replaceFolder(folder, fill, context);
}

function hintNames({ plan }: Work): readonly EntryName[] {
  return plan.kernels.flatMap(({ automatic }) =>
    automatic === undefined ? [] : [entryName('hints', automatic.key)],
  );
}

/** Returns the names that a result can have: a config that does not compile is one too. */
function resultNames(name: EntryName): readonly EntryName[] {
  const { kind, hash } = parseEntryName(name);
  return kind === 'kernel' ? [name, entryName('failure', hash)] : [name];
}

/** @throws {Failure} `environment` if the store cannot be written. */
async function accept(store: DirectoryStore, name: EntryName, content: Buffer): Promise<void> {
  if ((await store.accept(name, content)) === 'accepted') return;
  throw new Failure('environment', {
    message: 'cannot write results',
    place: { file: store.directory },
    hint: 'Choose another folder, or free space on the disk.',
  });
}

/** The parts of a build's shards. */
export interface Parts {
  /** Copies the hints that the shards have found to a store. Planning a build asks for them. */
  readonly copyHints: (store: DirectoryStore) => Promise<void>;
  /**
   * Copies the results that a build needs to a store, and warns of shards without a part. Returns the
   * CPU time of what the shards have computed, by its key.
   * @throws {Failure} `usage` if a part is of another build.
   */
  readonly copyResults: (work: Work, store: DirectoryStore) => Promise<ReadonlyMap<string, number>>;
}

/**
 * Opens parts in these folders, or one level below them.
 * @throws {Failure} `usage` if a folder has no part, or one that cannot be read.
 */
export async function openParts(
  folders: readonly string[],
  { log, now }: Pick<BuildContext, 'log' | 'now'>,
): Promise<Parts> {
  const parts = (await Promise.all(folders.map(findParts))).flat();
  const copy = async (wanted: (name: EntryName) => boolean, to: DirectoryStore): Promise<void> => {
    for (const { folder } of parts) {
      const from = directoryStore(join(folder, STORE_FOLDER), log, now);
      for (const { file, role } of await listStore(from.directory)) {
        if (role.kind !== 'entry' || !wanted(role.name)) continue;
        const content = await from.read(role.name);
        if (content !== undefined) await accept(to, role.name, content);
        else log.warning({ message: 'this result is damaged and is not used', place: { file } });
      }
    }
  };
  return {
    copyHints: (store) => copy((name) => parseEntryName(name).kind === 'hints', store),
    async copyResults(work, store) {
      const plan = await planOf(work);
      for (const part of parts) checkOrigin(part, plan, parts[0]?.document.count);
      warnOfOthers(parts, log);
      const names = entryNames(work.plan.variants, work.jobs);
      const wanted = new Set(names.flatMap(resultNames));
      await copy((name) => wanted.has(name), store);
      return new Map(parts.flatMap(({ document }) => Object.entries(document.seconds)));
    },
  };
}

async function findParts(folder: string): Promise<readonly Part[]> {
  const own = await readPart(folder);
  if (own !== undefined) return [own];
  const names = await readdir(folder).catch(() => []);
  const below = await Promise.all(names.map((name) => readPart(join(folder, name))));
  const found = below.filter((part) => part !== undefined);
  if (found.length > 0) return found;
  throw new Failure('usage', {
    message: 'the folder has no results of a shard',
    place: { file: folder },
    hint: 'Name a folder that `build --shard` has written, or the folder with all of them.',
  });
}

async function readPart(folder: string): Promise<Part | undefined> {
  const file = join(folder, PART_FILE);
  const content = await readIfExists(file);
  if (content === undefined) return undefined;
  const { data: document } = partSchema.safeParse(tryParseJson(String(content)));
  if (document !== undefined) return { folder, document };
  throw new Failure('usage', {
    message: 'this is not a part that this version of triton-aot can read',
    place: { file },
    hint: 'Use the same version of triton-aot for all shards and the package.',
  });
}

/** @throws {Failure} `usage` with what differs if a part is not of this build. */
function checkOrigin(
  { folder, document }: Part,
  plan: Awaited<ReturnType<typeof planOf>>,
  count: number | undefined,
): void {
  const wrong = (what: string, hint: string): Failure =>
    new Failure('usage', {
      message: `these results are of another build: ${what}`,
      place: { file: folder },
      hint,
    });
  const differs = (name: string, theirs: string | number, ours: string | number): Failure =>
    wrong(`${name} ${theirs}, not ${ours}`, 'Build the shards and the package from the same.');
  if (document.package !== plan.package)
    throw differs('the package', document.package, plan.package);
  if (document.triton !== plan.triton) throw differs('Triton', document.triton, plan.triton);
  if (count !== undefined && document.count !== count)
    throw wrong(
      `shard ${document.shard} of ${document.count}, with others of ${count}`,
      'Name the parts of one division.',
    );
  if (document.plan === plan.plan) return;
  if (document.manifest !== plan.manifest)
    throw wrong(
      'the manifest differs',
      'Check out the same commit for all shards and the package.',
    );
  throw wrong(
    `its plan is ${document.plan.slice(0, 16)}, not ${plan.plan.slice(0, 16)}`,
    'Use the same sources, targets, kernels, kind of machine and version of triton-aot for all.',
  );
}

function warnOfOthers(parts: readonly Part[], log: Pick<BuildContext['log'], 'warning'>): void {
  const count = parts[0]?.document.count ?? 0;
  const there = new Set(parts.map(({ document }) => document.shard));
  const missing = Array.from({ length: count }, (_each, at) => at + 1).filter(
    (shard) => !there.has(shard),
  );
  if (missing.length > 0)
    log.warning({
      message: `no results of shard ${missing.join(', ')} of ${count}`,
      hint: 'What they lack is computed here. Run their jobs again, or name their folders.',
    });
  if (new Set(parts.map(({ document }) => document.division)).size > 1)
    log.warning({
      message: `${plural(parts.length, 'shard')} divided the work by different times`,
      hint: 'What none of them has is computed here. Give them the same store.',
    });
}
