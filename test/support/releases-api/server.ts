import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface SeenRequest {
  readonly path: string;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
}

/** What a server has to say. */
export interface Answer {
  readonly status: number;
  /** Bytes go as they are, all else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a server does instead of answering as it should. `perform` does what was asked for, without answering. */
export type Misdeed = (
  response: ServerResponse,
  perform: () => Promise<Answer>,
  request: IncomingMessage,
) => unknown;

export interface Faults {
  /** The next request whose method and path, such as `GET /blob/1`, hold the text goes wrong. */
  readonly once: (part: string, misdeed: Misdeed) => void;
  readonly take: (call: string) => Misdeed | undefined;
}

export function faults(): Faults {
  const rules: { part: string; misdeed: Misdeed }[] = [];
  return {
    once: (part, misdeed) => void rules.push({ part, misdeed }),
    take(call) {
      const index = rules.findIndex(({ part }) => call.includes(part));
      return index < 0 ? undefined : rules.splice(index, 1)[0]?.misdeed;
    },
  };
}

export interface Server {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * Listens on a port of its own, and notes method and path of what is more than a question in `writes`. What is read of
 * a request is for `serve` to decide.
 */
export async function startServer(
  { take }: Faults,
  writes: string[],
  serve: (seen: SeenRequest, request: IncomingMessage) => Promise<Answer>,
): Promise<Server> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '', headers } = request;
    const one = { path, accept: headers.accept, authorization: headers.authorization };
    seen.push(one);
    if (method !== 'GET') writes.push(`${method} ${path}`);
    const perform = (): Promise<Answer> => serve(one, request);
    const misdeed = take(`${method} ${path}`);
    if (misdeed !== undefined) {
      misdeed(response, perform, request);
      return;
    }
    perform().then(
      ({ status, body, headers: more }) => answer(response, status, body, more),
      // Who asked has gone away.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with a status, as the API does. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown = { message: 'Not Found' },
  headers: Readonly<Record<string, string>> = {},
): void {
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, { 'content-length': body.length, ...headers }).end(body);
    return;
  }
  const text = status === 204 ? undefined : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
