import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Failure, type Problem } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { SUMS_FILE } from './files.ts';

/** SHA-256 in hexadecimal by path, relative to the package's folder. */
export type Sums = ReadonlyMap<string, string>;

const REMEDY = 'Build the package again, or fetch it again from where it was built.';

/** The failure for a file of a package that is not as it was written. */
export function damaged(file: string, message: string): Failure {
  return new Failure('verification', { message, place: { file }, hint: REMEDY });
}

/** @throws {Failure} `verification` where a package's checksums cannot be read, or lead out of it. */
export async function readSums(folder: string): Promise<Sums> {
  const file = join(folder, SUMS_FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.flatMap((line) => {
    const [, sum = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    return isInside(path) ? [[path, sum] as const] : [];
  });
  const sums = new Map(entries);
  if (lines.length === 0 || sums.size !== lines.length) {
    throw damaged(file, 'the checksums are missing, cut off or damaged');
  }
  return sums;
}

/** What of a package's files is missing, or is not what its checksums say. */
export async function checkSums(folder: string, sums: Sums): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const place = { file: join(folder, SUMS_FILE) };
  for (const [path, sum] of sums) {
    const content = await readFile(join(folder, path)).catch(() => undefined);
    const what = content === undefined ? 'is missing' : 'is not what was built';
    if (content === undefined || sha256(content) !== sum)
      problems.push({ message: `${path} ${what}`, place, hint: REMEDY });
  }
  return problems;
}

/** Whether a path is one below the folder it is relative to, in the only way to write it. */
function isInside(path: string): boolean {
  const isPlain = path !== '' && posix.normalize(path) === path && !path.includes('\\');
  return isPlain && !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
}
