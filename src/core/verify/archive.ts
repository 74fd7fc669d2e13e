import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { distribute } from '../archive/distribute.ts';
import { formatOf } from '../archive/pack.ts';
import { findPackageFolder, unpackArchive } from '../archive/unpack.ts';
import type { ScratchContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { type CheckFinding, checkResult, skippedCheck } from './finding.ts';
import { firstDifference } from './rebuild.ts';
import type { FullPackage } from './variant.ts';

/** There is nothing in an archive but the package. */
export function checkArchiveName({ file, beside }: OpenedArchive): CheckFinding {
  const problems = beside.map((name) => ({
    message: `the archive also holds ${name}, which is no part of the package`,
    place: { file },
  }));
  return checkResult('archive', `${basename(file)} holds the package and nothing else`, problems);
}

/** Packs the package of an archive once more: the archive must come out the same to the byte. */
export async function checkRepacked(
  { folder }: FullPackage,
  { file: archive }: OpenedArchive,
  context: ScratchContext,
): Promise<CheckFinding> {
  const name = basename(archive);
  const format = formatOf(name);
  if (format === undefined)
    return skippedCheck('repacked', `${name} is not packed again: its name does not tell how`);
  const out = await mkdtemp(join(context.scratch, 'pack-'));
  try {
    const [packed] = await distribute({ packages: [folder], formats: [format], out }, context);
    const again = packed?.files.find(({ kind }) => kind === 'archive');
    if (again === undefined) throw new Error('nothing was packed');
    const [ours, theirs] = [await readFile(archive), await readFile(again.file)];
    const offset = firstDifference(ours, theirs);
    const problem = {
      message: `the archive differs from one of the same package packed again, first at byte ${offset}`,
      place: { file: archive },
      hint: 'It was packed by another program, or by another version of triton-aot.',
    };
    return checkResult(
      'repacked',
      `packed again, ${name} is the same to the byte`,
      offset === undefined ? [] : [problem],
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

interface OpenedArchive {
  readonly file: string;
  /** What lies in it beside the package's folder. */
  readonly beside: readonly string[];
  /** A problem as a user knows its place: nobody has seen the folder the archive was unpacked to. */
  readonly shown: (problem: Problem) => Problem;
}

/**
 * Runs `body` on the folder of a package, or on that inside an archive, which is unpacked for the time.
 * @throws {Failure} what `body` does, with the files of an archive named by their paths in it; `verification` where
 * the archive must not be unpacked.
 */
export async function withPackage<T>(
  path: string,
  { scratch, signal }: Pick<ScratchContext, 'scratch' | 'signal'>,
  body: (folder: string, archive: OpenedArchive | undefined) => Promise<T>,
): Promise<T> {
  if (!(await isArchive(path))) return body(path, undefined);
  const root = await mkdtemp(join(scratch, 'archive-'));
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

/** Whether something is a file, and so no folder of a package. */
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
