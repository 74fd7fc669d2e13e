import { join } from 'node:path';
import type { Problem } from '../../base/errors.ts';
import { readPlainFile } from '../../base/files.ts';
import { SUMS_FILE } from '../files.ts';
import { listFiles, SIDE_FILES } from '../folder.ts';
import type { BuildSelection } from '../../plan/prepare.ts';
import type { FullPackage } from './variant.ts';

/** Compares two packages byte by byte. Ignores evidence and reports, which are not part of a build. */
export async function differences(
  folder: string,
  rebuilt: string,
): Promise<{ readonly files: number; readonly problems: readonly Problem[] }> {
  const [here, there] = [new Set(await listFiles(folder)), new Set(await listFiles(rebuilt))];
  const paths = [...new Set([...here, ...there])].filter(
    (path) => path === SUMS_FILE || !SIDE_FILES.includes(path),
  );
  const problems: Problem[] = [];
  for (const path of paths.toSorted()) {
    const place = { file: join(folder, path) };
    if (!here.has(path)) {
      problems.push({ message: 'missing: a build of the sources writes this file', place });
    } else if (!there.has(path)) {
      problems.push({ message: 'extra: a build of the sources does not write this file', place });
    } else {
      const [ours, theirs] = [
        await readPlainFile(place.file),
        await readPlainFile(join(rebuilt, path)),
      ];
      const offset = firstDifference(ours, theirs);
      if (offset === undefined) continue;
      const line = ours.subarray(0, offset).toString('latin1').split('\n').length;
      const message = `differs from a build of the sources, first at byte ${offset}`;
      problems.push({ message, place: { ...place, line } });
    }
  }
  return { files: paths.length, problems };
}

/**
 * The offset of the first byte that differs (the shorter length if one starts with the other), or
 * undefined.
 */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : length;
}

/** The selection for a build of `pkg`. A part is built for its own target only. */
export function selectionFor<T extends BuildSelection>(
  { manifest: { part } }: FullPackage,
  selection: T,
): T {
  return part === undefined ? selection : { ...selection, targets: selection.targets ?? [part] };
}
