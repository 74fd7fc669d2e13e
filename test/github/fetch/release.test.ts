import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildContext, silentLog } from '../../../src/core/base/context.ts';
import { interruptedFailure } from '../../../src/core/base/process.ts';
import { downloadReleaseArchive, type ReleaseArchive } from '../../../src/github/fetch/release.ts';
import type { ReleaseSource } from '../../../src/github/fetch/choose-release.ts';
import {
  answer,
  type Misdeed,
  type ReleasesApi,
  type ServedAsset,
  startReleasesApi,
} from '../../support/releases-api.ts';
import { packageBall } from '../../support/tarball.ts';

const BALL: ServedAsset = { name: 'aot-1.0.tar.gz', content: packageBall() };
const NOTES: ServedAsset = { name: 'notes.txt', content: Buffer.from('notes') };

describe('an archive in a release', () => {
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
    readonly idle?: number;
    readonly total?: number;
    readonly signal?: AbortSignal;
  }

  async function download(wanted: Wanted = {}): Promise<ReleaseArchive> {
    const { idle = 5000, total = 60_000, signal = new AbortController().signal, ...rest } = wanted;
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    const context = { env: api.env, log, home: scratch, now: Date.now, signal } as BuildContext;
    const source = { release: 'v1.0', repository: 'me/kernels', token: 'secret', ...rest };
    const timeouts = { idle, total, pauses: [10, 20] };
    return downloadReleaseArchive(source, scratch, context, timeouts);
  }

  const content = async (archive: Promise<ReleaseArchive>): Promise<Buffer> =>
    readFile((await archive).file);

  const serve = async (...assets: readonly ServedAsset[]): Promise<void> => {
    api = await startReleasesApi([{ tag: 'v1.0', assets }]);
  };

  it('comes to a folder as it was uploaded, by its tag', async () => {
    await serve(NOTES, BALL);
    const archive = await download();
    const sha256 = createHash('sha256').update(BALL.content).digest('hex');
    const { name, content: uploaded } = BALL;
    expect(archive).toMatchObject({ name, tag: 'v1.0', sha256, size: uploaded.length });
    expect(await readFile(archive.file)).toEqual(uploaded);
    expect(messages).toEqual([`aot-1.0.tar.gz of v1.0, ${uploaded.length} bytes`]);
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

  it('is not looked at where it is too large', async () => {
    await serve({ ...BALL, size: 3 * 2 ** 30 });
    const message = expect.stringContaining('has 3221225472 bytes, more than the 2147483648');
    await expect(download()).rejects.toMatchObject({ kind: 'usage', message });
    expect(api.stored).toEqual([]);
  });

  it.each<[string, Partial<Wanted>, string]>([
    [
      'a token of somebody else',
      { token: 'other' },
      'releases of me/kernels is not there, or the token',
    ],
    ['no token', { token: undefined }, 'permissions: contents: read'],
    ['another tag', { release: 'nightly' }, 'the release nightly of me/kernels is not there'],
    [
      'another repository',
      { repository: 'you/kernels', release: 'latest' },
      'the release latest of you/kernels is not there',
    ],
  ])('is not found with %s', async (_what, wanted, message) => {
    await serve(BALL);
    const failure = { kind: 'usage', message: expect.stringContaining(message) };
    await expect(download(wanted)).rejects.toMatchObject(failure);
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
    expect(await content(download({ idle: 200 }))).toEqual(BALL.content);
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

  describe('from before digests were kept', () => {
    const old = { ...BALL, digest: null };
    const digest = `sha256:${createHash('sha256').update(BALL.content).digest('hex')}`;
    const sums = (sum: string): ServedAsset => ({
      name: 'aot-1.0.SHA256SUMS',
      content: Buffer.from(`${'a'.repeat(64)}  other\n${sum}  aot-1.0.tar.gz\n`),
      digest: null,
    });

    it('is verified by the checksums of its release', async () => {
      await serve(old, sums(digest.slice(7)));
      expect(await content(download())).toEqual(BALL.content);
    });

    it.each<[string, readonly ServedAsset[], Wanted, string]>([
      ['without checksums', [old], {}, 'nothing tells the digest of `aot-1.0.tar.gz`'],
      ['of other files', [old, { ...sums(''), content: Buffer.from('') }], {}, 'nothing tells'],
      ['other than its own', [old, sums('0'.repeat(64))], {}, `, not sha256:${'0'.repeat(64)}`],
      ['other than pinned', [BALL], { digest: 'b'.repeat(64) }, 'is not what `digest` names'],
      ['other than pinned', [old], { digest: 'b'.repeat(64) }, `, not sha256:${'b'.repeat(64)}`],
    ])('is refused with checksums %s', async (_what, assets, wanted, message) => {
      await serve(...assets);
      const failure = { kind: 'verification', message: expect.stringContaining(message) };
      await expect(download(wanted)).rejects.toMatchObject(failure);
    });

    it('is what a pinned digest says', async () => {
      await serve(old);
      expect(await content(download({ digest }))).toEqual(BALL.content);
      expect(await content(download({ digest: digest.slice(7).toUpperCase() }))).toEqual(
        BALL.content,
      );
    });
  });

  it('brings the bundles of its attestations where they are wanted', async () => {
    const bundles = { name: 'aot-1.0.sigstore.jsonl', content: Buffer.from('{}\n') };
    await serve(BALL, bundles);
    expect((await download()).bundle).toBeUndefined();
    const { bundle = '' } = await download({ bundle: true });
    expect(await readFile(bundle, 'utf8')).toBe('{}\n');
  });

  it('is kept, and not downloaded again', async () => {
    await serve(BALL);
    const hits = [await download({ cache: true }), await download({ cache: true })];
    expect(hits.map(({ cached }) => cached)).toEqual([false, true]);
    expect(await readFile(hits[1]?.file ?? '')).toEqual(BALL.content);
    expect(api.stored.length).toBe(1);
  });

  it('has a time limit for everything', async () => {
    await serve(BALL);
    api.once('blob', (to) => void to.writeHead(200).write('x'));
    await expect(download({ total: 300 })).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('cannot be downloaded: it took over 0.005 minutes'),
    });
  });

  it('is given up at once when the run ends', async () => {
    await serve(BALL);
    const controller = new AbortController();
    const reason = interruptedFailure('SIGTERM');
    api.once('blob', (to) => {
      to.writeHead(200).write('x');
      setTimeout(() => controller.abort(reason), 50);
    });
    await expect(download({ signal: controller.signal })).rejects.toBe(reason);
  });
});
