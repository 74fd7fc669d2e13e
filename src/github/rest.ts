import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';
import { apiFailure } from './errors.ts';
import { type ApiAccess, httpGet, httpSend, retry, type WriteRequest } from './http.ts';

/** An answer of the API, and where it goes on. */
interface ApiPage<T> {
  readonly body: T;
  readonly next: URL | undefined;
}

/** Something to ask the API for. */
export interface ApiQuery<T> {
  readonly url: URL;
  /** What it is about, for messages. */
  readonly what: string;
  /** What a token needs to read it. */
  readonly permission: string;
  readonly schema: z.ZodType<T>;
}

/** An address of the API, whose own may have a path, as GitHub Enterprise's has. */
export function apiUrl({ api }: ApiAccess, path: string): URL {
  return new URL(`${api.href.replace(/\/$/, '')}/${path}`);
}

/** Asks the API, again where that may help. Rejects as `refusal` says where the answer is no. */
export async function query<T>(asked: ApiQuery<T>, access: ApiAccess): Promise<ApiPage<T>> {
  const page = await queryIfThere(asked, access, false);
  if (page === undefined) throw new Error('what is missing is refused');
  return page;
}

/** The same, but undefined where there is no such thing and `mayBeMissing`. */
export function queryIfThere<T>(
  { url, what, permission, schema }: ApiQuery<T>,
  access: ApiAccess,
  mayBeMissing = true,
): Promise<ApiPage<T> | undefined> {
  return retry(async () => {
    const answer = await httpGet(url, 'application/vnd.github+json', access);
    if (answer.statusCode === 404 && mayBeMissing) {
      answer.resume();
      return undefined;
    }
    if (answer.statusCode !== 200) throw await apiFailure(answer, what, permission);
    return {
      body: schema.parse(await json(answer)),
      next: nextPage(answer.headers, url),
    };
  }, access);
}

/** Every page from the first on, at most `most` of them. */
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

/** Source: RFC 8288, and GitHub's REST API, "Using pagination". */
function nextPage({ link }: IncomingHttpHeaders, at: URL): URL | undefined {
  const target = [link ?? '']
    .flat()
    .flatMap((links) => links.split(','))
    .map((one) => /^\s*<([^>]*)>\s*;.*\brel="?next"?/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return target === undefined ? undefined : new URL(target, at);
}

/** A repository that is written to. */
export interface Repository {
  /** `owner/name`. */
  readonly repository: string;
  readonly access: ApiAccess;
}

/** What publishing needs of a token, and all it needs. */
export const PERMISSION = 'contents: write';

/** As many as GitHub lists: 10 000 items. */
const MAX_LIST_PAGES = 100;

/** The address of something of the repository. */
export function repositoryUrl({ repository, access }: Repository, path: string): URL {
  return apiUrl(access, `repos/${repository}/${path}`);
}

/** Every item of a list. */
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

/** Attempts something of several requests, again as a whole where that may help. */
export function retryAsWhole<T>(
  home: Repository,
  work: (once: Repository) => Promise<T>,
): Promise<T> {
  const { access } = home;
  const once = { ...home, access: { ...access, timeouts: { ...access.timeouts, pauses: [] } } };
  return retry(() => work(once), access);
}

/** Sends something, once, and reads what comes of it. `what` is written to. */
export async function write<T>(
  sending: WriteRequest,
  schema: z.ZodType<T>,
  what: string,
  access: ApiAccess,
): Promise<T> {
  const answer = await httpSend(sending, access);
  if (answer.statusCode === 200 || answer.statusCode === 201)
    return schema.parse(await json(answer));
  throw await refused(answer, what);
}

/** Removes something; that it is gone already is as good. */
export async function deleteIfThere(url: URL, what: string, access: ApiAccess): Promise<void> {
  const answer = await httpSend({ method: 'DELETE', url }, access);
  if (answer.statusCode !== 204 && answer.statusCode !== 404) throw await refused(answer, what);
  answer.resume();
}

/** What others have just made may be in the way: then it helps to look, and go on from there. */
async function refused(answer: IncomingMessage, what: string): Promise<Error> {
  const error = await apiFailure(answer, what, PERMISSION);
  return answer.statusCode === 422 && error.message.includes('already_exists')
    ? new Error(error.message)
    : error;
}
