import { copyFile, link, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { HandedOn, RunContext } from '../base/context.ts';
import { Failure, messageOf } from '../base/errors.ts';
import { readIfExists } from '../base/files.ts';
import { mapConcurrently } from '../base/process.ts';
import { replaceFolder } from '../base/replace-folder.ts';
import { sha256 } from '../base/text.ts';
import { type EntryName, isEntryName } from '../compile/store/entry.ts';
import { checkPack, type Pack, readPack, writePack } from '../compile/store/pack.ts';
import type { DirectoryStore } from '../compile/store/store.ts';

// A plan and the part of a shard are folders that travel between jobs: a JSON document, and a pack
// with results of the store. A plan with shards also has what they install.

const FORMAT = 1;
export const PLAN_FILE = 'plan.json';
export const PART_FILE = 'part.json';
const PACK_FILE = 'results.pack';
const WHEEL_NAME = /^triton-[\w.+-]+\.whl$/;
const UV_NAME = /^uv-[\d.]+$/;

const entryNameSchema = z.custom<EntryName>(
  (value) => typeof value === 'string' && isEntryName(value),
  'not the name of a result',
);

const planSchema = z.strictObject({
  format: z.literal(FORMAT),
  package: z.string(),
  triton: z.string(),
  /** How to plan the same variants again. */
  selection: z.strictObject({
    /** The manifest's path as it was given. */
    manifest: z.string(),
    targets: z.array(z.string()).optional(),
    triton: z.string().optional(),
    only: z.array(z.string()).optional(),
  }),
  /** The digest of the pack with everything that is known already: hints and stored results. */
  pack: z.string(),
  /** The wheel of Triton, if it is in the folder. */
  wheel: z.strictObject({ name: z.string().regex(WHEEL_NAME), sha256: z.string() }).optional(),
  /** Shard 1 comes first. */
  shards: z.array(
    z.strictObject({
      /** The expected CPU time. */
      seconds: z.number(),
      kernels: z.array(z.string()),
      /** The results to compute: kernels by their hash, expected outputs by their key. */
      work: z.array(entryNameSchema),
    }),
  ),
});

/** What shards compute, and what is known already. */
export type ShardPlan = z.infer<typeof planSchema>;

const partSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** The digest of the plan. */
  plan: z.string(),
  shard: z.int().positive(),
  pack: z.string(),
  /** The CPU time of each result, by its key. */
  seconds: z.record(z.string(), z.number()),
  /** What is wrong with the kernels that failed. */
  problems: z.array(z.string()),
});

/** What one shard has computed. */
export type ShardPart = z.infer<typeof partSchema>;

/** A document that was read from a folder. */
export interface FromFolder<T> {
  readonly folder: string;
  readonly document: T;
  /** The SHA-256 of the document. */
  readonly digest: string;
}

/** @throws {Failure} `usage` if the folder has no plan of this version. */
export function readPlan(folder: string): Promise<FromFolder<ShardPlan>> {
  return readDocument(folder, PLAN_FILE, planSchema, 'plan');
}

/** @throws {Failure} `usage` if the folder has no part of this version. */
export function readPart(folder: string): Promise<FromFolder<ShardPart>> {
  return readDocument(folder, PART_FILE, partSchema, 'part of a plan');
}

