import { internalCacheTwirpClient } from '@actions/cache/lib/internal/shared/cacheTwirpClient.js';
import { createHash } from 'node:crypto';
import { LateError } from './refusal.ts';

/** The service finds an entry only by the version it was saved with: ours is the format, not a list of paths. */
export const VERSION = createHash('sha256').update('triton-aot-store-1').digest('hex');

/** The third attempt follows the first after eight to ten seconds; the client's own five would take half a minute. */
const ATTEMPTS = 3;

export type CacheService = ReturnType<typeof internalCacheTwirpClient>;

/** The service the environment names (ACTIONS_RESULTS_URL, ACTIONS_RUNTIME_TOKEN). */
export function cacheService(maxAttempts = ATTEMPTS): CacheService {
  return internalCacheTwirpClient({ maxAttempts });
}

/**
 * What the call gives, unless it takes more than `seconds`. Where the connection has ended meanwhile, the client
 * waits for ever with nothing left to wait for: then the timer does not keep the process alive either.
 */
export function within<T>(seconds: number, call: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    const give = (): void => reject(new LateError(`no answer within ${seconds} s`));
    setTimeout(give, seconds * 1000).unref();
  });
  return Promise.race([call, late]);
}
