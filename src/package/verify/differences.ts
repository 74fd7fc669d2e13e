import { join } from 'node:path';
import type { Problem } from '../../base/errors.ts';
import { readPlainFile } from '../../base/files.ts';
import { lineDifference, plural, visibleText } from '../../base/text.ts';
import { MANIFEST_FILE, SIDE_FILES, SUMS_FILE } from '../layout.ts';
import { listFiles } from '../folder.ts';

/** More differences only say that there are more. */
const MOST_PROBLEMS = 20;

/**
 * Compares a package with one that was built again, byte by byte. Ignores evidence and reports, which
 * are not part of a build. Each problem names the first line of a file that differs.
 */
export async function differences(
  folder: string,
  rebuilt: string,
): Promise<{ readonly files: number; readonly problems: readonly Problem[] }> {
  const [here, there] = [new Set(await listFiles(folder)), new Set(await listFiles(rebuilt))];
  const all = new Set([...here, ...there]);
  const others = [...all].filter(
    (path) => path !== MANIFEST_FILE && path !== SUMS_FILE && !SIDE_FILES.includes(path),
  );
  // manifest.json names the sources and Triton: what it says explains the rest.
  const paths = [MANIFEST_FILE, ...others.toSorted(), SUMS_FILE];
  const problems: Problem[] = [];
  for (const path of paths) {
    const file = join(folder, path);
    if (!here.has(path)) {
      const message = 'missing: a build of the sources writes this file';
      problems.push({ message, place: { file } });
    } else if (!there.has(path)) {
      const message = 'extra: a build of the sources does not write this file';
      problems.push({ message, place: { file } });
    } else {
      const [ours, theirs] = [await readPlainFile(file), await readPlainFile(join(rebuilt, path))];
      if (!ours.equals(theirs)) problems.push(differenceIn(file, ours, theirs));
    }
  }
  const more = problems.length - MOST_PROBLEMS;
  if (more <= 0) return { files: paths.length, problems };
  const message = `${plural(more, 'more file')} differ from a build of the sources`;
  const bounded = [...problems.slice(0, MOST_PROBLEMS), { message, place: { file: folder } }];
  return { files: paths.length, problems: bounded };
}

function differenceIn(file: string, ours: Buffer, theirs: Buffer): Problem {
  // Bytes that are no text look the same as text.
  const difference =
    lineDifference(theirs.toString(), ours.toString()) ??
    lineDifference(theirs.toString('latin1'), ours.toString('latin1'));
  if (difference === undefined) throw new Error(`${file} does not differ`);
  const { line, column } = difference;
  const [expected, found] = [difference.expected, difference.found].map((text) =>
    text === undefined ? 'nothing' : `\`${visibleText(text)}\``,
  );
  const message = `differs from a build of the sources, which has ${expected} here; found ${found}`;
  return { message, place: { file, line, column } };
}

/**
 * Returns the offset of the first byte that differs (the shorter length if one starts with the
 * other), or undefined.
 */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : length;
}
