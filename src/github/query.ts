import type { IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';
import { refusal } from './refusal.ts';
import { persist, request, type Access } from './request.ts';

/** An answer of the API, and where it goes on. */
export interface Page<T> {
  readonly body: T;
  readonly next: URL | undefined;
}

/** Something to ask the API for. */
export interface Query<T> {
  readonly url: URL;
  /** What it is about, for messages. */
  readonly what: string;
  /** What a token needs to read it. */
  readonly permission: string;
  readonly schema: z.ZodType<T>;
}

/** An address of the API, whose own may have a path, as GitHub Enterprise's has. */
export function apiUrl({ api }: Access, path: string): URL {
  return new URL(`${api.href.replace(/\/$/, '')}/${path}`);
}

/** Asks the API, again where that may help. Rejects as `refusal` says where the answer is no. */
export async function query<T>(asked: Query<T>, access: Access): Promise<Page<T>> {
  const page = await queryIfThere(asked, access, false);
  if (page === undefined) throw new Error('what is missing is refused');
  return page;
}

/** The same, but undefined where there is no such thing and `mayBeMissing`. */
export function queryIfThere<T>(
  { url, what, permission, schema }: Query<T>,
  access: Access,
  mayBeMissing = true,
): Promise<Page<T> | undefined> {
  return persist(async () => {
    const answer = await request(url, 'application/vnd.github+json', access);
    if (answer.statusCode === 404 && mayBeMissing) {
      answer.resume();
      return undefined;
    }
    if (answer.statusCode !== 200) throw await refusal(answer, what, permission);
    return {
      body: schema.parse(await json(answer)),
      next: nextPage(answer.headers, url),
    };
  }, access);
}

/** Every page from the first on, at most `most` of them. */
export async function* pages<T>(
  first: Query<T>,
  most: number,
  access: Access,
): AsyncGenerator<T, void, undefined> {
  let url: URL | undefined = first.url;
  for (let left = most; left > 0 && url !== undefined; left -= 1) {
    const page: Page<T> = await query({ ...first, url }, access);
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
