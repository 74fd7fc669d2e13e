import type { IncomingHttpHeaders } from 'node:http';

/** A complete request. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A message of the service: JSON with snake_case names and 64-bit integers as strings. */
export type Message = Readonly<Record<string, unknown>>;

/** The JSON object of a request. Clients leave out fields with their default value. */
export function readMessage(body: Buffer): Message {
  const value: unknown = JSON.parse(body.toString('utf8'));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A field with text (or a 64-bit integer); empty if left out. */
export function textField(message: Message, name: string): string {
  const value = message[name];
  return typeof value === 'string' ? value : '';
}

export function listField(message: Message, name: string): readonly string[] {
  const value = message[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function success(message: Message): Answer {
  return json(200, message);
}

const STATUS = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  already_exists: 409,
  resource_exhausted: 429,
  internal: 500,
} as const;

/** An error of the protocol (Twirp), in which each code has an HTTP status. */
export function failure(
  code: keyof typeof STATUS,
  msg: string,
  headers: Answer['headers'] = {},
): Answer {
  return json(STATUS[code], { code, msg }, headers);
}

export function json(status: number, message: Message, headers: Answer['headers'] = {}): Answer {
  const body = Buffer.from(JSON.stringify(message));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
