import { describe, expect, it } from '@jest/globals';
import { cacheRefusal, TimeoutError } from '../../src/action/cache-errors.ts';

const answered = (statusCode: number): Error =>
  Object.assign(new Error('{"code":"ServerBusy"}'), { statusCode });

describe("an error of the cache's client", () => {
  it.each([
    ['Failed to CreateCacheEntry: Failed to make request after 3 attempts: (503)'],
    ['Failed to CreateCacheEntry: Unable to make request: ECONNREFUSED'],
    ['Failed to CreateCacheEntry: Rate limited: Failed request: (429) Too Many Requests'],
    ['Failed to CreateCacheEntry: Cache storage quota has been hit. Unable to upload'],
    ['downloadCache failed: Cache service responded with 503'],
    ['Aborting cache download as the download time exceeded the timeout.'],
    ['The operation cannot be completed in timeout.'],
    ['getaddrinfo ENOTFOUND results.example'],
    ['socket hang up'],
  ])('tells of a service that is down: %s', (message) => {
    expect(cacheRefusal(new Error(message))).toEqual({ problem: 'down', message });
  });

  it('tells so by its kind or by the status of an answer', () => {
    expect(cacheRefusal(new TimeoutError('late'))).toEqual({ problem: 'down', message: 'late' });
    expect(cacheRefusal(answered(503))).toEqual({
      problem: 'down',
      message: 'the storage responded with 503',
    });
    expect(cacheRefusal(answered(404))).toMatchObject({ problem: 'failed' });
  });

  it('tells of what a token may not do', () => {
    const message = 'Failed request: (403) Forbidden: cache read denied: no readable scopes';
    expect(cacheRefusal(new Error(message))).toEqual({ problem: 'denied', message });
  });

  it('is one of this request alone otherwise', () => {
    expect(cacheRefusal(new Error('aborted'))).toEqual({ problem: 'failed', message: 'aborted' });
    expect(cacheRefusal('odd')).toEqual({ problem: 'failed', message: 'odd' });
  });

  it('is shown as one short line without signatures', () => {
    const error = new Error('no GET of https://blobs.example/cache/1?sig=secret&se=1 worked\nat x');
    expect(cacheRefusal(error).message).toBe('no GET of https://blobs.example/cache/1 worked');
    expect(cacheRefusal(new Error('x'.repeat(1000))).message).toHaveLength(301);
  });
});
