import { fileDigest, readIfExists } from '../../base/files.ts';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { distribute } from '../archive/distribute.ts';
import { sumsFileOf } from '../archive/distribution.ts';
import { isArchiveName } from '../archive/pack.ts';
import { findPackageFolder, unpackArchive } from '../archive/unpack.ts';
import type { ScratchContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
import { type CheckFinding, checkResult, skippedCheck } from './finding.ts';
import { firstDifference } from './differences.ts';
import type { VerifiedPackage } from './package.ts';

/**
 * Checks that an archive contains only the package, and matches the checksums next to it.
 */
export async function checkArchiveContents({ file, beside }: OpenedArchive): Promise<CheckFinding> {
  const problems = beside.map((name) => ({
    message: `the archive also contains ${name}, which is not part of the package`,
    place: { file },
  }));
  const name = basename(file);
  const sums = sumsFileOf(file);
  const text = sums === undefined ? undefined : (await readIfExists(sums))?.toString();
  const contents = `${name} contains only the package`;
  if (sums === undefined || text === undefined) {
    const why =
      sums === undefined ? 'its name has no known ending' : `no ${basename(sums)} beside it`;
    return checkResult(
      'archive',
      `${contents}; the bytes of the archive were not compared: ${why}`,
      problems,
    );
  }
  const listed = text.split('\n').filter((line) => line.slice(SUM_LENGTH + 2) === name);
  const isListed = listed.length === 1;
  const isSame = isListed && listed[0]?.startsWith(`${await fileDigest(file)}  `) === true;
  if (!isSame) {
    const message = isListed
      ? `the archive does not match its checksum in ${basename(sums)}`
      : `${basename(sums)} does not list the archive`;
    problems.push({ message, place: { file } });
  }
  return checkResult('archive', `${contents} and matches ${basename(sums)}`, problems);
}

/** Hexadecimal digits of a SHA-256. */
const SUM_LENGTH = 64;

/** Packs the package of an archive again and compares the archives byte by byte. */
export async function checkRepacked(
  { folder }: VerifiedPackage,
  { file: archive }: OpenedArchive,
  context: ScratchContext,
): Promise<CheckFinding> {
  const name = basename(archive);
  if (!isArchiveName(name))
    return skippedCheck('repacked', `${name} was not repacked: its name has no known ending`);
  const out = await makeScratch(context.scratch, 'pack');
  try {
    const [packed] = await distribute([folder], out, context);
    const again = packed?.files.find(({ kind }) => kind === 'archive');
    if (again === undefined) throw new Error('no archive was written');
    const [ours, theirs] = [await readFile(archive), await readFile(again.file)];
    const offset = firstDifference(ours, theirs);
    const problem = {
      message: `the archive differs from a new archive of the same package, first at byte ${offset}`,
      place: { file: archive },
      hint: 'It was packed by another program, or by another version of triton-aot.',
    };
    return checkResult(
      'repacked',
      `${name} is reproducible: packing again gives the same bytes`,
      offset === undefined ? [] : [problem],
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

interface OpenedArchive {
  readonly file: string;
  /** Names in the archive beside the package's folder. */
  readonly beside: readonly string[];
  /** Replaces the temporary folder in a problem's place by the archive's name. */
  readonly shown: (problem: Problem) => Problem;
}

/**
 * Runs `body` on a package folder. Unpacks an archive to a temporary folder first.
 * @throws {Failure} what `body` throws, with places given as paths in the archive; `verification`
 * if the archive cannot be unpacked.
 */
export async function withPackage<T>(
  path: string,
  { scratch, signal }: Pick<ScratchContext, 'scratch' | 'signal'>,
  body: (folder: string, archive: OpenedArchive | undefined) => Promise<T>,
): Promise<T> {
  if (!(await isArchive(path))) return body(path, undefined);
  const root = await makeScratch(scratch, 'archive');
  const shown = (problem: Problem): Problem => insideArchive(problem, root, path);
  try {
    await unpackArchive(path, root, signal);
    const folder = await findPackageFolder(root);
    const beside =
      folder === root ? [] : (await readdir(root)).filter((name) => name !== basename(folder));
    return await body(folder, { file: path, beside, shown });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.kind, error.problems.map(shown), { cause: error });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Returns true if `path` is a file: packages are folders. */
export function isArchive(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

function insideArchive(problem: Problem, root: string, archive: string): Problem {
  const { place } = problem;
  if (place === undefined || !place.file.startsWith(root)) return problem;
  return {
    ...problem,
    place: { ...place, file: `${basename(archive)}${place.file.slice(root.length)}` },
  };
}
