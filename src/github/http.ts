import { createReadStream } from 'node:fs';
import http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../core/base/errors.ts';

/** How long things may take, in milliseconds. */
export interface Timeouts {
  /** Without a byte. */
  readonly idle: number;
  /** For everything. */
  readonly total: number;
  /** Before each further attempt. */
  readonly pauses: readonly number[];
}

/** Whom to ask, and how. */
export interface ApiAccess {
  /** The API's address: the token goes to its origin alone, and to that of `uploads`. */
  readonly api: URL;
  /** Where the API itself says that files are sent to. */
  readonly uploads?: URL;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
}

/** What is sent: a value as JSON, or a file from disk with its size in bytes. */
type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'file'; readonly path: string; readonly size: number };

/** A request that may change something. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly content?: RequestBody;
}

/** An answer that says when to ask again. */
export class RetryAfterError extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'Later';
    this.seconds = seconds;
  }
}

const JSON_TYPE = 'application/vnd.github+json';
const MAX_REDIRECTS = 5;

/**
 * Asks for an address and follows redirects. Whatever the status is, it is an answer; rejects with the system's error
 * where none comes.
 * @throws {Failure} `environment` for redirects without end, or to where anyone may listen.
 */
export async function httpGet(
  url: URL,
  accept: string,
  access: ApiAccess,
): Promise<IncomingMessage> {
  const get = (at: URL): Promise<IncomingMessage> => exchange('GET', at, accept, access);
  return follow(url, [301, 302, 303, 307, 308], get);
}

/**
 * Sends something to the API, once: whether it may be repeated is for the caller to know. Of redirects those are
 * followed that say to send the same again. Otherwise as `request`.
 */
export async function httpSend(
  { method, url, content }: WriteRequest,
  access: ApiAccess,
): Promise<IncomingMessage> {
  const put = (at: URL): Promise<IncomingMessage> =>
    exchange(method, at, JSON_TYPE, access, content);
  return follow(url, [307, 308], put);
}

async function follow(
  url: URL,
  redirects: readonly number[],
  ask: (at: URL) => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  let at = url;
  for (let left = MAX_REDIRECTS; left >= 0; left -= 1) {
    const answer = await ask(at);
    const { location } = answer.headers;
    const isElsewhere = redirects.includes(statusOf(answer));
    if (!isElsewhere || location === undefined) return answer;
    answer.destroy();
    const next = new URL(location, at);
    if (next.protocol !== 'https:' && next.protocol !== at.protocol)
      throw badRedirect(url, `is led to ${next.origin}, without encryption`);
    at = next;
  }
  throw badRedirect(url, `is led from one address to the next, more than ${MAX_REDIRECTS} times`);
}

/** The status of an answer: a number wherever an answer has come. */
export function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

/**
 * Attempts until it succeeds, as often as `timeouts` allows. A `Failure` is final at once, all other errors are
 * taken for ones that may pass; the last of them is rejected with.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { signal, timeouts }: ApiAccess,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const pause = timeouts.pauses[tries];
      if (error instanceof Failure || pause === undefined) throw error;
      const wait = error instanceof RetryAfterError ? Math.max(pause, error.seconds * 1000) : pause;
      await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

async function exchange(
  method: string,
  url: URL,
  accept: string,
  { api, uploads, token, signal, timeouts }: ApiAccess,
  content?: RequestBody,
): Promise<IncomingMessage> {
  const isOurs = url.origin === api.origin || url.origin === uploads?.origin;
  const body = content === undefined ? undefined : bodyOf(content);
  const headers = {
    accept,
    'user-agent': 'triton-aot-action',
    ...(isOurs && { 'x-github-api-version': '2022-11-28' }),
    ...(isOurs && token !== undefined && { authorization: `Bearer ${token}` }),
    ...body?.headers,
  };
  // Only the client's agents are used, since they know the proxy. The client itself compares hosts without their ports
  // and cannot be interrupted.
  const { agentFor } = await import('./agent.ts');
  const agent = agentFor(url);
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    let coming: ClientRequest | IncomingMessage;
    const asked = open(url, { method, headers, agent, signal }, (answer) => {
      coming = answer;
      resolve(answer);
    });
    coming = asked;
    asked.setTimeout(timeouts.idle, () =>
      coming.destroy(new Error(`nothing came for ${timeouts.idle / 1000} s`)),
    );
    asked.on('error', reject);
    if (body === undefined) {
      asked.end();
      return;
    }
    // Who has answered may not want the rest.
    asked.once('response', (answer) => answer.once('close', () => asked.destroy()));
    pipeline(body.data(), asked).catch(reject);
  });
}

interface Body {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly data: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

function bodyOf(content: RequestBody): Body {
  if (content.kind === 'file') {
    const { path, size } = content;
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
    return { headers, data: () => createReadStream(path) };
  }
  const data = Buffer.from(JSON.stringify(content.value));
  const headers = { 'content-type': 'application/json', 'content-length': data.length };
  return { headers, data: () => [data] };
}

function badRedirect(url: URL, how: string): Failure {
  return new Failure('environment', {
    message: `who asks for ${url.origin}${url.pathname} ${how}`,
    hint: 'A proxy on the way, or GITHUB_API_URL, is not set up right.',
  });
}
