import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Blobs } from './blobs.ts';
import type { CacheServiceV1 } from './cache-v1.ts';
import { type Answer, failure, type Message, readMessage, type Received } from './exchange.ts';
import {
  corrupt,
  corruptUpload,
  deliver,
  type Fault,
  isLost,
  type Occasion,
  type Rule,
  strike,
} from './faults.ts';
import { type Grant, readGrant } from './job.ts';

export interface RequestRecord {
  /** For rules: `CreateCacheEntry`, `PUT cache/1`, `PUT artifact/1 block`, `HEAD cache/1`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The size of the request's body. */
  readonly bytes: number;
}

/** Records all requests, applies faults, and passes them to a call or the blobs. */
export interface Traffic {
  readonly requests: readonly RequestRecord[];
  readonly fail: (request: string | RegExp, fault: Fault, occasion?: Occasion) => void;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function createTraffic(
  calls: Readonly<Record<string, (message: Message, grant: Grant) => Answer>>,
  blobs: Blobs,
  cacheV1: CacheServiceV1,
): Traffic {
  const requests: RequestRecord[] = [];
  const rules: Rule[] = [];

  const answerCall = (name: string, { body, headers }: Received): Answer => {
    const call = calls[name];
    if (call === undefined) return failure('bad_route', 'no such method');
    const grant = readGrant(headers.authorization);
    if (grant === undefined) return failure('unauthenticated', 'no token of a job');
    return call(readMessage(body), grant);
  };

  const answer = (name: string, received: Received, fault?: Fault): Answer => {
    if (cacheV1.nameOf(received) !== undefined)
      return cacheV1.answer(received, readGrant(received.headers.authorization));
    if (isCall(received.url)) {
      const intact = answerCall(name, received);
      return { ...intact, body: corrupt(intact.body, fault) };
    }
    if (received.method !== 'PUT') return blobs.get(received, (content) => corrupt(content, fault));
    return blobs.put({ ...received, body: corruptUpload(received.body, fault) });
  };

  return {
    requests,
    fail: (request, fault, occasion = {}) => rules.push({ request, fault, ...occasion, seen: 0 }),
    serve: async (request, response) => {
      const received = await receive(request);
      const { method, url, body } = received;
      const name = cacheV1.nameOf(received) ?? nameOf(received);
      requests.push({ name, method, path: url.pathname, bytes: body.length });
      const { fault } = strike(rules, name) ?? {};
      if (fault === undefined) return deliver(response, answer(name, received));
      if (isLost(fault)) return deliver(response, failure('internal', 'injected'), fault);
      return deliver(response, answer(name, received, fault), method === 'PUT' ? undefined : fault);
    },
  };
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '', 'http://localhost'),
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

function isCall(url: URL): boolean {
  return url.pathname.startsWith('/twirp/');
}

function nameOf({ method, url }: Received): string {
  if (isCall(url)) return url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const part = url.searchParams.get('comp');
  return `${method} ${url.pathname.slice(1)}${part === null ? '' : ` ${part}`}`;
}
