import { saveCache } from '@actions/cache/lib/internal/cacheHttpClient.js';
import { stat } from 'node:fs/promises';
import type { CacheAnswer, SaveRequest } from '../action/cache/exchange.ts';
import { cacheService, VERSION, within } from './service.ts';

/** What the client's own saveCache asks for: parts of 64 MiB, eight at a time. */
const UPLOAD = { useAzureSdk: true, uploadChunkSize: 64 * 1024 ** 2, uploadConcurrency: 8 };

/** Keeps the file under the name, unless something is there already. Throws as the client does. */
export async function save({ name, file, patience }: SaveRequest): Promise<CacheAnswer> {
  const { size } = await stat(file);
  const url = await reserve(name, patience);
  // Another job was faster: what it has uploaded so far is not seen yet.
  if (url === undefined) return { kept: await isKept(name, patience) };
  await saveCache(-1, file, url, { ...UPLOAD, archiveSizeBytes: size });
  try {
    await finalize(name, size, patience);
    return { kept: true };
  } catch (error) {
    // It may be the answer alone that was lost.
    if (await isKept(name, patience).catch(() => false)) return { kept: true };
    throw error;
  }
}

/** The address to upload to; undefined where the name is taken. */
async function reserve(name: string, patience: number): Promise<string | undefined> {
  try {
    const request = { key: name, version: VERSION };
    const answer = await within(patience, cacheService().CreateCacheEntry(request));
    if (!answer.ok) throw new Error(answer.message || 'the service refuses to save this');
    return answer.signedUploadUrl;
  } catch (error) {
    if (error instanceof Error && /\(409\)|already exists/.test(error.message)) return undefined;
    throw error;
  }
}

async function finalize(name: string, size: number, patience: number): Promise<void> {
  const request = { key: name, version: VERSION, sizeBytes: String(size) };
  const answer = await within(patience, cacheService().FinalizeCacheEntryUpload(request));
  if (!answer.ok) throw new Error(answer.message || 'the service refuses what was uploaded');
}

async function isKept(name: string, patience: number): Promise<boolean> {
  const request = { key: name, restoreKeys: [], version: VERSION };
  const entry = await within(patience, cacheService(1).GetCacheEntryDownloadURL(request));
  return entry.ok && entry.matchedKey === name;
}
