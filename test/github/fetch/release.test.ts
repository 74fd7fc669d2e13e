import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildContext } from '../../../src/base/context.ts';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import type { ReleaseSource } from '../../../src/github/fetch/choose-release.ts';
import { downloadReleaseArchive, type ReleaseArchive } from '../../../src/github/fetch/release.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import {
  answer,
  type Fault,
  type ReleasesApi,
  type ServedAsset,
  startReleasesApi,
} from '../../support/releases-api.ts';
import { silentLog } from '../../support/silent-log.ts';
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
    const context = { env: api.env, log, signal } as BuildContext;
    const source = { release: 'v1.0', repository: 'me/kernels', token: 'secret', ...rest };
    const timeouts = { idle, total, pauses: [10, 20] };
    return downloadReleaseArchive(source, scratch, context, timeouts);
  }

  /** The failure, with the names of what differs from run to run. */
  const refusal = async (wanted?: Wanted): Promise<string> => {
    const digest = createHash('sha256').update(BALL.content).digest('hex');
    const text = await failureOf(() => download(wanted));
    return text.replaceAll(digest, '<digest>').replaceAll(/127\.0\.0\.1:\d+/g, '<host>');
  };

  const content = async (archive: Promise<ReleaseArchive>): Promise<Buffer> =>
    readFile((await archive).file);

  const serve = async (...assets: readonly ServedAsset[]): Promise<void> => {
    api = await startReleasesApi([{ tag: 'v1.0', assets }]);
  };

  it('is downloaded as it was uploaded, by its tag', async () => {
    await serve(NOTES, BALL);
    const archive = await download();
    const sha256 = createHash('sha256').update(BALL.content).digest('hex');
    const { name, content: uploaded } = BALL;
    expect(archive).toMatchObject({ name, tag: 'v1.0', sha256 });
    expect(await readFile(archive.file)).toEqual(uploaded);
    expect(messages).toEqual([`aot-1.0.tar.gz of v1.0, ${uploaded.length} bytes`]);
  });

  it('is requested from the API with the token, which no other server gets', async () => {
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

  it('can be in a renamed repository: relative redirects keep the token', async () => {
    await serve(BALL);
    const path = '/api/v3/repos/me/kernels/releases/tags/v1.0';
    api.once('/repos/me/old/', (response) => answer(response, 301, {}, { location: path }));
    await download({ repository: 'me/old' });
    expect(api.asked.map((one) => one.authorization)).toEqual(Array(3).fill('Bearer secret'));
  });

  it('is requested with the token from the API only, although the API names another server', async () => {
    await serve(BALL);
    api.once('tags', async (response, perform) => {
      const { body } = (await perform()) as { body: { assets: readonly object[] } };
      const url = `${api.storage}/blob/0`;
      answer(response, 200, { ...body, assets: body.assets.map((one) => ({ ...one, url })) });
    });
    expect(await content(download())).toEqual(BALL.content);
    expect(api.stored).toEqual([expect.objectContaining({ authorization: undefined })]);
  });

  it('is not downloaded if it is too large', async () => {
    await serve({ ...BALL, size: 3 * 2 ** 30 });
    expectGolden(await refusal());
    expect(api.stored).toEqual([]);
  });

  it.each<[string, Partial<Wanted>]>([
    ['a token of another user', { token: 'other' }],
    ['no token', { token: undefined }],
    ['another tag', { release: 'nightly' }],
    ['another repository', { repository: 'you/kernels', release: 'latest' }],
  ])('is not found with %s', async (_what, wanted) => {
    await serve(BALL);
    expectGolden(await refusal(wanted));
  });

  const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1750000000' };
  it.each<[string, Fault]>([
    ['the rate limit is exceeded', (to) => answer(to, 403, {}, limited)],
    ['there were too many requests', (to) => answer(to, 429, {}, { 'retry-after': '60' })],
    ['the token is invalid', (to) => answer(to, 401, { message: 'Bad credentials' })],
    [
      'the token lacks a permission',
      (to) => answer(to, 403, { message: 'Resource not accessible' }),
    ],
    ['the status is unexpected', (to) => void to.writeHead(418).end('<html>')],
  ])('is not requested again if %s', async (_what, fault) => {
    await serve(BALL);
    api.once('tags', fault);
    expectGolden(await refusal());
    expect(api.asked.length).toBe(1);
  });

  const half = (to: Parameters<Fault>[0]): void => {
    to.writeHead(200, { 'content-length': BALL.content.length });
    to.write(BALL.content.subarray(0, 50), () => to.destroy());
  };
  it.each<[string, string, Fault]>([
    ['the API fails', 'tags', (to) => answer(to, 500)],
    ['the API sends something else', 'tags', (to) => void to.end('<html>')],
    ['the connection is lost', 'tags', (to) => to.destroy()],
    ['the file is unavailable', 'assets', (to) => answer(to, 503)],
    ['the file is cut off', 'blob', half],
    ['the file is too short', 'blob', (to) => void to.end(BALL.content.subarray(0, 50))],
    ['the download stalls', 'blob', (to) => void to.writeHead(200).write('x')],
    ['there is no response', 'tags', () => undefined],
  ])('is requested again if %s', async (_what, part, fault) => {
    await serve(BALL);
    api.once(part, fault);
    api.once(part, fault);
    expect(await content(download({ idle: 200 }))).toEqual(BALL.content);
  });

  it.each<[string, string, Fault]>([
    ['the API fails', 'tags', (to) => answer(to, 502, { message: 'Bad gateway' })],
    ['the API is silent', 'tags', () => undefined],
    ['the download stalls', 'blob', (to) => void to.writeHead(200).write('x')],
    ['the file is too short', 'blob', (to) => void to.end('x')],
    ['the response is something else', 'tags', (to) => answer(to, 200, [])],
  ])('is given up after three attempts if %s', async (_what, part, fault) => {
    await serve(BALL);
    for (let i = 0; i < 4; i += 1) api.once(part, fault);
    const text = await refusal({ idle: 200 });
    expectGolden(text.replace(`of ${BALL.content.length} bytes`, 'of <size> bytes'));
  });

  it.each<[string, Partial<ServedAsset>]>([
    ['has another digest', { digest: `sha256:${'0'.repeat(64)}` }],
    ['is longer', { size: 20 }],
  ])('is rejected if the file %s', async (_what, difference) => {
    await serve({ ...BALL, ...difference });
    expectGolden(await refusal());
    expect(api.stored.length).toBe(1);
  });

  describe('from before GitHub kept digests', () => {
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

    it.each<[string, readonly ServedAsset[], Wanted]>([
      ['without checksums', [old], {}],
      ['with checksums of other files', [old, { ...sums(''), content: Buffer.from('') }], {}],
      ['with another checksum', [old, sums('0'.repeat(64))], {}],
      ['if the reported digest is not the pinned one', [BALL], { digest: 'b'.repeat(64) }],
      ['if its digest is not the pinned one', [old], { digest: 'b'.repeat(64) }],
    ])('is rejected %s', async (_what, assets, wanted) => {
      await serve(...assets);
      expectGolden(await refusal(wanted));
    });

    it('is accepted with its pinned digest', async () => {
      await serve(old);
      expect(await content(download({ digest }))).toEqual(BALL.content);
      expect(await content(download({ digest: digest.slice(7).toUpperCase() }))).toEqual(
        BALL.content,
      );
    });
  });

  it('has a time limit', async () => {
    await serve(BALL);
    api.once('blob', (to) => void to.writeHead(200).write('x'));
    expectGolden(await refusal({ total: 3000 }));
  });

  it('is interrupted with the run', async () => {
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
