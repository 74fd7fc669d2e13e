import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface ProxiedRequest {
  readonly host: string;
  /** `GET fulcio.sigstore.dev/api/…`, without the query. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly location?: string;
}

/**
 * A proxy for HTTPS behind which every host is this process. It also answers requests itself, as
 * `127.0.0.1`.
 */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
}

/** Serves the hosts with one certificate. Other hosts cannot be reached. */
export async function startProxy(
  identity: { readonly key: string; readonly cert: string },
  hosts: readonly string[],
  answer: (request: ProxiedRequest) => Promise<ProxiedAnswer>,
): Promise<Proxy> {
  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    respond(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, location } = await answer(await read(incoming));
    const headers = { 'content-type': 'application/json', ...(location && { location }) };
    response.writeHead(status, headers).end(body);
  };
  const secure = createHttpsServer(identity, serve);
  const proxy = createHttpServer(serve);
  const sockets = new Set<Duplex>();
  proxy.on('connect', ({ url = '' }, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (!hosts.includes(url.replace(/:443$/, ''))) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.unshift(head);
    secure.emit('connection', socket);
  });
  const url = await listen(proxy);
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Forwards a request to another server; the client follows redirects. */
export async function forward(
  { method, path, headers, body }: ProxiedRequest,
  to: string,
): Promise<ProxiedAnswer> {
  const asked = request(new URL(`${to}${path}`), {
    method,
    headers: { ...headers, host: new URL(to).host },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode = 0, headers: given } = answer;
  const { location } = given;
  return { status: statusCode, body: await buffer(answer), ...(location && { location }) };
}

/** Starts a server on a free port and returns its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return `http://127.0.0.1:${address.port}`;
}

async function read(incoming: IncomingMessage): Promise<ProxiedRequest> {
  const { headers, method = 'GET', url = '' } = incoming;
  const host = headers.host ?? '';
  const { pathname, searchParams } = new URL(url, `https://${host}`);
  const name = `${method} ${host}${pathname}`;
  const body = await buffer(incoming);
  return { host, name, method, path: url, query: searchParams, headers, body };
}
