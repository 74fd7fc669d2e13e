import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { HttpClient } from '@actions/http-client';
import { Failure } from '../core/errors.ts';

/** How long things may take, in milliseconds. */
export interface Patience {
  /** Without a byte. */
  readonly idle: number;
  /** For everything. */
  readonly total: number;
  /** Before each further attempt. */
  readonly pauses: readonly number[];
}

/** Whom to ask, and how. */
export interface Access {
  /** The API's address: the token goes to no other host. */
  readonly api: URL;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

const MOST_REDIRECTS = 5;

/**
 * Asks for an address and follows redirects. Whatever the status is, it is an answer; rejects with the system's error
 * where none comes.
 * @throws {Failure} `environment` for redirects without end, or to where anyone may listen.
 */
export async function request(url: URL, accept: string, access: Access): Promise<IncomingMessage> {
  let at = url;
  for (let left = MOST_REDIRECTS; left >= 0; left -= 1) {
    const answer = await send(at, accept, access);
    const { location } = answer.headers;
    const isElsewhere = [301, 302, 303, 307, 308].includes(statusOf(answer));
    if (!isElsewhere || location === undefined) return answer;
    answer.destroy();
    const next = new URL(location, at);
    if (next.protocol !== 'https:' && next.protocol !== at.protocol)
      throw misled(url, `is led to ${next.origin}, without encryption`);
    at = next;
  }
  throw misled(url, `is led from one address to the next, more than ${MOST_REDIRECTS} times`);
}

/** The status of an answer: a number wherever an answer has come. */
export function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

/**
 * Attempts until it succeeds, as often as `patience` allows. A `Failure` is final at once, all other errors are
 * taken for ones that may pass; the last of them is rejected with.
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  { signal, patience }: Access,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const pause = patience.pauses[tries];
      if (error instanceof Failure || pause === undefined) throw error;
      await setTimeout(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function send(
  url: URL,
  accept: string,
  { api, token, signal, patience }: Access,
): Promise<IncomingMessage> {
  const isOurs = url.origin === api.origin;
  const headers = {
    accept,
    'user-agent': 'triton-aot-action',
    ...(isOurs && { 'x-github-api-version': '2022-11-28' }),
    ...(isOurs && token !== undefined && { authorization: `Bearer ${token}` }),
  };
  // The client itself compares hosts without their ports, and cannot be interrupted; its agents know the proxy.
  const agent = new HttpClient().getAgent(url.href);
  return new Promise((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http;
    let coming: ClientRequest | IncomingMessage;
    const asked = get(url, { headers, agent, signal }, (answer) => {
      coming = answer;
      resolve(answer);
    });
    coming = asked;
    asked.setTimeout(patience.idle, () =>
      coming.destroy(new Error(`nothing came for ${patience.idle / 1000} s`)),
    );
    asked.on('error', reject);
  });
}

function misled(url: URL, how: string): Failure {
  return new Failure('environment', {
    message: `who asks for ${url.origin}${url.pathname} ${how}`,
    hint: 'A proxy on the way, or GITHUB_API_URL, is not set up right.',
  });
}
