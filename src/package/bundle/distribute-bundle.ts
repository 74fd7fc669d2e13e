import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sha256 } from '../../base/text.ts';
import { type Distribution, writeBeside, writeSums } from '../archive/distribution.ts';
import type { ReadBundle } from './read-bundle.ts';
import { type Replay, replaysText } from './replays.ts';

/** A bundle as it is released: its wheel, what was replayed, and checksums. Its stem is that of the wheel. */
export interface BundleDistribution extends Distribution {
  readonly bundle: ReadBundle;
  readonly replays: readonly Replay[];
}

/** Writes the release files of a bundle to a folder. */
export async function distributeBundle(
  bundle: ReadBundle,
  replays: readonly Replay[],
  out: string,
): Promise<BundleDistribution> {
  const name = basename(bundle.wheel);
  const stem = name.slice(0, -'.whl'.length);
  const file = bundle.wheel;
  const content = await readFile(file);
  const wheel = {
    kind: 'archive',
    name,
    file,
    size: content.length,
    sha256: sha256(content),
  } as const;
  const described = [
    wheel,
    ...(replays.length === 0
      ? []
      : [await writeBeside('replays', replaysText(bundle, replays), stem, out)]),
  ];
  return { bundle, replays, stem, files: [...described, await writeSums(stem, described, out)] };
}
