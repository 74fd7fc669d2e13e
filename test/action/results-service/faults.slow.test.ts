import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { startResultsService } from '../../support/results-service.ts';
import type { CacheEntry } from '../../support/results-service/cache.ts';
import { createClient, restoreCache, saveCache } from '../../support/results-service/client.ts';

const SAVE = saveCache(['store'], 'k-1');
const RESTORE = restoreCache(['store'], 'k-1');

let entries: readonly CacheEntry[];

beforeAll(async () => {
  await using service = await startResultsService();
  await using writer = await createClient();
  await writer.write('store/a', 'first');
  await writer.write('store/b', randomBytes(500_000));
  await writer.write('store/c', 'last');
  await writer.run(service.env, SAVE);
  await writer.write('store/a', 'one');
  await writer.run(service.env, saveCache(['store'], 'other'));
  entries = service.entries;
});

/** A service with two saved entries. */
const saved = (azure = false) => startResultsService({ azure, entries });

/** A machine with something to save. */
async function filled() {
  const client = await createClient();
  await client.write('store/a', 'one');
  return client;
}

describe('a failing cache service, with the real @actions/cache', () => {
  it('always answers 500: five attempts in at least 24 seconds, then a warning and a miss', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    service.fail('GetCacheEntryDownloadURL', { kind: 'status', status: 500 });
    const { outcomes, waits, log } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([{}]);
    expect(service.requests).toHaveLength(5);
    expect(waits[0]).toBe(3000);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(24_000);
    expect(log).toContain('::warning::Failed to restore: ');
  });

  it('answers 503 once: the client waits three seconds and continues', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('CreateCacheEntry', { kind: 'status', status: 503 }, { nth: 1 });
    const { outcomes, waits } = await client.run(service.env, SAVE);
    expect(outcomes).toEqual([{ value: 1 }]);
    expect(waits).toEqual([3000]);
  });

  it('answers 429: the client logs when the limit ends and gives up', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    const busy = { kind: 'status', status: 429, retryAfter: 17 } as const;
    service.fail('GetCacheEntryDownloadURL', busy);
    const { outcomes, waits, log } = await client.run(service.env, RESTORE);
    expect([outcomes, waits]).toEqual([[{}], []]);
    expect(log).toContain('your rate limit will reset in 17 seconds');
  });

  it('resets the connection of a call: the client gives up', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('CreateCacheEntry', { kind: 'reset' });
    const { outcomes, waits, log } = await client.run(service.env, SAVE);
    expect([outcomes, waits]).toEqual([[{ value: -1 }], []]);
    expect(log).not.toContain('::warning');
  });

  it('never answers a call: the client waits (three minutes for each of its five attempts)', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    service.fail('GetCacheEntryDownloadURL', { kind: 'silence' });
    const { outcomes } = await client.run(service.env, { ...RESTORE, timeouts: 0.3 });
    expect(outcomes).toEqual([{ pending: true }]);
  });

  it('breaks off the response to a call: the promise never settles, and the process ends', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    service.fail('GetCacheEntryDownloadURL', { kind: 'truncate' });
    const { outcomes } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([]);
  });

  it('refuses the upload: four attempts in 16 seconds, then -1; the key stays reserved', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('PUT', { kind: 'status', status: 500 });
    const { outcomes, waits, log } = await client.run(service.env, SAVE, SAVE);
    expect(outcomes).toEqual([{ value: -1 }, { value: -1 }]);
    expect(waits).toEqual([0, 4000, 12_000]);
    expect(log).toContain('::warning::Failed to save: ');
    expect(log).toContain('another job may be creating this cache');
    expect(service.entries).toEqual([]);
  });

  it('never answers the upload: the client waits forever', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('PUT', { kind: 'silence' });
    const { outcomes } = await client.run(service.env, { ...SAVE, timeouts: 0.3 });
    expect(outcomes).toEqual([{ pending: true }]);
  });

  it('finalizes without a response: saveCache returns -1 although the entry is there', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('FinalizeCacheEntryUpload', { kind: 'reset' }, { done: true });
    const { outcomes } = await client.run(service.env, SAVE, RESTORE);
    expect(outcomes).toEqual([{ value: -1 }, { value: 'k-1' }]);
  });

  it('stores a damaged upload: saveCache notices nothing', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('PUT', { kind: 'flip' });
    const { outcomes } = await client.run(service.env, SAVE);
    expect(outcomes).toEqual([{ value: 1 }]);
  });

  it('stores a truncated upload: saveCache sends the size, so the service can refuse', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    service.fail('PUT', { kind: 'truncate' });
    const { outcomes } = await client.run(service.env, SAVE);
    expect([outcomes, service.entries]).toEqual([[{ value: -1 }], []]);
  });
});

