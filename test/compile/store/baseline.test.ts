import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  baselineFile,
  readBaseline,
  scopeName,
  writeBaseline,
} from '../../../src/compile/store/baseline.ts';
import { listStore, pruneStore } from '../../../src/compile/store/prune.ts';
import { type BuildScope, scopeOf } from '../../../src/plan/selection.ts';

const SCOPE = scopeOf('demo', { targets: ['sm_80', 'sm_90'] });
const BASELINE = { time: 5, commit: 'c0ffee', manifest: { format: 1, text: 'x'.repeat(1000) } };

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
  file = baselineFile(folder, SCOPE);
});
afterEach(() => rm(folder, { recursive: true }));

describe('a baseline', () => {
  it('is read as it was written', async () => {
    expect(await readBaseline(file)).toBeUndefined();
    await writeBaseline(file, BASELINE);
    expect(await readBaseline(file)).toMatchObject(BASELINE);
  });

  it('is that of a package and of what a job builds of it, in any order', () => {
    const other = (change: Partial<BuildScope>): string => scopeName({ ...SCOPE, ...change });
    expect(other({ targets: ['sm_90', 'sm_80'] })).toBe(scopeName(SCOPE));
    const names = [
      other({ package: 'another' }),
      other({ targets: ['sm_80'] }),
      other({ targets: undefined }),
      other({ only: ['sm_80', 'sm_90'] }),
      other({ triton: '3.9.0' }),
    ];
    expect(new Set([scopeName(SCOPE), ...names]).size).toBe(6);
  });

  it.each<[what: string, damage: (content: Buffer) => Uint8Array]>([
    ['is cut off', (content) => content.subarray(0, -10)],
    ['is not gzipped', () => Buffer.from('words')],
    ['has another structure', () => gzipSync('{"format":2}')],
    ['has a later format', () => gzipSync(JSON.stringify({ ...BASELINE, format: 3 }))],
    ['has no package', () => gzipSync(JSON.stringify({ ...BASELINE, format: 2, manifest: [] }))],
  ])('that %s is none', async (_what, damage) => {
    await writeBaseline(file, BASELINE);
    await writeFile(file, damage(await readFile(file)));
    expect(await readBaseline(file)).toBeUndefined();
  });

  it('is a file of the store, which pruning keeps', async () => {
    await writeBaseline(file, BASELINE);
    expect((await listStore(folder)).map(({ role }) => role.kind)).toEqual(['history']);
    await pruneStore(folder, 0, new Set(), Date.now());
    expect(await readBaseline(file)).toBeDefined();
  });
});