async function readDocument<T>(
  folder: string,
  name: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<FromFolder<T>> {
  const file = join(folder, name);
  const content = await readIfExists(file);
  if (content === undefined) {
    throw new Failure('usage', {
      message: `the folder has no ${name}`,
      place: { file: folder },
      hint: `Name the folder of a ${what}.`,
    });
  }
  try {
    return { folder, document: schema.parse(JSON.parse(String(content))), digest: sha256(content) };
  } catch (error) {
    throw new Failure(
      'usage',
      {
        message: `this is not a ${what} that this version of triton-aot can read`,
        place: { file },
        hint: 'Use the same version of triton-aot for plan, shards and merge.',
      },
      { cause: error },
    );
  }
}

/** Returns what the plan's job has downloaded for this one. */
export function handedOnBy({
  folder,
  document: { wheel },
}: FromFolder<ShardPlan>): HandedOn | undefined {
  return wheel === undefined ? undefined : { folder, wheel };
}

/**
 * Writes a plan or a part: a document about a pack with those of these entries that a store has, and
 * copies of `files`. Replaces an older one. Returns the document.
 * @throws {Failure} `usage` if the folder has other files, `environment` if it cannot be written.
 */
export async function writeDocument<T extends ShardPlan | ShardPart>(
  folder: string,
  name: string,
  entries: Iterable<EntryName>,
  store: DirectoryStore,
  describe: (pack: Pack) => T,
  context: Pick<RunContext, 'env' | 'signal'>,
  files: readonly string[] = [],
): Promise<T> {
  await checkFolder(folder, name);
  const { document } = await replaceFolder(
    folder,
    async (fresh) => {
      const present = await presentIn(store, entries);
      const pack = await writePack(join(fresh, PACK_FILE), present, (each) => store.read(each));
      for (const file of files) await linkOrCopy(file, join(fresh, basename(file)));
      const written = describe(pack);
      await writeFile(join(fresh, name), `${JSON.stringify(written, null, 2)}\n`);
      return { folder: fresh, document: written };
    },
    context,
  );
  return document;
}

/** A link takes no space on the disk, but needs to be on the same. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/** Files checked at once; each takes one system call. */
const CHECKS_AT_ONCE = 8;

async function presentIn(
  store: DirectoryStore,
  entries: Iterable<EntryName>,
): Promise<readonly EntryName[]> {
  const names = [...entries];
  const sizes = await mapConcurrently(names, CHECKS_AT_ONCE, (name) => store.sizeOf(name));
  return names.filter((_name, index) => sizes[index] !== undefined);
}

/** @throws {Failure} `usage` if the folder has files that are not of a plan or part. */
export async function checkFolder(folder: string, name: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  const own = (file: string): boolean =>
    file === name ||
    file === PACK_FILE ||
    (name === PLAN_FILE && (WHEEL_NAME.test(file) || UV_NAME.test(file)));
  const others = files.filter((file) => !own(file));
  if (others.length === 0) return;
  throw new Failure('usage', {
    message: `the output folder contains ${others[0] ?? ''}, which would be deleted`,
    place: { file: folder },
    hint: 'Choose another folder with --out, or empty this one.',
  });
}

/**
 * Copies the results of a plan or part to a store.
 * @param isExpected returns whether a result belongs there
 * @returns the names of the results.
 * @throws {Failure} `verification` if anything is damaged or does not belong there, `environment` if
 * the store cannot be written.
 */
export async function acceptResults(
  { folder, document }: FromFolder<{ readonly pack: string }>,
  isExpected: (name: EntryName) => boolean,
  store: DirectoryStore,
): Promise<readonly EntryName[]> {
  const file = join(folder, PACK_FILE);
  const wrong = (message: string, cause?: unknown): Failure =>
    new Failure(
      'verification',
      { message, place: { file }, hint: 'Run the job that wrote it again.' },
      { cause },
    );
  const pack = await checkPack(file, document.pack).catch((error: unknown) => {
    throw wrong(`the results are damaged: ${messageOf(error)}`, error);
  });
  const names = [...pack.spans.keys()];
  const foreign = names.find((name) => !isExpected(name));
  if (foreign !== undefined) throw wrong(`it contains ${foreign}, which is not in the plan`);
  await readPack(pack, names, async (name, content) => {
    const outcome = await store.accept(name, content);
    if (outcome === 'corrupt') throw wrong(`the result ${name} is damaged`);
    if (outcome === 'unwritable') {
      throw new Failure('environment', {
        message: 'cannot write to the store',
        place: { file: store.directory },
        hint: 'Choose another folder with --store.',
      });
    }
  });
  return names;
}
