import { describe, expect, it } from '@jest/globals';
import { cacheRefusal, loggedReason } from '../../src/action/cache-errors.ts';

describe('an error of the cache library', () => {
  it.each([
    ['Failed to CreateCacheEntry: Failed to make request after 5 attempts: (503)'],
    ['Failed to CreateCacheEntry: Unable to make request: ECONNREFUSED'],
    ['Failed to CreateCacheEntry: Rate limited: Failed request: (429) Too Many Requests'],
    ['Failed to CreateCacheEntry: Cache storage quota has been hit. Unable to upload'],
    ['downloadCache failed: Cache service responded with 503'],
    ['Aborting cache download as the download time exceeded the timeout.'],
    ['The operation cannot be completed in timeout.'],
    ['GNU tar is not on PATH'],
    ['getaddrinfo ENOTFOUND results.example'],
    ['socket hang up'],
  ])('means that the service is down: %s', (message) => {
    expect(cacheRefusal(new Error(message))).toEqual({ problem: 'down', message });
  });

  it('means that the token lacks a permission', () => {
    const message = 'Failed request: (403) Forbidden: cache read denied: no readable scopes';
    expect(cacheRefusal(new Error(message))).toEqual({ problem: 'denied', message });
  });

  it('otherwise concerns this request only', () => {
    expect(cacheRefusal(new Error('aborted'))).toEqual({ problem: 'failed', message: 'aborted' });
    expect(cacheRefusal('odd')).toEqual({ problem: 'failed', message: 'odd' });
    const answered = cacheRefusal('Failed to restore: (404) BlobNotFound');
    expect(answered).toMatchObject({ problem: 'failed' });
  });

  it('is shown as one short line without signatures', () => {
    const error = new Error('no GET of https://blobs.example/cache/1?sig=secret&se=1 worked\nat x');
    expect(cacheRefusal(error).message).toBe('no GET of https://blobs.example/cache/1 worked');
    expect(cacheRefusal(new Error('x'.repeat(1000))).message).toHaveLength(301);
  });
});

describe('the log of the cache library', () => {
  it.each([
    ['::debug::Resolved Keys:\n::warning::Failed to restore: aborted\n{"found":null}', 'aborted'],
    ['::error::Failed to restore: it responded with 503', 'it responded with 503'],
    [
      "::warning::You've hit a rate limit\n::debug::Failed to reserve cache: Error: Rate limited\nFailed to save: Unable to reserve cache with key k",
      'Rate limited',
    ],
    ['Failed to save: Unable to reserve cache', 'Unable to reserve cache'],
    ['::warning::the size differs', 'the size differs'],
    ['::warning::Failed to save: one%0Atwo, 100%25', 'one\ntwo, 100%'],
  ])('gives the reason of a failure', (log, reason) => {
    expect(loggedReason(log)).toBe(reason);
  });

  it('gives none for a miss', () => {
    expect(loggedReason('::debug::Cache not found\nAttempt 1 of 5 failed')).toBeUndefined();
  });
});
