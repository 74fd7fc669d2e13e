import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageFolder } from '../archive/package-in.ts';
import { unpackArchive } from '../archive/unpack.ts';
import type { BuildContext } from '../context.ts';
import { Failure, type Problem } from '../errors.ts';

export interface OpenedArchive {
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
  { scratch, signal }: BuildContext,
  body: (folder: string, archive: OpenedArchive | undefined) => Promise<T>,
): Promise<T> {
  if (!(await isArchive(path))) return body(path, undefined);
  const root = await mkdtemp(join(scratch, 'archive-'));
  const shown = (problem: Problem): Problem => insideArchive(problem, root, path);
  try {
    await unpackArchive(path, root, signal);
    const folder = await packageFolder(root);
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
