import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '../../src/base/executable.ts';
import { expectSuccess } from '../support/command.ts';
import { startResultsService } from '../support/results-service.ts';
import {
  cachedAction,
  COPY,
  counts,
  MAIN,
  PULL_REQUEST,
  pullRequestOf,
  requestsOf,
} from './cached-action.ts';

/** Results and the recorded build are asked for. */
const MISSES = ['GetCacheEntryDownloadURL', 'GetCacheEntryDownloadURL'];
const RESTORED = ['GetCacheEntryDownloadURL', 'GET', 'GetCacheEntryDownloadURL'];
/** The last request asks whether the entry is there. */
const UPLOAD = ['CreateCacheEntry', 'PUT', 'FinalizeCacheEntryUpload', 'GetCacheEntryDownloadURL'];

describe("the action with GitHub's cache", () => {
  const at = cachedAction();

  it('compiles once: the next machine restores one entry and installs no Triton', async () => {
    const { acted: cold, requests: first, entries, sums } = at.cold;
    expect(cold).toMatchObject({ code: 0, stderr: '' });
    expect(counts(cold)).toEqual(['false', '2', '0']);
    expect(first).toEqual([...MISSES, ...UPLOAD]);
    expect(cold.outputs['restored-bytes']).toBe('0');
    const saved = cold.outputs['saved-bytes'] ?? '';
    expect(Number(saved)).toBeGreaterThan(1000);
    expect(entries.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^triton-aot-2-linux-\w+-vector_add-store-[0-9a-f]{16}-[0-9a-f]{32}$/),
    ]);

    await using service = await startResultsService({ entries });
    const [hit, second] = await requestsOf(service, () => at.build(service.env));
    expect(hit).toMatchObject({ code: 0, stderr: '' });
    expect(counts(hit)).toEqual(['true', '0', '2']);
    expect(second).toEqual(RESTORED);
    expect(hit.outputs).toMatchObject({ 'restored-bytes': saved, 'saved-bytes': '0' });
    expect(hit.summary).toMatch(/2 from the store\. [\d.]+ m?s, [\d.]+ m?s saved by the store\./);
    expect(cold.stdout).toMatch(/(using|installing) Triton/);
    expect(hit.stdout).not.toMatch(/(using|installing) Triton/);
    expect(hit.stdout).not.toContain('::warning');
    expect(await at.checksums()).toBe(sums);
  });

  it('writes nothing outside of the store for an entry that another job has filled', async () => {
    const folder = join(at.space.folder, '.planted');
    const outside = join(at.temporary, 'escaped');
    const packed = join(at.space.folder, '.planted.tar');
    const add = (name: string, as: string, flag = '-rPf'): void => {
      const rename = `--transform=flags=r;s,.*,${as},`;
      execFileSync('tar', [flag, packed, '-C', folder, rename, name]);
    };
    execFileSync('mkdir', [folder]);
    await writeFile(join(folder, 'file'), 'foreign');
    execFileSync('ln', ['-s', '/etc/hostname', join(folder, 'link')]);
    execFileSync('mkdir', [join(folder, 'folder')]);
    const kernel = `${'a'.repeat(64)}.kernel`;
    add('file', outside, '-cPf');
    add('file', '../../escaped');
    add('link', kernel);
    add('folder', '..');
    add('folder', `${'b'.repeat(64)}.kernel`);
    const hasZstd = (await findExecutable('zstd', process.env)) !== undefined;
    const content = execFileSync(hasZstd ? 'zstd' : 'gzip', ['-c', packed]);
    const planted = at.cold.entries.map((entry) => ({ ...entry, content }));
    await using service = await startResultsService({ entries: planted });
    const acted = await at.build(service.env, { inputs: { only: 'copy' } });
    expectSuccess(acted);
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(service.requests.map(({ name }) => name)).toContain('GET cache/1');
    const parents = [
      at.temporary,
      join(at.temporary, '..'),
      at.space.folder,
      join(at.space.folder, '..'),
    ];
    for (const parent of parents) expect(existsSync(join(parent, 'escaped'))).toBe(false);
    expect(existsSync(join(at.space.folder, `${at.store}/v2/aa/${kernel}`))).toBe(false);
  });

  it('compiles only what a pull request edits, and hides from main what that saved', async () => {
    await using service = await startResultsService({ azure: true, entries: at.cold.entries });
    const ours = { event: pullRequestOf('we/kernels') };
    const request = service.envOf(PULL_REQUEST);
    const changed = COPY.replace('mask=mask)\n', 'mask=mask, eviction_policy="evict_first")\n');
    await at.space.write('copies.py', changed);
    const [edited, requests] = await requestsOf(service, () => at.build(request, ours));
    expect(counts(edited)).toEqual(['false', '1', '1']);
    expect(requests.filter((name) => name === 'CreateCacheEntry')).toHaveLength(1);

    // Beside the function.
    const commented = changed.replace('\n\n', '\n\n# Copies.\n');
    await at.space.write('copies.py', `LEFT = 1\n${commented}\n\ndef unused():\n    pass\n`);
    const beside = await at.build(request, ours);
    expect(counts(beside)).toEqual(['true', '0', '2']);
    expect(beside.stdout).not.toContain('using Triton');

    expect(counts(await at.build(service.env))).toEqual(['false', '1', '1']);
    expect(new Set(service.entries.map(({ scope }) => scope))).toEqual(
      new Set([PULL_REQUEST.ref, MAIN]),
    );
  });
});