describe.each([false, true])('a failing download (as from Azure: %s)', (azure) => {
  it('is damaged: a warning and a miss, but files may remain', async () => {
    await using service = await saved(azure);
    await using client = await createClient();
    service.fail('GET', { kind: 'flip' });
    const { outcomes, log } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([{}]);
    expect(log).toMatch(/::warning::Failed to restore: .*tar" failed/);
    expect(await client.read('store/b')).toBeDefined();
  });

  it('breaks off: an immediate warning and a miss, and no files remain', async () => {
    await using service = await saved(azure);
    await using client = await createClient();
    service.fail('GET', { kind: 'truncate' });
    const { outcomes, waits, log } = await client.run(service.env, RESTORE);
    expect([outcomes, waits]).toEqual([[{}], []]);
    expect(log).toContain('::warning::Failed to restore: ');
    expect(await client.read('store/a')).toBeUndefined();
  });

  it('has other content: a hit', async () => {
    await using service = await saved(azure);
    await using client = await createClient();
    const body = entries[1]?.content ?? Buffer.alloc(0);
    service.fail(/^(GET|HEAD) cache\/1$/, { kind: 'replace', body });
    const { outcomes } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([{ value: 'k-1' }]);
    expect(await client.read('store/a')).toBe('one');
  });

  it('never begins: the client waits', async () => {
    await using service = await saved(azure);
    await using client = await createClient();
    service.fail(azure ? 'HEAD' : 'GET', { kind: 'silence' });
    const { outcomes } = await client.run(service.env, { ...RESTORE, timeouts: 0.3 });
    expect(outcomes).toEqual([{ pending: true }]);
  });
});

describe('a download that is refused', () => {
  it('gets two attempts, five seconds apart, and gives up after five more', async () => {
    await using service = await saved();
    await using client = await createClient();
    service.fail('GET', { kind: 'status', status: 503 });
    const { outcomes, waits } = await client.run(service.env, RESTORE);
    expect([outcomes, waits]).toEqual([[{}], [5000, 5000]]);
  });

  it('gets four attempts in 16 seconds if it is from Azure', async () => {
    await using service = await saved(true);
    await using client = await createClient();
    service.fail('HEAD', { kind: 'status', status: 503 });
    const { outcomes, waits } = await client.run(service.env, RESTORE);
    expect([outcomes, waits]).toEqual([[{}], [0, 4000, 12_000]]);
  });
});

describe('a slow download', () => {
  it('continues as long as data arrives', async () => {
    await using service = await saved();
    await using client = await createClient();
    service.fail('GET', { kind: 'slow', bytesPerSecond: 1_000_000 });
    const { outcomes } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([{ value: 'k-1' }]);
  });

  it('is given up after SEGMENT_DOWNLOAD_TIMEOUT_MINS if it is from Azure and stalls', async () => {
    await using service = await saved(true);
    await using client = await createClient({ impatient: true });
    service.fail('GET', { kind: 'silence' });
    const env = { ...service.env, SEGMENT_DOWNLOAD_TIMEOUT_MINS: '0.5' };
    const { outcomes, log } = await client.run(env, RESTORE);
    expect(outcomes).toEqual([{}]);
    expect(log).toContain('the download time exceeded the timeout');
  });

  it('is given up if it is from Azure and a range takes more than 100 seconds', async () => {
    await using service = await saved(true);
    await using client = await createClient({ impatient: true });
    service.fail('GET', { kind: 'slow', bytesPerSecond: 250_000 });
    const { outcomes, log } = await client.run(service.env, RESTORE);
    expect(outcomes).toEqual([{}]);
    expect(log).toContain('cannot be completed in timeout');
  });
});
