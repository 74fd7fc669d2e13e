import { afterEach, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webDownload } from '../../src/github/web.ts';
import { createAuthority } from '../support/sigstore-service/authority.ts';
import { startProxy } from '../support/sigstore-service/proxy.ts';

const { signal } = new AbortController();
const download = webDownload({ idle: 5000, total: 20_000, pauses: [1, 1] });

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each[Symbol.asyncDispose]();
});

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(respond: Respond): Promise<URL> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.push(server);
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const text = (body: Uint8Array): string => Buffer.from(body).toString();

describe('downloadFile', () => {
  it('follows redirects and says where they led', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/there/' }).end();
      else response.end('file');
    });
    const answer = await download(url, { signal });
    expect({ ...answer, body: text(answer.body) }).toEqual({
      status: 200,
      url: new URL('there/', url),
      body: 'file',
    });
  });

  it('sends credentials to the first server only', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end();
    });
    const url = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(302, { location: other.href }).end();
    });
    await download(url, { signal, authorization: 'Basic secret' });
    expect(seen).toEqual(['Basic secret', undefined]);
  });

  it('tries again while the server is busy, and reports a server that stays so', async () => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      const isBusy = request.url === '/always' || requests < 3;
      response.writeHead(isBusy ? 503 : 200).end();
    });
    expect(await download(url, { signal })).toMatchObject({ status: 200 });
    expect(requests).toBe(3);
    expect(await download(new URL('always', url), { signal })).toMatchObject({ status: 503 });
    expect(requests).toBe(6);
  });

  it.each(['http://index.example/', 'https://index.example/next'])(
    'refuses a redirect from encryption to none, at once or by %s',
    async (location) => {
      const authority = await createAuthority(['index.example']);
      started.push(authority);
      const identity = { key: authority.key, cert: authority.certificate };
      const proxy = await startProxy(identity, ['index.example'], async ({ path }) => ({
        status: 302,
        body: '',
        location: path === '/next' ? 'http://index.example/' : location,
      }));
      started.push(proxy);
      process.env['https_proxy'] = proxy.url;
      try {
        const url = new URL('https://index.example/simple/');
        const failing = download(url, { signal, certificates: authority.certificate });
        await expect(failing).rejects.toThrow(
          'a server asks for requests to http://index.example, without encryption',
        );
      } finally {
        delete process.env['https_proxy'];
      }
    },
  );

  it('trusts further certificates, also behind a proxy', async () => {
    const authority = await createAuthority(['index.example']);
    started.push(authority);
    const identity = { key: authority.key, cert: authority.certificate };
    const proxy = await startProxy(identity, ['index.example'], () =>
      Promise.resolve({ status: 200, body: 'file' }),
    );
    started.push(proxy);
    process.env['https_proxy'] = proxy.url;
    try {
      const url = new URL('https://index.example/simple/');
      await expect(download(url, { signal })).rejects.toThrow('self-signed certificate');
      const certificates = authority.certificate;
      expect(text((await download(url, { signal, certificates })).body)).toBe('file');
    } finally {
      delete process.env['https_proxy'];
    }
  });
});
