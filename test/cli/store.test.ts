import { describe, expect, it } from '@jest/globals';
import { storeJson, storeText } from '../../src/cli/store.ts';
import { sha256 } from '../../src/core/base/text.ts';
import { entryName, type KindName } from '../../src/core/store/entry.ts';
import type { StoredFile } from '../../src/core/store/prune.ts';

function stored(kind: KindName, size: number, day: number): StoredFile {
  const name = entryName(kind, sha256(`${kind} ${day}`));
  return { file: name, role: { kind: 'entry', name }, size, usedMs: Date.UTC(2030, 0, day) };
}

const FILES: readonly StoredFile[] = [
  stored('kernel', 20_000, 5),
  stored('kernel', 10_000, 3),
  stored('alias', 200, 9),
  { file: 'h', role: { kind: 'history' }, size: 1000, usedMs: 0 },
];

describe('store', () => {
  it('answers with a line for each kind of entry, and the sum', () => {
    expect(storeText({ directory: '/store', files: FILES })).toBe(`/store
  kernel: 2 entries, 30.0 KB
  expected: 0 entries, 0 B
  alias: 1 entry, 200 B
  in all 3 entries, 31.2 KB, used from 2030-01-03 to 2030-01-09
`);
  });

  it('tells what was removed', () => {
    const removed = { entries: 1, bytes: 2_000_000 };
    expect(storeText({ directory: '/store', files: [], removed })).toMatch(
      /^removed 1 entry, 2\.0 MB\n\/store\n(.*\n){3} {2}in all 0 entries, 0 B\n$/,
    );
  });

  it('answers the same in JSON', () => {
    const removed = { entries: 1, bytes: 2 };
    expect(storeJson({ directory: '/store', files: FILES, removed })).toEqual({
      store: '/store',
      entries: 3,
      bytes: 31_200,
      kinds: {
        kernel: { entries: 2, bytes: 30_000 },
        expected: { entries: 0, bytes: 0 },
        alias: { entries: 1, bytes: 200 },
      },
      oldestUse: '2030-01-03T00:00:00.000Z',
      newestUse: '2030-01-09T00:00:00.000Z',
      removed,
    });
    expect(storeJson({ directory: '/store', files: [] })).toMatchObject({
      oldestUse: null,
      newestUse: null,
    });
  });
});
