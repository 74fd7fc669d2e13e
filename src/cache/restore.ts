import { downloadCache } from '@actions/cache/lib/internal/cacheHttpClient.js';
import type { CacheAnswer, RestoreRequest } from '../action/cache/exchange.ts';
import { cacheService, VERSION, within } from './service.ts';

/** Writes the newest entry of the first prefix that has any to the file. Throws as the client does. */
export async function restore({ prefixes, file, patience }: RestoreRequest): Promise<CacheAnswer> {
  const [key = '', ...restoreKeys] = prefixes;
  const request = { key, restoreKeys, version: VERSION };
  const entry = await within(patience, cacheService().GetCacheEntryDownloadURL(request));
  if (!entry.ok) return { found: null };
  await downloadCache(entry.signedDownloadUrl, file, { useAzureSdk: true });
  return { found: entry.matchedKey };
}
