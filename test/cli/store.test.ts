import { describe, expect, it } from 'vitest';
import { storeJson, storeText } from '../../src/cli/store.ts';
import { sha256 } from '../../src/base/text.ts';
import { entryName, type KindName } from '../../src/compile/store/entry.ts';
import type { StoredFile } from '../../src/compile/store/prune.ts';
import { expectGolden } from '../support/golden.ts';

function stored(kind: KindName, size: number, day: number): StoredFile {
  const name = entryName(kind, sha256(`${kind} ${day}`));
  return { file: name, role: { kind: 'entry', name }, size, usedMs: Date.UTC(2030, 0, day) };
}

const FILES: readonly StoredFile[] = [
  stored('kernel', 20_000, 5),
  stored('kernel', 10_000, 3),
  stored('expected', 200, 9),
  { file: 'h', role: { kind: 'history' }, size: 1000, usedMs: 0 },
];

const HOME = {
  home: '/home',
  toolchains: { environments: 2, bytes: 1_100_000_000, cacheBytes: 40_000_000 },
};

describe('store', () => {
  it('prints a line for each kind of entry, and the total', () => {
    expectGolden(storeText({ ...HOME, directory: '/store', files: FILES }));
  });

  it('prints what was removed', () => {
    const removed = { entries: 1, bytes: 2_000_000 };
    expectGolden(storeText({ ...HOME, directory: '/store', files: [], removed }));
  });

  it('prints the day of an only use', () => {
    expectGolden(storeText({ ...HOME, directory: '/store', files: [stored('kernel', 10, 3)] }));
  });

  it('gives the same as JSON', () => {
    const removed = { entries: 1, bytes: 2 };
    expect(storeJson({ ...HOME, directory: '/store', files: FILES, removed })).toEqual({
      store: '/store',
      entries: 3,
      bytes: 31_200,
      kinds: {
        kernel: { entries: 2, bytes: 30_000 },
        expected: { entries: 1, bytes: 200 },
        failure: { entries: 0, bytes: 0 },
        hints: { entries: 0, bytes: 0 },
      },
      oldestUse: '2030-01-03T00:00:00.000Z',
      newestUse: '2030-01-09T00:00:00.000Z',
      removed,
      toolchains: { folder: '/home/toolchains', ...HOME.toolchains },
    });
    expect(storeJson({ ...HOME, directory: '/store', files: [] })).toMatchObject({
      oldestUse: null,
      newestUse: null,
    });
  });
});
