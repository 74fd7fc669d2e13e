import { describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { startResultsService } from '../../support/results-service.ts';
import { createClient, restoreCache, saveCache } from '../../support/results-service/client.ts';

const STORE = ['store'];
const MAIN = 'refs/heads/main';
const PULL_REQUEST = { ref: 'refs/pull/7/merge', reads: [MAIN] };

describe('the fake cache service, with the real @actions/cache', () => {
  it('returns what was saved: three requests to save, two to restore', async () => {
    await using service = await startResultsService();
    await using writer = await createClient();
    await using reader = await createClient();
    await writer.write('store/deep/a', 'one');
    const { outcomes } = await writer.run(service.env, saveCache(STORE, 'k-1'));
    expect(outcomes).toEqual([{ value: 1 }]);
    expect(service.entries).toMatchObject([{ id: 1, key: 'k-1', scope: MAIN }]);
    const restored = await reader.run(service.env, restoreCache(STORE, 'k-1'));
    expect(restored.outcomes).toEqual([{ value: 'k-1' }]);
    expect(await reader.read('store/deep/a')).toBe('one');
    expect(service.requests.map(({ name }) => name)).toEqual([
      'CreateCacheEntry',
      'PUT cache/1',
      'FinalizeCacheEntryUpload',
      'GetCacheEntryDownloadURL',
      'GET cache/1',
    ]);
  });

  it('is read by the Azure client, in ranges of 4 MiB, if addresses are like GitHub`s', async () => {
    await using service = await startResultsService({ azure: true });
    await using writer = await createClient();
    await using reader = await createClient();
    const text = randomBytes(3_000_000).toString('hex');
    await writer.write('store/a', text);
    await writer.write('store/b', randomBytes(3_000_000));
    await writer.run(service.env, saveCache(STORE, 'k-1'));
    const { outcomes } = await reader.run(service.env, restoreCache(STORE, 'k-1'));
    expect(outcomes).toEqual([{ value: 'k-1' }]);
    expect((await reader.read('store/a')) === text).toBe(true);
    const downloads = service.requests.slice(4).map(({ name }) => name);
    expect(downloads).toEqual(['HEAD cache/1', 'GET cache/1', 'GET cache/1']);
  });

  it('misses silently: another key, or the same key with other paths', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    await client.write('store/a', 'one');
    const { outcomes, log } = await client.run(
      service.env,
      saveCache(STORE, 'k-1'),
      restoreCache(STORE, 'k-2', ['other-']),
      restoreCache(['./store'], 'k-1'),
    );
    expect(outcomes).toEqual([{ value: 1 }, {}, {}]);
    expect(log).not.toContain('::');
  });

  it('finds by exact key, then by prefix, newest first; the key itself is a prefix too', async () => {
    let time = 0;
    await using service = await startResultsService({ now: () => ++time });
    await using client = await createClient();
    await client.write('store/a', 'one');
    const { outcomes } = await client.run(
      service.env,
      ...['k-1', 'k-10', 'k-2'].map((key) => saveCache(STORE, key)),
      restoreCache(STORE, 'k-1'),
      restoreCache(STORE, 'none', ['l-', 'k-1', 'k-']),
      restoreCache(STORE, 'none', ['k-']),
      restoreCache(STORE, 'k', [], { lookupOnly: true }),
    );
    expect(outcomes.slice(3)).toEqual(['k-1', 'k-10', 'k-2', 'k-2'].map((value) => ({ value })));
  });

  it('separates scopes: a pull request reads what main saved, but not the other way round', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    const pullRequest = service.envOf(PULL_REQUEST);
    await client.write('store/a', 'of main');
    await client.run(service.env, saveCache(STORE, 'k-1'));
    const first = await client.run(pullRequest, restoreCache(STORE, 'k-1'));
    expect(first.outcomes).toEqual([{ value: 'k-1' }]);
    await client.write('store/a', 'of the pull request');
    await client.run(pullRequest, saveCache(STORE, 'k-1'), saveCache(STORE, 'l-1'));
    expect(service.entries.map(({ key, scope }) => [key, scope])).toEqual([
      ['k-1', MAIN],
      ['k-1', PULL_REQUEST.ref],
      ['l-1', PULL_REQUEST.ref],
    ]);
    const main = await client.run(
      service.env,
      restoreCache(STORE, 'l-1'),
      restoreCache(STORE, 'k-1'),
    );
    expect(main.outcomes).toEqual([{}, { value: 'k-1' }]);
    expect(await client.read('store/a')).toBe('of main');
    await client.run(pullRequest, restoreCache(STORE, 'k-1'));
    expect(await client.read('store/a')).toBe('of the pull request');
  });

  it('never changes an entry: saveCache returns -1 and logs it, without a warning', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    await client.write('store/a', 'one');
    const { outcomes, log } = await client.run(
      service.env,
      saveCache(STORE, 'k-1'),
      saveCache(STORE, 'k-1'),
    );
    expect(outcomes).toEqual([{ value: 1 }, { value: -1 }]);
    expect(log).toContain('Failed to save: Unable to reserve cache with key k-1, another job may');
    expect(log).not.toContain('::warning');
  });

  it('denies writing to a token that may only read: saveCache returns -1 and warns', async () => {
    await using service = await startResultsService({ job: { cache: 'read' } });
    await using client = await createClient();
    await client.write('store/a', 'one');
    await client.run(service.envOf({}), saveCache(STORE, 'k-1'));
    const { outcomes, log } = await client.run(
      service.env,
      restoreCache(STORE, 'k-1'),
      saveCache(STORE, 'k-2'),
    );
    expect(outcomes).toEqual([{ value: 'k-1' }, { value: -1 }]);
    expect(log).toContain('::warning::Failed to save: Unable to reserve cache with key k-2.');
    expect(log).toContain('cache write denied:');
  });

  it('denies reading to a token without scopes: restoreCache returns undefined and warns', async () => {
    await using service = await startResultsService({ job: { cache: 'none' } });
    await using client = await createClient();
    const { outcomes, log } = await client.run(service.env, restoreCache(STORE, 'k-1'));
    expect(outcomes).toEqual([{}]);
    expect(log).toMatch(/::warning::Failed to restore: .*cache read denied:/);
  });

  it('gets no request if ACTIONS_CACHE_MODE forbids it: the client only logs that', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    await client.write('store/a', 'one');
    const steps = [restoreCache(STORE, 'k-1'), saveCache(STORE, 'k-1')];
    const none = await client.run({ ...service.env, ACTIONS_CACHE_MODE: 'none' }, ...steps);
    expect(none.outcomes).toEqual([{}, { value: -1 }]);
    expect(none.log).toMatch(/^Cache restore skipped: .*'none'.*\nCache save skipped: .*'none'/);
    expect(service.requests).toEqual([]);
    await client.run({ ...service.env, ACTIONS_CACHE_MODE: 'read' }, ...steps);
    await client.run({ ...service.env, ACTIONS_CACHE_MODE: 'write-only' }, ...steps);
    expect(service.requests.map(({ name }) => name)).toEqual([
      'GetCacheEntryDownloadURL',
      'CreateCacheEntry',
      'PUT cache/1',
      'FinalizeCacheEntryUpload',
    ]);
  });

  it('gets no request with an invalid key: the client throws', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    await client.write('store/a', 'one');
    const { outcomes } = await client.run(
      service.env,
      saveCache(STORE, 'k'.repeat(513)),
      saveCache(STORE, 'k,1'),
      restoreCache(STORE, 'k', Array(10).fill('k-')),
      saveCache(['elsewhere'], 'k'),
    );
    expect(outcomes).toEqual([
      { error: expect.stringMatching(/^ValidationError: .* cannot be larger than 512 characters/) },
      { error: expect.stringMatching(/^ValidationError: .* cannot contain commas/) },
      { error: expect.stringMatching(/^ValidationError: .* limited to a maximum of 10/) },
      { error: expect.stringMatching(/^Error: Path Validation Error: .* not exist/) },
    ]);
    expect(service.requests).toEqual([]);
  });
});
