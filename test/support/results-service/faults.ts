import type { ServerResponse } from 'node:http';
import { type Answer, json } from './exchange.ts';

/** A fault of a request. Faults of content alter what an upload stores, otherwise the response. */
export type Fault =
  /** `retryAfter` is in seconds. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: number;
      /** The response says nothing but the status. */
      readonly isEmpty?: boolean;
    }
  /** No response as long as the service runs. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
  /**
   * The connection ends early, or an upload is stored short. Half of the body is left.
   */
  | { readonly kind: 'truncate' }
  /** One bit of the byte in the middle. */
  | { readonly kind: 'flip' }
  | { readonly kind: 'replace'; readonly body: Uint8Array };

export interface Occasion {
  /** Only the nth request of those that match, from 1; every one of them by default. */
  readonly nth?: number;
}

export interface Rule extends Occasion {
  readonly request: string | RegExp;
  readonly fault: Fault;
  seen: number;
}

/** The rule that applies to this request. Every rule that matches counts it. */
export function strike(rules: readonly Rule[], name: string): Rule | undefined {
  const matching = rules.filter(({ request }) =>
    typeof request === 'string' ? name.startsWith(request) : request.test(name),
  );
  for (const rule of matching) rule.seen += 1;
  return matching.find(({ nth, seen }) => nth === undefined || nth === seen);
}

/** Returns true if the response is replaced or missing. */
export function isLost({ kind }: Fault): boolean {
  return kind === 'status' || kind === 'silence' || kind === 'reset';
}

/** Damages content; faults of the connection do not change it. */
export function corrupt(content: Buffer, fault: Fault | undefined): Buffer {
  if (fault?.kind === 'replace') return Buffer.from(fault.body);
  if (fault?.kind !== 'flip' || content.length === 0) return content;
  const corrupted = Buffer.from(content);
  const byte = content.length >> 1;
  corrupted.writeUInt8(corrupted.readUInt8(byte) ^ 1, byte);
  return corrupted;
}

/** The stored content of an upload. */
export function corruptUpload(body: Buffer, fault: Fault | undefined): Buffer {
  return fault?.kind === 'truncate' ? shorten(body) : corrupt(body, fault);
}

function shorten(body: Buffer): Buffer {
  return body.subarray(0, body.length >> 1);
}

/** Sends the response, or the part of it that the fault allows. */
export function deliver(response: ServerResponse, answer: Answer, fault?: Fault): void {
  const { socket } = response;
  switch (fault?.kind) {
    case undefined:
    case 'flip':
    case 'replace':
      send(response, answer).end();
      return;
    case 'silence':
      return;
    case 'reset':
      socket?.resetAndDestroy();
      return;
    case 'status': {
      const { status, retryAfter, isEmpty = false } = fault;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      const full = json(status, { code: 'unavailable', msg: 'injected' }, headers);
      send(response, isEmpty ? { ...full, body: Buffer.alloc(0) } : full).end();
      return;
    }
    case 'truncate':
      head(response, answer);
      response.write(shorten(answer.body), () => socket?.destroy());
  }
}

function send(response: ServerResponse, answer: Answer): ServerResponse {
  head(response, answer);
  if (answer.body.length > 0) response.write(answer.body);
  return response;
}

function head(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'content-length': body.length, ...headers });
  response.flushHeaders();
}
