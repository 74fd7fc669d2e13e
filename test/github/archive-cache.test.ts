import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { throughCache } from '../../src/github/archive-cache.ts';
import { expectGolden } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

const NEVER = new AbortController().signal;

describe('the cache of archives', () => {
  let home: string;
  let warnings: string[];
  let downloads: number;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    warnings = [];
    downloads = 0;
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const entries = async (): Promise<string[]> => (await readdir(join(home, 'archives'))).toSorted();

  /** Returns whether it was in the cache. */
  async function get(content: string, limit?: number): Promise<boolean> {
    const file = join(home, 'archive');
    const log = {
      ...silentLog,
      warning: ({ message }: { message: string }) => void warnings.push(message),
    };
    const download = (): Promise<void> => {
      downloads += 1;
      return writeFile(file, content);
    };
    const context = { home, log, now: Date.now, signal: NEVER };
    const hit = await throughCache(sha256(content), file, download, context, limit);
    expect(await readFile(file, 'utf8')).toBe(content);
    return hit;
  }

  it('returns what was kept', async () => {
    expect([await get('one'), await get('one'), await get('two')]).toEqual([false, true, false]);
    expect(await entries()).toEqual([sha256('one'), sha256('two')].toSorted());
    expect(downloads).toBe(2);
  });

  it.each([
    ['changed', 'onE'],
    ['truncated', 'o'],
    ['empty', ''],
  ])('replaces an entry that is %s', async (_what, damage) => {
    await get('one');
    await writeFile(join(home, 'archives', sha256('one')), damage);
    expect([await get('one'), await get('one')]).toEqual([false, true]);
  });

  it('replaces a folder in the place of an entry', async () => {
    await mkdir(join(home, 'archives', sha256('one')), { recursive: true });
    expect([await get('one'), await get('one')]).toEqual([false, true]);
  });

  it('removes the least recently used entries if it is too large', async () => {
    const age = async (content: string, days: number): Promise<void> => {
      const then = Date.now() / 1000 - days * 86_400;
      await utimes(join(home, 'archives', sha256(content)), then, then);
    };
    await get('aaaa');
    await get('bbbb');
    await age('aaaa', 3);
    await age('bbbb', 2);
    // A use counts.
    await get('aaaa');
    await get('cccc', 8);
    expect(await entries()).toEqual([sha256('aaaa'), sha256('cccc')].toSorted());
    await get('too large for it', 8);
    expect(await entries()).toEqual([sha256('too large for it')]);
  });

  it('removes partial files of earlier runs once they are old', async () => {
    await get('one');
    const left = join(home, 'archives', 'left.part');
    await writeFile(left, 'half');
    await get('two');
    expect(await entries()).toContain('left.part');
    await utimes(left, 1, 1);
    await get('three');
    expect(await entries()).not.toContain('left.part');
  });

  it('does nothing if it cannot be written, with a warning', async () => {
    await writeFile(join(home, 'archives'), 'a file');
    expect(await get('one')).toBe(false);
    expectGolden(warnings.join('\n').replaceAll(home, '<home>'));
  });
});
