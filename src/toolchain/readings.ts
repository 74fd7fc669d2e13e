import { readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { BuildContext, Log } from '../base/context.ts';
import { reasonOf } from '../base/faults.ts';
import {
  filesBelow,
  makeFolder,
  readPlainFile,
  removeUnused,
  writeAtomically,
} from '../base/files.ts';
import { canonicalJson, sha256, tryParseJson } from '../base/text.ts';
import { KERNEL_READER, readerContext, runReader } from './reader.ts';
import {
  type InspectedSource,
  type ReadAnswer,
  readAnswerSchema,
  type ReadBasis,
  type ReadRequest,
} from './wire/reading.ts';

// What was read of sources is kept in the home folder with everything on the disk that it depends on. As
// long as all of that is the same, no Python is started to read them again. Which Python has read them makes no
// difference: answers are kept only if it could parse every file. They are not in the store: others can fill
// that through GitHub's cache, and workers run the code that an answer has.

/** Chooses the Python that reads sources. */
interface ReaderChoice {
  readonly tritonVersion: string;
  /** The interpreter that the user named. */
  readonly named?: string | undefined;
  /** True if sources are read again in any case. */
  readonly anew?: boolean | undefined;
}

export type ReadingContext = Pick<
  BuildContext,
  'env' | 'home' | 'log' | 'memory' | 'now' | 'signal'
>;

/**
 * Reads functions without running their files, in the order of the requests, or returns what an earlier
 * run has read. Errors in a file are part of the result.
 * @throws {Failure} `environment` if Python has to be started, and cannot be or fails.
 */
export async function readSources(
  question: ReadRequest,
  choice: ReaderChoice,
  context: ReadingContext,
): Promise<readonly InspectedSource[]> {
  const file = await fileOf(question, context);
  const known = choice.anew === true ? undefined : await knownAnswer(file, context);
  if (known !== undefined) return known.sources;
  const reader = await readerContext(choice.tritonVersion, choice.named, context);
  const found = await runReader(KERNEL_READER, question, reader);
  const answer = readAnswerSchema.parse(found);
  if (answer.basis !== null) await keep(file, found, context.log);
  return answer.sources;
}

/** Returns the file with the answer to a question. The question names its folder, so each checkout has others. */
async function fileOf(
  question: ReadRequest,
  { home }: Pick<ReadingContext, 'home'>,
): Promise<string> {
  const key = canonicalJson([question, await readerDigest(BRIDGE_FOLDER)]);
  return join(home, 'readings', `${sha256(key)}.json`);
}

/** The packages that the reader consists of. */
const PACKAGES = ['aot_sources', 'aot_wire'];

/** Returns the digest of the reader: another one may answer the same question otherwise. */
export async function readerDigest(bridge: string): Promise<string> {
  const inside = await Promise.all(
    PACKAGES.map(async (name) =>
      (await filesBelow(join(bridge, name))).map((file) => join(name, file)),
    ),
  );
  const paths = [KERNEL_READER, ...inside.flat()].filter((path) => /\.(?:py|json)$/.test(path));
  const contents = await Promise.all(paths.map((path) => readFile(join(bridge, path))));
  return sha256(canonicalJson(paths.map((path, index) => [path, sha256(contents[index] ?? '')])));
}

/** Returns the answer in a file if it is complete, and the disk is as it was. */
async function knownAnswer(
  file: string,
  { log, now, signal }: ReadingContext,
): Promise<ReadAnswer | undefined> {
  const text = String(await readPlainFile(file).catch(() => ''));
  const [seal = '', json = ''] = text.split('\n');
  if (seal !== sha256(json)) return undefined;
  const answer = readAnswerSchema.safeParse(tryParseJson(json)).data;
  if (answer?.basis == null || !(await isSame(answer.basis, signal))) return undefined;
  log.detail('the sources are as an earlier run has read them');
  await utimes(file, now() / 1000, now() / 1000).catch(() => undefined);
  return answer;
}

/** Signals are let in after so many looks at the disk. */
const AT_ONCE = 256;

/** Returns whether everything on the disk is as it was. */
async function isSame(
  { contents, kinds, links }: ReadBasis,
  signal: AbortSignal,
): Promise<boolean> {
  const looks = [
    ...Object.entries(kinds).map(
      ([path, kind]) =>
        () =>
          kindOf(path) === kind,
    ),
    ...Object.entries(links).map(
      ([path, place]) =>
        () =>
          realpathSync(path) === place,
    ),
    ...Object.entries(contents).map(
      // A pipe would not end.
      ([path, digest]) =>
        () =>
          kindOf(path) === 'file' && sha256(readFileSync(path)) === digest,
    ),
  ];
  try {
    for (const [index, isAsBefore] of looks.entries()) {
      if (index % AT_ONCE === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      if (!isAsBefore()) return false;
    }
    return true;
  } catch {
    signal.throwIfAborted();
    // The reader says what is wrong with the place.
    return false;
  }
}

function kindOf(path: string): ReadBasis['kinds'][string] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/** The most answers that are kept: one for each question about each checkout. Then only half of them stay. */
const MOST_KEPT = 200;

/** Keeps an answer, and removes those that were not used for the longest time. Never fails. */
async function keep(file: string, answer: unknown, log: Log): Promise<void> {
  const json = JSON.stringify(answer);
  const folder = dirname(file);
  try {
    await makeFolder(folder);
    await writeAtomically(file, (fresh) => writeFile(fresh, `${sha256(json)}\n${json}`));
    await removeUnused(folder, '.json', MOST_KEPT);
  } catch (error) {
    log.detail(`what was read of the sources is not kept: ${reasonOf(error)}`);
  }
}
