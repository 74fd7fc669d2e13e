import type { Blobs } from './blobs.ts';
import type { CacheService } from './cache.ts';
import {
  type Answer,
  failure,
  json,
  type Message,
  readMessage,
  type Received,
} from './exchange.ts';
import { type Grant, readGrant, tokenOf } from './job.ts';

const API = '/_apis/artifactcache/';

/** An upload: its entry, and what has arrived of it. */
interface Upload {
  readonly key: string;
  readonly version: string;
  readonly url: URL;
  content: Buffer;
}

/**
 * Version 1 of the cache service, as GitHub Enterprise Server and `act` have it, with the entries of
 * version 2. Source: @actions/cache, lib/internal/cacheHttpClient.js.
 */
export interface CacheServiceV1 {
  /** For rules: `v1 GET cache`, `v1 POST caches`, `v1 PATCH caches/1`; undefined for other addresses. */
  nameOf(received: Received): string | undefined;
  answer(received: Received, grant: Grant | undefined): Answer;
}

/** How the servers say that an entry is there or is being saved. */
export type TakenAnswer = 'github' | 'act';

export function createCacheServiceV1(
  { calls }: CacheService,
  blobs: Blobs,
  taken: TakenAnswer,
): CacheServiceV1 {
  const uploads = new Map<string, Upload>();
  const call = (name: string, message: Message, grant: Grant): Answer =>
    calls[name]?.(message, grant) ?? failure('bad_route', name);

  const find = (url: URL, grant: Grant): Answer => {
    const [key, ...others] = (url.searchParams.get('keys') ?? '').split(',');
    const version = url.searchParams.get('version');
    const found = call('GetCacheEntryDownloadURL', { key, version, restore_keys: others }, grant);
    const message = readMessage(found.body);
    if (found.status !== 200) return json(found.status, { message: message['msg'] });
    if (message['ok'] !== true) return { status: 204, headers: {}, body: Buffer.alloc(0) };
    const archiveLocation = message['signed_download_url'];
    return json(200, { result: 'hit', archiveLocation, cacheKey: message['matched_key'] });
  };

  const reserve = ({ key, version }: Message, grant: Grant): Answer => {
    const made = call('CreateCacheEntry', { key, version }, grant);
    const message = readMessage(made.body);
    if (made.status === 409)
      return taken === 'act'
        ? json(400, { error: 'already exist' })
        : json(409, {
            message: `Cache already exists. Scope: refs/heads/main, Key: ${String(key)}`,
          });
    if (made.status !== 200)
      return { ...json(made.status, { message: message['msg'] }), headers: made.headers };
    if (message['ok'] !== true) return json(403, { message: message['message'] });
    const id = String(uploads.size + 1);
    const url = new URL(String(message['signed_upload_url']));
    uploads.set(id, { key: String(key), version: String(version), url, content: Buffer.alloc(0) });
    return json(201, { cacheId: Number(id) });
  };

  const receive = (upload: Upload, { headers, body }: Received): Answer => {
    const start = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]);
    const content = Buffer.alloc(Math.max(upload.content.length, start + body.length));
    upload.content.copy(content);
    body.copy(content, start);
    upload.content = content;
    return { status: 204, headers: {}, body: Buffer.alloc(0) };
  };

  const commit = (
    { key, version, url, content }: Upload,
    message: Message,
    grant: Grant,
  ): Answer => {
    blobs.put({ method: 'PUT', url, headers: {}, body: content });
    const size = String(message['size']);
    const done = call('FinalizeCacheEntryUpload', { key, version, size_bytes: size }, grant);
    const isKept = done.status === 200 && readMessage(done.body)['ok'] === true;
    return isKept
      ? { status: 204, headers: {}, body: Buffer.alloc(0) }
      : json(400, { message: 'size' });
  };

  return {
    nameOf: ({ method, url }) =>
      url.pathname.startsWith(API) ? `v1 ${method} ${url.pathname.slice(API.length)}` : undefined,
    answer: (received, given) => {
      // act asks nobody who they are.
      const grant = given ?? (taken === 'act' ? readGrant(`Bearer ${tokenOf({})}`) : undefined);
      if (grant === undefined) return json(401, { message: 'no token of a job' });
      const { method, url, body } = received;
      const [resource, id] = url.pathname.slice(API.length).split('/');
      if (resource === 'cache') return find(url, grant);
      if (id === undefined) return reserve(readMessage(body), grant);
      const upload = uploads.get(id);
      if (upload === undefined) return json(404, { message: 'no such cache' });
      return method === 'PATCH'
        ? receive(upload, received)
        : commit(upload, readMessage(body), grant);
    },
  };
}
