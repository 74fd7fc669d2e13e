import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Environment } from '../../src/base/process.ts';
import { sha256 } from '../../src/base/text.ts';
import { IndexUnreached } from '../../src/toolchain/unreached.ts';
import { findUv, UV_VERSION, UV_WHEELS } from '../../src/toolchain/uv.ts';
import { webDownload } from '../../src/github/web.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { zipFile } from '../support/zip-file.ts';
import { type Machine, makeMachine, writeFakeUv, writeScript } from './fakes.ts';

const PROGRAM = '#!/bin/sh\necho uv\n';
const CONTENT = zipFile([
  { name: 'uv/__init__.py' },
  { name: `uv-${UV_VERSION}.data/scripts/uv`, content: PROGRAM, mode: 0o100755 },
]);
const WHEEL = {
  name: UV_WHEELS.x86_64.name,
  sha256: sha256(CONTENT),
  program: sha256(PROGRAM),
};
const download = webDownload({ idle: 5000, total: 20_000, pauses: [] });

let machine: Machine;
let requests: string[];
const servers: AsyncDisposable[] = [];

beforeEach(async () => {
  machine = await makeMachine();
  requests = [];
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

const find = async (env: Environment = {}): Promise<string> => {
  const context = { ...machine.context, download, env: { ...machine.env, ...env } };
  return findUv(WHEEL, context);
};

/** The failure, with names for what differs between runs. */
const failure = async (env: Environment): Promise<string> =>
  (await failureOf(() => find(env)))
    .replaceAll(machine.root, 'ROOT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'INDEX');

/** Serves an index, and notes requests with what they are authorised by. */
async function serveIndex(
  respond: (request: IncomingMessage, response: ServerResponse) => void = serveWheel,
): Promise<string> {
  const server = createServer((request, response) => {
    requests.push([request.url, request.headers.authorization].filter(Boolean).join(' '));
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
}

function serveWheel({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === '/simple/uv/') {
    const link = `../../files/${encodeURIComponent(WHEEL.name)}?a=1&amp;b=2#sha256=${WHEEL.sha256}`;
    response.end(`<a href="../../files/uv-0.1.0.tar.gz">old</a>\n<a href="${link}">uv</a>`);
  } else if (url === `/files/${WHEEL.name}?a=1&b=2`) response.end(CONTENT);
  else response.writeHead(404).end();
}

describe('uv', () => {
  const FOLDER = 'home/uv';

  it.each(['0.8.0', '0.12.1', UV_VERSION])('%s on PATH is used', async (version) => {
    const uv = await writeFakeUv(machine, '', version);
    expect(await find({ UV_OFFLINE: '1' })).toBe(uv);
  });

  it.each(['0.7.22', '0.14.0', '1.0.0'])('%s on PATH is not used', async (version) => {
    await writeFakeUv(machine, '', version);
    expect(await find({ UV_DEFAULT_INDEX: `http://${await serveIndex()}` })).toBe(
      join(machine.root, FOLDER, `uv-${UV_VERSION}`),
    );
  });

  it('on PATH that does not start is not used', async () => {
    await writeScript(join(machine.bin, 'uv'), 'exit 127');
    expect(await find({ UV_DEFAULT_INDEX: `http://${await serveIndex()}` })).toContain(FOLDER);
  });

  it('is downloaded from the index once, and can be run', async () => {
    const env = { PIP_INDEX_URL: `http://${await serveIndex()}/` };
    const file = await find(env);
    expect(await readFile(file, 'utf8')).toBe(PROGRAM);
    expect((await stat(file)).mode & 0o777).toBe(0o755);
    expect(await find(env)).toBe(file);
    expect(requests).toEqual(['/simple/uv/', `/files/${WHEEL.name}?a=1&b=2`]);
  });

  it('is downloaded again if its file is damaged', async () => {
    const env = { UV_INDEX_URL: `http://${await serveIndex()}` };
    const file = await find(env);
    await writeFile(file, 'half');
    expect(await readFile(await find(env), 'utf8')).toBe(PROGRAM);
  });

  it('is downloaded with the credentials of the address and of netrc', async () => {
    const index = await serveIndex();
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const netrc = join(machine.root, 'netrc');
    await writeFile(
      netrc,
      'machine other login a password b\nmachine 127.0.0.1\n  login net\n  password rc\ndefault login x password y\n',
    );
    const cases: readonly (readonly [Environment, string])[] = [
      [{ UV_DEFAULT_INDEX: `http://me:p%40ss@${index}` }, 'me:p@ss'],
      [{ UV_DEFAULT_INDEX: `named=http://you@${index}` }, 'you:'],
      [{ UV_DEFAULT_INDEX: `http://${index}`, NETRC: netrc }, 'net:rc'],
    ];
    for (const [env, credentials] of cases) {
      requests.length = 0;
      await writeFile(await find(env), 'damaged');
      expect(requests).toEqual([
        `/simple/uv/ ${basic(credentials)}`,
        `/files/${WHEEL.name}?a=1&b=2 ${basic(credentials)}`,
      ]);
    }
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['is out of order', (_request, response) => response.writeHead(503).end()],
    ['does not have it', (_request, response) => response.end('<html>')],
    [
      'has another file',
      ({ url }, response) =>
        response.end(url === '/simple/uv/' ? `<a href="/${WHEEL.name}?signature=secret">` : 'x'),
    ],
    [
      'does not give it',
      ({ url }, response) =>
        url === '/simple/uv/'
          ? response.end(`<a href="/${WHEEL.name}?signature=secret">`)
          : response.writeHead(403).end(),
    ],
  ])('is missing if the index %s, which the failure says', async (_name, respond) => {
    const message = await failure({
      UV_DEFAULT_INDEX: `http://me:secret@${await serveIndex(respond)}`,
    });
    expect(message).not.toContain('secret');
    expectGolden(message);
  });

  it('says that the index is out of reach only if nothing answers', async () => {
    const closed = await serveIndex();
    await servers.pop()?.[Symbol.asyncDispose]();
    const out: [Environment, boolean][] = [
      [{ UV_DEFAULT_INDEX: `http://${closed}` }, true],
      [{ UV_OFFLINE: '1' }, true],
      [
        {
          UV_DEFAULT_INDEX: `http://${await serveIndex((_request, response) => response.writeHead(503).end())}`,
        },
        false,
      ],
    ];
    for (const [env, isUnreached] of out) {
      const error: unknown = await find(env).catch((thrown: unknown) => thrown);
      expect(error instanceof IndexUnreached).toBe(isUnreached);
    }
  });

  it('is missing without a network, or with an invalid address', async () => {
    expectGolden(await failure({ UV_OFFLINE: '1' }));
    expect(machine.logged).toEqual([]);
    expectGolden(await failure({ UV_DEFAULT_INDEX: 'me:secret@index' }));
  });
});
