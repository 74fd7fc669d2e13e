import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';
import { apiFailure } from './errors.ts';
import { type ApiAccess, httpGet, httpSend, retry, type WriteRequest } from './http.ts';

// Requests of GitHub's REST API. octokit has its own, but a broken connection or a 409 while it
// pages looks to its callers like an empty list, and it sends the token to any origin.

/** A page of a response. */
interface ApiPage<T> {
  readonly body: T;
  readonly next: URL | undefined;
}

/** A read request. */
export interface ApiQuery<T> {
  readonly url: URL;
  /** What it reads, for messages. */
  readonly what: string;
  /** The permission that a token needs. */
  readonly permission: string;
  readonly schema: z.ZodType<T>;
}

/** A repository that releases are published to. */
export interface Repository {
  /** `owner/name`. */
  readonly repository: string;
  readonly access: ApiAccess;
}

/** The only permission that publishing needs. */
export const PERMISSION = 'contents: write';

/** GitHub lists 10 000 items at most. */
const MAX_LIST_PAGES = 100;

/** An address of the API. On GitHub Enterprise the API's own address has a path. */
export function apiUrl({ api }: ApiAccess, path: string): URL {
  return new URL(`${api.href.replace(/\/$/, '')}/${path}`);
}

/** An address in the repository. */
export function repositoryUrl({ repository, access }: Repository, path: string): URL {
  return apiUrl(access, `repos/${repository}/${path}`);
}

/** Reads from the API, with further attempts. Rejects as `apiFailure` says. */
export async function query<T>(request: ApiQuery<T>, access: ApiAccess): Promise<ApiPage<T>> {
  const page = await queryIfThere(request, access, false);
  if (page === undefined) throw new Error('a missing page was not rejected');
  return page;
}

/** Like `query`, but returns undefined for a 404 if `mayBeMissing`. */
export function queryIfThere<T>(
  { url, what, permission, schema }: ApiQuery<T>,
  access: ApiAccess,
  mayBeMissing = true,
): Promise<ApiPage<T> | undefined> {
  return retry(async () => {
    const response = await httpGet(url, 'application/vnd.github+json', access);
    if (response.statusCode === 404 && mayBeMissing) {
      response.resume();
      return undefined;
    }
    if (response.statusCode !== 200) throw await apiFailure(response, what, permission);
    return {
      body: schema.parse(await json(response)),
      next: nextPage(response.headers, url),
    };
  }, access);
}

/** Reads pages from the first on, at most `most`. */
export async function* pages<T>(
  first: ApiQuery<T>,
  most: number,
  access: ApiAccess,
): AsyncGenerator<T, void, undefined> {
  let url: URL | undefined = first.url;
  for (let left = most; left > 0 && url !== undefined; left -= 1) {
    const page: ApiPage<T> = await query({ ...first, url }, access);
    yield page.body;
    url = page.next;
  }
}

/** Reads every item of a list. */
export async function listAll<T>(
  { url, ...more }: ApiQuery<readonly T[]>,
  access: ApiAccess,
): Promise<readonly T[]> {
  const items: T[] = [];
  const first = new URL('?per_page=100', url);
  for await (const page of pages({ ...more, url: first }, MAX_LIST_PAGES, access))
    items.push(...page);
  return items;
}

/** Sends a write request, once, and reads the response. `what` is written, for messages. */
export async function write<T>(
  request: WriteRequest,
  schema: z.ZodType<T>,
  what: string,
  access: ApiAccess,
): Promise<T> {
  const response = await httpSend(request, access);
  if (response.statusCode === 200 || response.statusCode === 201)
    return schema.parse(await json(response));
  throw await writeError(response, what);
}

/** Deletes something. Succeeds also if it does not exist. */
export async function deleteIfThere(url: URL, what: string, access: ApiAccess): Promise<void> {
  const response = await httpSend({ method: 'DELETE', url }, access);
  if (response.statusCode !== 204 && response.statusCode !== 404)
    throw await writeError(response, what);
  response.resume();
}

/**
 * Repeats `work`, a sequence of requests, from its beginning; its requests are not repeated by
 * themselves.
 */
export function retryAsWhole<T>(
  home: Repository,
  work: (once: Repository) => Promise<T>,
): Promise<T> {
  const { access } = home;
  const once = { ...home, access: { ...access, timeouts: { ...access.timeouts, pauses: [] } } };
  return retry(() => work(once), access);
}

/** Source: RFC 8288, and GitHub's REST API, "Using pagination". */
function nextPage({ link }: IncomingHttpHeaders, at: URL): URL | undefined {
  const target = [link ?? '']
    .flat()
    .flatMap((links) => links.split(','))
    .map((one) => /^\s*<([^>]*)>\s*;.*\brel="?next"?/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return target === undefined ? undefined : new URL(target, at);
}

/** If another job has just created the same thing, another attempt finds it. */
async function writeError(response: IncomingMessage, what: string): Promise<Error> {
  const error = await apiFailure(response, what, PERMISSION);
  return response.statusCode === 422 && error.message.includes('already_exists')
    ? new Error(error.message)
    : error;
}
