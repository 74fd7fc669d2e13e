import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface SeenRequest {
  readonly path: string;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
}

/** A response of a server. */
export interface Answer {
  readonly status: number;
  /** Bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a server does instead of its response. `perform` executes the request without a response.
 */
export type Fault = (
  response: ServerResponse,
  perform: () => Promise<Answer>,
  request: IncomingMessage,
) => unknown;

export interface Faults {
  /** Makes the next request fail whose method and path, such as `GET /blob/1`, contain the text. */
  readonly once: (part: string, fault: Fault) => void;
  readonly take: (call: string) => Fault | undefined;
}

export function faults(): Faults {
  const rules: { part: string; fault: Fault }[] = [];
  return {
    once: (part, fault) => void rules.push({ part, fault }),
    take(call) {
      const index = rules.findIndex(({ part }) => call.includes(part));
      return index < 0 ? undefined : rules.splice(index, 1)[0]?.fault;
    },
  };
}

export interface Server {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * Starts a server on a free port, and adds method and path of all requests but GET to `writes`.
 * `serve` decides whether to read the body.
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
    const fault = take(`${method} ${path}`);
    if (fault !== undefined) {
      fault(response, perform, request);
      return;
    }
    perform().then(
      ({ status, body, headers: more }) => answer(response, status, body, more),
      // The client has closed the connection.
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

/** Sends a response like the API's. */
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
