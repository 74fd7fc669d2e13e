import { readdir } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { Failure, type Problem, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { readPlainFile } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import { MANIFEST_FILE, SIDE_FILES, SUMS_FILE } from './layout.ts';

/** SHA-256 in hexadecimal by path, relative to the package's folder. */
type Sums = ReadonlyMap<string, string>;

const REMEDY = 'Build the package again, or fetch it again.';

/** The failure for a damaged file of a package. */
export function damagedPackage(file: string, message: string): Failure {
  return new Failure('verification', { message, place: { file }, hint: REMEDY });
}

/**
 * @throws {Failure} `verification` if the checksums are damaged or have paths outside the package.
 */
export async function readSums(folder: string): Promise<Sums> {
  const file = join(folder, SUMS_FILE);
  const text = await readPlainFile(file).then(String, () => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.flatMap((line) => {
    const [, sum = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    return isInside(path) ? [[path, sum] as const] : [];
  });
  const sums = new Map(entries);
  if (lines.length === 0 || sums.size !== lines.length) {
    throw damagedPackage(file, 'the checksums are missing, cut off or damaged');
  }
  return sums;
}

/** Finds files that are missing or do not match their checksums. */
export async function checkSums(folder: string, sums: Sums): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const place = { file: join(folder, SUMS_FILE) };
  for (const [path, sum] of sums) {
    const what = await readPlainFile(join(folder, path)).then(
      (content) => (sha256(content) === sum ? undefined : 'does not match its checksum'),
      (error: unknown) =>
        systemCode(error) === 'ENOENT' ? 'is missing' : `cannot be read: ${reasonOf(error)}`,
    );
    if (what !== undefined) problems.push({ message: `${path} ${what}`, place, hint: REMEDY });
  }
  return problems;
}

/**
 * Checks the files of a package, or one of them, against its checksums.
 * @throws {Failure} `verification` if one is damaged or missing.
 */
export async function requireSums(folder: string, only?: string): Promise<void> {
  const sums = await readSums(folder);
  const wanted = [...sums].filter(([path]) => only === undefined || path === only);
  const problems = await checkSums(folder, new Map(wanted));
  if (problems.length > 0) throw new Failure('verification', problems);
}

/**
 * Finds files that the checksums do not list, entries that are not plain files, and empty folders.
 * Reads no content.
 */
export async function checkUnlistedFiles(folder: string, sums: Sums): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  if (!sums.has(MANIFEST_FILE)) {
    problems.push({
      message: `${SUMS_FILE} does not list ${MANIFEST_FILE}`,
      place: { file: join(folder, SUMS_FILE) },
    });
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const used = new Set(entries.map(({ parentPath }) => parentPath));
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    if (entry.isDirectory()) {
      if (!used.has(file))
        problems.push({
          message: `${path} is an empty folder: a package has none`,
          place: { file },
        });
      continue;
    }
    const isKnown = sums.has(path) || SIDE_FILES.includes(path);
    if (!entry.isFile()) {
      // The target of a link can change at any time.
      const what = entry.isSymbolicLink() ? 'a link' : 'not a plain file';
      problems.push({
        message: `${path} is ${what}: a package has only plain files`,
        place: { file },
      });
    } else if (!isKnown) {
      problems.push({
        message: `${path} is not part of the package: ${SUMS_FILE} does not list it`,
        place: { file },
        hint: 'Move it elsewhere: a build system might use it as part of the package.',
      });
    }
  }
  return problems;
}

/** The SHA-256 of a package's checksums; of nothing if it has none. */
export async function packageDigest(folder: string): Promise<string> {
  return sha256(await readPlainFile(join(folder, SUMS_FILE)).catch(() => ''));
}

/** Returns whether a path is normalised and below the folder it is relative to. */
function isInside(path: string): boolean {
  const isPlain = path !== '' && posix.normalize(path) === path && !path.includes('\\');
  return isPlain && !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
}
