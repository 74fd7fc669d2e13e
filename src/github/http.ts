import { createReadStream } from 'node:fs';
import http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { ByteRange } from '../base/context.ts';
import { Failure } from '../base/errors.ts';

/** Time limits in milliseconds. */
export interface Timeouts {
  /** Without a byte. */
  readonly idle: number;
  /** For everything. */
  readonly total: number;
  /** Before each further attempt. */
  readonly pauses: readonly number[];
}

/** How to reach the API. */
export interface ApiAccess {
  /** The API's address. The token is sent only to its origin and to that of `uploads`. */
  readonly api: URL;
  /** The address that the API gives for uploads. */
  readonly uploads?: URL;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
}

/** A value to send as JSON, or a file with its size in bytes. */
type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'file'; readonly path: string; readonly size: number };

/** A request that can change something. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly content?: RequestBody;
}

/** An error after which another attempt must wait. */
export class RetryAfterError extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'RetryAfterError';
    this.seconds = seconds;
  }
}

const JSON_TYPE = 'application/vnd.github+json';
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Sends a GET request and follows redirects. Resolves for any status; rejects with the system's
 * error if there is no response.
 * @throws {Failure} `environment` for too many redirects, or one that drops encryption.
 */
export async function httpGet(
  url: URL,
  accept: string,
  access: ApiAccess,
): Promise<IncomingMessage> {
  const get = (at: URL): Promise<IncomingMessage> =>
    exchange('GET', at, apiHeaders(at, accept, access), access);
  return (await follow(url, REDIRECTS, get)).response;
}

/** What a request needs to reach a server that is not GitHub's. */
export interface WebAccess extends Pick<ApiAccess, 'signal' | 'timeouts'> {
  /** Sent to the server of the first address only. */
  readonly authorization?: string | undefined;
  /** Certificates to trust besides Node's own, in PEM. */
  readonly certificates?: string | undefined;
  /** The bytes to ask for. Default: all. */
  readonly range?: ByteRange | undefined;
}

/** Like `httpGet`, from any server. Also returns the address after redirects. */
export async function webGet(url: URL, access: WebAccess): Promise<Answer> {
  const { authorization, range } = access;
  const get = (at: URL): Promise<IncomingMessage> => {
    const isOwn = at.origin === url.origin && authorization !== undefined;
    const headers = {
      ...(isOwn && { authorization }),
      ...(range && { range: `bytes=${range.start}-${range.end - 1}` }),
    };
    return exchange('GET', at, headers, access);
  };
  return follow(url, REDIRECTS, get);
}

/**
 * Sends a request to the API, once: only the caller knows whether it can be repeated. Follows only
 * the redirects that keep method and body. Otherwise like `httpGet`.
 */
export async function httpSend(
  { method, url, content }: WriteRequest,
  access: ApiAccess,
): Promise<IncomingMessage> {
  const send = (at: URL): Promise<IncomingMessage> =>
    exchange(method, at, apiHeaders(at, JSON_TYPE, access), access, content);
  return (await follow(url, [307, 308], send)).response;
}

/** The status of a response, which always has one. */
export function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

/**
 * Repeats `attempt` until it succeeds, as often as `timeouts` allows. A `Failure` is final; any
 * other error may be temporary. Rejects with the last one.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { signal, timeouts }: Pick<ApiAccess, 'signal' | 'timeouts'>,
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

interface Answer {
  readonly response: IncomingMessage;
  readonly url: URL;
}

async function follow(
  url: URL,
  redirects: readonly number[],
  send: (at: URL) => Promise<IncomingMessage>,
): Promise<Answer> {
  let at = url;
  for (let left = MAX_REDIRECTS; left >= 0; left -= 1) {
    const response = await send(at);
    const { location } = response.headers;
    if (!redirects.includes(statusOf(response)) || location === undefined)
      return { response, url: at };
    response.destroy();
    const next = new URL(location, at);
    if (next.protocol !== 'https:' && next.protocol !== at.protocol)
      throw badRedirect(url, `redirects to ${next.origin}, without encryption`);
    at = next;
  }
  throw badRedirect(url, `redirects more than ${MAX_REDIRECTS} times`);
}

type Headers = Readonly<Record<string, string>>;

function apiHeaders(url: URL, accept: string, { api, uploads, token }: ApiAccess): Headers {
  if (url.origin !== api.origin && url.origin !== uploads?.origin) return { accept };
  return {
    accept,
    'x-github-api-version': '2022-11-28',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

async function exchange(
  method: string,
  url: URL,
  ownHeaders: Headers,
  { signal, timeouts, certificates }: WebAccess,
  content?: RequestBody,
): Promise<IncomingMessage> {
  const body = content === undefined ? undefined : bodyOf(content);
  const headers = { 'user-agent': 'triton-aot-action', ...ownHeaders, ...body?.headers };
  // Loaded late: it is most of what a command line with it loads. Only the client's agents are used,
  // which know the proxy: the client itself compares hosts without their ports and cannot be
  // interrupted.
  const { agentFor } = await import('./agent.ts');
  const agent = agentFor(url, certificates);
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    let active: ClientRequest | IncomingMessage;
    const request = open(url, { method, headers, agent, signal }, (response) => {
      active = response;
      resolve(response);
    });
    active = request;
    request.setTimeout(timeouts.idle, () =>
      active.destroy(new Error(`no data for ${timeouts.idle / 1000} s`)),
    );
    request.on('error', reject);
    if (body === undefined) {
      request.end();
      return;
    }
    // A server that responds early may not read the rest of the body.
    request.once('response', (response) => response.once('close', () => request.destroy()));
    pipeline(body.data(), request).catch(reject);
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

function badRedirect({ origin, pathname }: URL, problem: string): Failure {
  return new Failure('environment', {
    message: `${origin}${pathname} ${problem}`,
    hint: 'Check the address of the server, and the proxy, if there is one.',
  });
}
