import type { Blob, Blobs } from './blobs.ts';
import { type Answer, failure, listField, type Message, success, textField } from './exchange.ts';
import type { Grant } from './job.ts';

/** A saved cache entry. Times are in milliseconds. */
export interface CacheEntry {
  readonly id: number;
  readonly key: string;
  readonly version: string;
  readonly scope: string;
  readonly created: number;
  readonly content: Buffer;
}

export interface CacheService {
  readonly calls: Readonly<Record<string, (message: Message, grant: Grant) => Answer>>;
  entries(): readonly CacheEntry[];
}

interface Reservation {
  readonly id: number;
  readonly key: string;
  readonly version: string;
  readonly scope: string;
  readonly created: number;
  readonly blob: Blob;
  /** Undefined while it is only reserved: it cannot be found, and no other job can save it. */
  content?: Buffer;
}

const MAX_KEY = 512;

/**
 * The cache part of the service. Its errors and their texts follow logs of users and the client's
 * source; matching and scopes follow GitHub's reference on dependency caching.
 */
export function createCacheService(
  blobs: Blobs,
  now: () => number,
  earlier: readonly CacheEntry[],
): CacheService {
  const reservations = earlier.map((entry): Reservation => ({
    ...entry,
    blob: blobs.reserve(`cache/${entry.id}`, entry.content),
  }));
  let lastId = Math.max(0, ...earlier.map(({ id }) => id));

  const create = (message: Message, { writable: scope }: Grant): Answer => {
    if (scope === undefined) {
      return success({ ok: false, message: 'cache write denied: token has no writable scopes' });
    }
    const [key, version] = [textField(message, 'key'), textField(message, 'version')];
    if (key === '' || key.length > MAX_KEY) return failure('invalid_argument', 'invalid key');
    if (reservations.some((entry) => isSame(entry, key, version, scope))) {
      const reason = 'cache entry with the same key, version, and scope already exists';
      return failure('already_exists', reason);
    }
    const id = ++lastId;
    const blob = blobs.reserve(`cache/${id}`);
    reservations.push({ id, key, version, scope, created: now(), blob });
    return success({ ok: true, signed_upload_url: blob.uploadUrl });
  };

  const finalize = (message: Message, { writable: scope = '' }: Grant): Answer => {
    const [key, version] = [textField(message, 'key'), textField(message, 'version')];
    const entry = reservations.find((one) => isSame(one, key, version, scope));
    if (entry === undefined || entry.content !== undefined) {
      return failure('not_found', 'no cache entry is waiting for this upload');
    }
    const content = entry.blob.content();
    if (content?.length !== Number(textField(message, 'size_bytes'))) {
      return success({
        ok: false,
        message: 'the upload does not have the size that was announced',
      });
    }
    entry.content = content;
    return success({ ok: true, entry_id: String(entry.id) });
  };

  const find = (message: Message, { readable }: Grant): Answer => {
    if (readable.length === 0) {
      return failure('permission_denied', 'cache read denied: token has no readable scopes');
    }
    const [key, version] = [textField(message, 'key'), textField(message, 'version')];
    const prefixes = [key, ...listField(message, 'restore_keys')];
    const newestFirst = saved()
      .filter((entry) => entry.version === version)
      .toSorted((a, b) => b.created - a.created || b.id - a.id);
    for (const scope of readable) {
      const inScope = newestFirst.filter((entry) => entry.scope === scope);
      const found =
        inScope.find((entry) => entry.key === key) ??
        prefixes.flatMap((prefix) => inScope.filter((entry) => entry.key.startsWith(prefix))).at(0);
      if (found === undefined) continue;
      const url = found.blob.downloadUrl();
      return success({ ok: true, signed_download_url: url, matched_key: found.key });
    }
    return success({ ok: false });
  };

  const saved = (): readonly (Reservation & CacheEntry)[] =>
    reservations.filter((entry): entry is Reservation & CacheEntry => entry.content !== undefined);

  return {
    calls: {
      CreateCacheEntry: create,
      FinalizeCacheEntryUpload: finalize,
      GetCacheEntryDownloadURL: find,
    },
    entries: () => saved().map(view),
  };
}

function view({ id, key, version, scope, created, content }: CacheEntry): CacheEntry {
  return { id, key, version, scope, created, content };
}

function isSame(entry: Reservation, key: string, version: string, scope: string): boolean {
  return entry.key === key && entry.version === version && entry.scope === scope;
}
