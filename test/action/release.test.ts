import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { downloadRelease } from '../../src/action/release.ts';
import type { ReleaseSource } from '../../src/action/smoke-inputs.ts';
import type { BuildContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import { interrupted } from '../../src/core/process.ts';
import {
  answer,
  startReleasesApi,
  type Misdeed,
  type ReleasesApi,
  type ServedAsset,
} from '../support/releases-api.ts';
import { packageBall, tarball } from '../support/tarball.ts';

const BALL: ServedAsset = { name: 'aot-1.0.tar.gz', content: packageBall() };
const NOTES: ServedAsset = { name: 'notes.txt', content: Buffer.from('notes') };

describe('a package in a release', () => {
  let api: ReleasesApi;
  let scratch: string;
  let messages: string[];
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
    messages = [];
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
  });

  interface Wanted extends Partial<ReleaseSource> {
    readonly folder?: string;
    readonly idle?: number;
    readonly total?: number;
    readonly signal?: AbortSignal;
  }

  /** What is left below the scratch folder is the package alone, or nothing. */
  async function download(wanted: Wanted = {}): Promise<string> {
    const { folder = 'aot', idle = 5000, total = 60_000, ...rest } = wanted;
    const signal = rest.signal ?? new AbortController().signal;
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    const context = { env: api.env, log, scratch, signal } as BuildContext;
    const source = { tag: 'v1.0', asset: undefined, repository: undefined, token: 'secret' };
    const patience = { idle, total, pauses: [10, 20] };
    try {
      return await downloadRelease({ ...source, ...rest }, folder, context, patience);
    } catch (error) {
      expect(await readdir(scratch)).toEqual([]);
      throw error;
    }
  }

  const serve = async (...assets: readonly ServedAsset[]): Promise<void> => {
    api = await startReleasesApi([{ tag: 'v1.0', assets }]);
  };

  it('comes to a fresh folder, by its tag', async () => {
    await serve(NOTES, BALL);
    const folders = [await download(), await download()];
    expect(folders.map(dirname)).toEqual([scratch, scratch]);
    for (const folder of folders)
      expect(await readFile(join(folder, 'src/add.c'), 'utf8')).toBe('int add;\n');
    expect((await readdir(scratch)).toSorted()).toEqual(
      folders.map((one) => basename(one)).toSorted(),
    );
    expect(messages[0]).toBe(`aot-1.0.tar.gz of v1.0, ${BALL.content.length} bytes`);
  });

  it('is the newest one that is no prerelease', async () => {
    const old = { name: 'aot-0.9.tar.gz', content: packageBall('aot-0.9/') };
    api = await startReleasesApi([
      { tag: 'v1/rc', prerelease: true, assets: [BALL] },
      { tag: 'v0.9', assets: [old] },
    ]);
    expect(await readdir(await download({ tag: 'latest' }))).toEqual(['manifest.json', 'src']);
    expect(await readdir(await download({ tag: 'v1/rc' }))).toEqual(['manifest.json', 'src']);
    expect(messages.map((message) => message.split(',')[0])).toEqual([
      'aot-0.9.tar.gz of v0.9',
      'aot-1.0.tar.gz of v1/rc (a prerelease)',
    ]);
  });

  it('is asked of the API with the token, which no other server gets to see', async () => {
    await serve(BALL);
    await download();
    const [release, asset] = api.asked;
    expect(release).toEqual({
      path: '/api/v3/repos/me/kernels/releases/tags/v1.0',
      accept: 'application/vnd.github+json',
      authorization: 'Bearer secret',
    });
    expect(asset).toMatchObject({ accept: 'application/octet-stream' });
    expect(api.stored).toEqual([
      { path: '/blob/0', accept: 'application/octet-stream', authorization: undefined },
    ]);
  });

  it('may be renamed or moved: relative redirects keep the token', async () => {
    await serve(BALL);
    const path = '/api/v3/repos/me/kernels/releases/tags/v1.0';
    api.once('/repos/me/old/', (response) => answer(response, 301, {}, { location: path }));
    await download({ repository: 'me/old' });
    expect(api.asked.map((one) => one.authorization)).toEqual(Array(3).fill('Bearer secret'));
  });

  it('is not looked for in circles', async () => {
    await serve(BALL);
    for (let i = 0; i < 6; i += 1)
      api.once('tags', (response) => answer(response, 302, {}, { location: '?again' }));
    await expect(download()).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('is led from one address to the next, more than 5 times'),
    });
  });

  describe('is chosen among the files:', () => {
    const other = { ...BALL, name: 'aot-2.tar.gz' };
    it.each<[string, readonly ServedAsset[], string | undefined, string]>([
      ['none', [], undefined, 'has no file aot-*.tar.gz\n    It has: none.'],
      ['none of that kind', [NOTES], undefined, 'has no file aot-*.tar.gz\n    It has: notes.txt.'],
      [
        'several',
        [BALL, other],
        undefined,
        'has more than one file aot-*.tar.gz\n    It has: aot-1.0.tar.gz, aot-2.tar.gz.',
      ],
      [
        'none of that name',
        [BALL],
        'kernels.tar.gz',
        'has no file `kernels.tar.gz`\n    It has: aot-1.0.tar.gz.',
      ],
      [
        'one of another kind',
        [NOTES],
        'notes.txt',
        '`notes.txt` of the release v1.0 of me/kernels is no .tar.gz',
      ],
      [
        'a .tar.zst',
        [{ ...BALL, name: 'aot-1.tar.zst' }],
        'aot-1.tar.zst',
        'Only .tar.gz is read, .tar.zst not yet',
      ],
      ['one whose upload failed', [{ ...BALL, state: 'starter' }], undefined, 'It has: none.'],
      [
        'one that is too large',
        [{ ...BALL, size: 3 * 2 ** 30 }],
        undefined,
        'has 3221225472 bytes, more than the 2147483648',
      ],
    ])('%s', async (_what, assets, asset, message) => {
      await serve(...assets);
      const failure = { kind: 'usage', message: expect.stringContaining(message) };
      await expect(download({ asset })).rejects.toMatchObject(failure);
    });

    it('one by its name', async () => {
      await serve(BALL, { name: 'kernels.tgz', content: packageBall('k/') });
      expect(basename(await download({ asset: 'kernels.tgz', folder: 'k' }))).toBe('k');
    });
  });

  describe('lies in the archive:', () => {
    it.each([
      ['as the archive itself', '', 'elsewhere', ''],
      ['in the folder that is named', 'out/aot/', 'out/aot', 'out/aot'],
      ['in its one folder', 'kernels-1.0/', 'aot', 'kernels-1.0'],
    ])('%s', async (_where, top, folder, found) => {
      await serve({ ...BALL, content: packageBall(top) });
      const path = await download({ folder });
      expect(join(scratch, (await readdir(scratch))[0] ?? '', found)).toBe(path.replace(/\/$/, ''));
    });

    it('but not in another folder than the one that is named', async () => {
      await serve({ ...BALL, content: packageBall('out/') });
      await expect(download({ folder: 'aut' })).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('no `aut/manifest.json`\n    It has: out.'),
      });
    });

    it('but not where that leads out of it', async () => {
      await serve({ ...BALL, content: tarball([{ path: '../manifest.json', content: '{}' }]) });
      await expect(download()).rejects.toMatchObject({
        kind: 'verification',
        message: expect.stringContaining('`../manifest.json` leads out of it'),
      });
    });
  });

  it.each<[string, Partial<Wanted>, string]>([
    [
      'a token of somebody else',
      { token: 'other' },
      'v1.0 of me/kernels is not there, or the token',
    ],
    ['no token', { token: undefined }, 'permissions: contents: read'],
    ['another tag', { tag: 'v2' }, 'the release v2 of me/kernels is not there'],
    ['another repository', { repository: 'you/kernels' }, 'v1.0 of you/kernels is not there'],
  ])('is not found with %s', async (_what, wanted, message) => {
    await serve(BALL);
    const failure = { kind: 'usage', message: expect.stringContaining(message) };
    await expect(download(wanted)).rejects.toMatchObject(failure);
    expect(api.asked.length).toBe(1);
  });

  const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1750000000' };
  it.each<[string, Misdeed, string]>([
    [
      'the rate limit is used up',
      (to) => answer(to, 403, {}, limited),
      'rate limit is used up, until 2025-06-15T15:06:40.000Z',
    ],
    [
      'there were too many requests',
      (to) => answer(to, 429, {}, { 'retry-after': '60' }),
      'used up, for another 60 s',
    ],
    [
      'the token is no good',
      (to) => answer(to, 401, { message: 'Bad credentials' }),
      'GitHub answers 401: Bad credentials\n    The job needs',
    ],
    [
      'the token may not',
      (to) => answer(to, 403, { message: 'Resource not accessible' }),
      'GitHub answers 403: Resource not accessible\n    The job needs',
    ],
    [
      'GitHub has other ideas',
      (to) => void to.writeHead(418).end('<html>'),
      'GitHub answers 418\n',
    ],
  ])('is not asked for again where %s', async (_what, misdeed, message) => {
    await serve(BALL);
    api.once('tags', misdeed);
    const failure = { kind: 'environment', message: expect.stringContaining(message) };
    await expect(download()).rejects.toMatchObject(failure);
    expect(api.asked.length).toBe(1);
  });

  const half = (to: Parameters<Misdeed>[0]): void => {
    to.writeHead(200, { 'content-length': BALL.content.length });
    to.write(BALL.content.subarray(0, 50), () => to.destroy());
  };
  it.each<[string, string, Misdeed]>([
    ['the API fails', 'tags', (to) => answer(to, 500)],
    ['the API answers nonsense', 'tags', (to) => void to.end('<html>')],
    ['the connection is lost', 'tags', (to) => to.destroy()],
    ['the file cannot be had', 'assets', (to) => answer(to, 503)],
    ['the file is cut short', 'blob', half],
    ['the file is too short', 'blob', (to) => void to.end(BALL.content.subarray(0, 50))],
    ['the file stops coming', 'blob', (to) => void to.writeHead(200).write('x')],
    ['nothing comes', 'tags', () => undefined],
  ])('is asked for again where %s', async (_what, part, misdeed) => {
    await serve(BALL);
    api.once(part, misdeed);
    api.once(part, misdeed);
    expect(await readdir(await download({ idle: 200 }))).toEqual(['manifest.json', 'src']);
  });

  it.each<[string, string, Misdeed, string]>([
    [
      'the API',
      'tags',
      (to) => answer(to, 502, { message: 'Bad gateway' }),
      'GitHub answers 502: Bad gateway',
    ],
    ['the API, silent', 'tags', () => undefined, 'nothing came for 0.2 s'],
    [
      'the file, silent',
      'blob',
      (to) => void to.writeHead(200).write('x'),
      'nothing came for 0.2 s',
    ],
    [
      'the file, short',
      'blob',
      (to) => void to.end('x'),
      `only 1 of ${BALL.content.length} bytes came`,
    ],
    ['sense', 'tags', (to) => answer(to, 200, []), 'an answer that makes no sense'],
  ])('is given up after three attempts without %s', async (_what, part, misdeed, message) => {
    await serve(BALL);
    for (let i = 0; i < 4; i += 1) api.once(part, misdeed);
    await expect(download({ idle: 200 })).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringMatching(
        new RegExp(`^the release v1.0 of me/kernels cannot be downloaded: .*${message}`),
      ),
    });
  });

  it.each<[string, Partial<ServedAsset>, string]>([
    [
      'has another digest',
      { digest: `sha256:${'0'.repeat(64)}` },
      `, not sha256:${'0'.repeat(64)}`,
    ],
    ['is longer', { size: 20 }, 'it has more than 20 bytes'],
  ])('is refused where the file %s', async (_what, difference, message) => {
    await serve({ ...BALL, ...difference });
    const failure = { kind: 'verification', message: expect.stringContaining(message) };
    await expect(download()).rejects.toMatchObject(failure);
    expect(api.stored.length).toBe(1);
  });

  it('may be one from before digests were kept', async () => {
    await serve({ ...BALL, digest: null });
    expect(await readdir(await download())).toEqual(['manifest.json', 'src']);
  });

  it('has a time limit for everything', async () => {
    await serve(BALL);
    api.once('blob', (to) => void to.writeHead(200).write('x'));
    await expect(download({ total: 300 })).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('did not come within 0.005 minutes'),
    });
  });

  it('is given up at once when the run ends', async () => {
    await serve(BALL);
    const controller = new AbortController();
    const reason = interrupted('SIGTERM');
    api.once('blob', (to) => {
      to.writeHead(200).write('x');
      setTimeout(() => controller.abort(reason), 50);
    });
    await expect(download({ signal: controller.signal })).rejects.toBe(reason);
  });
});
