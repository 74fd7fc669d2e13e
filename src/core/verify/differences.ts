import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../errors.ts';
import { listFiles } from '../package/folder.ts';
import { EVIDENCE_FILE } from '../smoke/evidence.ts';

/** How a package differs from another that should be the same to the byte; evidence is not built and does not count. */
export async function differences(
  folder: string,
  rebuilt: string,
): Promise<{ readonly files: number; readonly problems: readonly Problem[] }> {
  const [here, there] = [new Set(await listFiles(folder)), new Set(await listFiles(rebuilt))];
  const paths = [...new Set([...here, ...there])].filter((path) => path !== EVIDENCE_FILE);
  const problems: Problem[] = [];
  for (const path of paths.toSorted()) {
    const place = { file: join(folder, path) };
    if (!here.has(path)) {
      problems.push({ message: 'missing: the sources give this file', place });
    } else if (!there.has(path)) {
      problems.push({ message: 'extra: the sources do not give this file', place });
    } else {
      const [ours, theirs] = [await readFile(place.file), await readFile(join(rebuilt, path))];
      const offset = firstDifference(ours, theirs);
      if (offset === undefined) continue;
      const line = ours.subarray(0, offset).toString('latin1').split('\n').length;
      const message = `differs from what the sources give, first at byte ${offset}`;
      problems.push({ message, place: { ...place, line } });
    }
  }
  return { files: paths.length, problems };
}

/** The first byte that differs, counted from 0; the end of the shorter where one begins with the other. */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : length;
}
