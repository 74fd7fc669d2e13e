import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Problem } from '../errors.ts';
import { MANIFEST_FILE, SUMS_FILE } from '../package/files.ts';
import { SIDE_FILES } from '../package/folder.ts';
import { checkSums, readSums, type Sums } from '../package/sums.ts';
import { counted, found, type Finding } from './finding.ts';

/**
 * Every file is as it was written, and there is no other.
 * @throws {Failure} `verification` where the checksums themselves cannot be read.
 */
export async function checkContents(folder: string): Promise<Finding> {
  const sums = await readSums(folder);
  const problems = [...(await checkSums(folder, sums)), ...(await checkListed(folder, sums))];
  const text = `${counted(sums.size, 'file')} are as ${SUMS_FILE} says, and nothing else is there`;
  return found('files', text, problems);
}

/** What of a package its checksums do not list, or could not hold: what they list may have any content. */
export async function checkListed(folder: string, sums: Sums): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  if (!sums.has(MANIFEST_FILE)) {
    problems.push({
      message: `the checksums do not list ${MANIFEST_FILE}`,
      place: { file: join(folder, SUMS_FILE) },
    });
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    const isKnown = sums.has(path) || SIDE_FILES.includes(path);
    if (!entry.isFile()) {
      // What it leads to can change at any time.
      const what = entry.isSymbolicLink() ? 'a link' : 'no plain file';
      problems.push({
        message: `${path} is ${what}: a package has plain files only`,
        place: { file },
      });
    } else if (!isKnown) {
      problems.push({
        message: `${path} does not belong to the package: its checksums do not list it`,
        place: { file },
        hint: 'Move it elsewhere: build systems may take it for a part of the package.',
      });
    }
  }
  return problems;
}
