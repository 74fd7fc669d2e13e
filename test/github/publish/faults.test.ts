import { describe, expect, it } from '@jest/globals';
import { appendFile, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interruptedFailure } from '../../../src/core/base/process.ts';
import { answer, type KeptRelease, type Misdeed } from '../../support/releases-api.ts';
import { GZ, namesOf, publisher, RELEASES, TAG, type Wanted, ZST } from './harness.ts';

describe('publishing, when something is wrong,', () => {
  const at = publisher();

  describe('never overwrites', () => {
    it.each([
      ['another digest', (content: Buffer) => Buffer.from(content).fill(0, 0, 1)],
      ['another size', (content: Buffer) => content.subarray(1)],
    ])('a file with %s, and touches no other', async (_what, change) => {
      const { assets } = await at.published();
      const kept = assets.filter(({ name }) => name !== GZ);
      const others = kept.map(({ name, content }) => ({
        name,
        content: name === ZST ? change(content) : content,
      }));
      await at.serve([{ tag: TAG, draft: true, assets: others }]);
      const digests = [...at.only().assets, ...assets]
        .filter(({ name }) => name === ZST)
        .map(({ digest }) => digest);
      await expect(at.publish()).rejects.toMatchObject({
        kind: 'verification',
        message: expect.stringMatching(
          new RegExp(
            `^\`${ZST}\` of the release is another file: it has ${digests[0]} .*, this one ${digests[1]}`,
          ),
        ),
      });
      expect(at.api.writes).toEqual([]);
    });

    it('one without a digest', async () => {
      const old = { name: ZST, content: Buffer.from('old'), digest: null };
      await at.serve([{ tag: TAG, assets: [old] }]);
      const failure = { kind: 'verification', message: expect.stringContaining('another file') };
      await expect(at.publish()).rejects.toMatchObject(failure);
      expect(at.api.writes).toEqual([]);
    });

    it('one that comes while others are uploaded', async () => {
      await at.serve();
      at.api.once(`name=${GZ}`, (to) => {
        const [release] = at.api.releases;
        const [asset] = release?.assets ?? [];
        if (asset !== undefined) release?.assets.push({ ...asset, id: 77, name: GZ });
        answer(to, 422, { message: 'Validation Failed', errors: [{ code: 'already_exists' }] });
      });
      const failure = { kind: 'verification', message: expect.stringContaining(GZ) };
      await expect(at.publish()).rejects.toMatchObject(failure);
      expect(at.only().draft).toBe(true);
    });
  });

  describe('tries again', () => {
    const half: Misdeed = (to, _perform, request) => {
      request.once('data', () => {
        const [release] = at.api.releases;
        const content = Buffer.from('half');
        release?.assets.push({
          id: 77,
          name: ZST,
          content,
          digest: null,
          size: 4,
          state: 'starter',
        });
        to.destroy();
      });
    };
    const lost: Misdeed = (to, perform) => void perform().then(() => to.destroy());
    const upload = `name=${ZST}`;

    it.each<[string, string, Misdeed]>([
      ['an upload is answered with 503', upload, (to) => answer(to, 503)],
      ['an upload is answered with 408', upload, (to) => answer(to, 408)],
      ['an upload is cut off', upload, (to) => to.destroy()],
      ['an upload is cut off half way', upload, half],
      ['the answer to an upload is lost', upload, lost],
      ['nothing comes back', upload, () => undefined],
      ['the answer makes no sense', upload, (to) => void to.writeHead(201).end('<html>')],
      ['there are too many uploads', upload, (to) => answer(to, 429, {}, { 'retry-after': '1' })],
      ['there is too much', upload, (to) => answer(to, 403, {}, { 'retry-after': '1' })],
      ['the search fails', `GET ${RELEASES}`, (to) => answer(to, 500)],
      ['the release cannot be made', `POST ${RELEASES}`, (to) => answer(to, 502)],
      ['the answer to a new release is lost', `POST ${RELEASES}`, lost],
      ['it cannot be published', 'PATCH', (to) => answer(to, 502)],
      ['the answer to the publication is lost', 'PATCH', lost],
    ])('where %s', async (_what, part, misdeed) => {
      await at.serve();
      at.api.once(part, misdeed);
      const result = await at.publish();
      expect(result.isPublished).toBe(true);
      const { assets, draft } = at.only();
      expect(draft).toBe(false);
      expect(assets.map(({ name }) => name).toSorted()).toEqual(
        result.files.map(({ asset }) => asset.name),
      );
      expect(assets.every(({ state }) => state === 'uploaded')).toBe(true);
    });

    it('but sends no file twice that has arrived', async () => {
      await at.serve();
      at.api.once(upload, lost);
      await at.publish();
      expect(at.api.uploaded.filter(({ path }) => path.endsWith(upload)).length).toBe(1);
    });

    it('as often as it may, and goes on from there when it is called again', async () => {
      await at.serve();
      for (let i = 0; i < 3; i += 1) at.api.once(`name=${GZ}`, (to) => answer(to, 503));
      await expect(at.publish()).rejects.toMatchObject({
        kind: 'environment',
        message: expect.stringMatching(
          /^the release v1.2.0 of me\/kernels cannot be published: Error: GitHub answers 503: Not Found\n +Run the job again: it goes on/,
        ),
      });
      const before = namesOf(at.only());
      expect(before).toContain(ZST);
      const result = await at.publish();
      expect(result.files.filter(({ isNew }) => !isNew).map(({ asset }) => asset.name)).toEqual(
        before,
      );
    });

    it('at another address where it is sent on', async () => {
      await at.serve();
      at.api.once(`POST ${RELEASES}`, (to) =>
        answer(
          to,
          307,
          {},
          { location: `${at.api.env['GITHUB_API_URL']}/repos/me/kernels/releases` },
        ),
      );
      await at.publish();
      expect(at.only().tag).toBe(TAG);
    });
  });

  describe('checks what the release has in the end:', () => {
    const spoil = (change: Partial<KeptRelease['assets'][number]>): void => {
      at.api.once(`name=${ZST}`, async (to, perform) => {
        const { status, body } = await perform();
        const [release] = at.api.releases as [KeptRelease];
        release.assets = release.assets.map((asset) =>
          asset.name === ZST ? { ...asset, ...change } : asset,
        );
        answer(to, status, body);
      });
    };

    it.each([
      ['another digest', { digest: `sha256:${'0'.repeat(64)}` }, 'it is another file'],
      ['another size', { size: 3 }, 'it is another file'],
      ['not whole', { state: 'starter' }, 'it is not whole'],
      ['under another name', { name: 'else' }, 'it is not there'],
    ])('%s', async (_what, change, message) => {
      await at.serve();
      spoil(change);
      await expect(at.publish()).rejects.toMatchObject({
        kind: 'verification',
        message: expect.stringContaining(`but in the release ${message}`),
      });
      expect(at.only().draft).toBe(true);
    });
  });

  describe('is refused', () => {
    const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1750000000' };
    it.each<[string, Wanted, Misdeed | undefined, string, string]>([
      [
        'to a token that may only read',
        { token: 'reader' },
        undefined,
        'environment',
        'v1.2.0 of me/kernels cannot be written: GitHub answers 403: Resource not accessible by integration\n    The job needs `permissions: contents: write`, which runs for forks and Dependabot never get',
      ],
      [
        'to a token of somebody else',
        { token: 'other' },
        undefined,
        'usage',
        'may not write it\n    The job needs `permissions: contents: write`',
      ],
      [
        'without a token',
        { token: undefined },
        undefined,
        'usage',
        'needs a `token` that may write its contents',
      ],
      [
        'to a token that is no good',
        {},
        (to) => answer(to, 401, { message: 'Bad credentials' }),
        'environment',
        'cannot be written: GitHub answers 401: Bad credentials\n    The job needs',
      ],
      [
        'when the rate limit is used up',
        {},
        (to) => answer(to, 403, {}, limited),
        'environment',
        'rate limit is used up, until 2025-06-15T15:06:40.000Z',
      ],
      [
        'for a tag that an immutable release has had',
        {},
        (to) => answer(to, 422, { message: 'Validation Failed', errors: [{ field: 'tag_name' }] }),
        'environment',
        'GitHub answers 422: Validation Failed; tag_name\n    GitHub does not take it',
      ],
    ])('%s', async (_whom, wanted, misdeed, kind, message) => {
      await at.serve([], { reader: 'reader' });
      if (misdeed !== undefined) at.api.once(`POST ${RELEASES}`, misdeed);
      const failure = { kind, message: expect.stringContaining(message) };
      await expect(at.publish(wanted)).rejects.toMatchObject(failure);
      expect(at.api.releases).toEqual([]);
      expect(at.api.writes.length).toBeLessThan(2);
    });

    it('for a package that lacks evidence, before GitHub is asked for anything', async () => {
      await at.serve();
      const require = { kind: 'ran', targets: ['sm_90', 'sm_120'] } as const;
      await expect(at.publish({ require })).rejects.toMatchObject({
        kind: 'verification',
        problems: [
          { message: 'no package has code for sm_120, which is required to have run' },
          {
            message: expect.stringMatching(
              /^demo: there is no evidence that `demo_copy` ran with algo 0, specialisation 0 .* on sm_90$/,
            ),
          },
        ],
      });
      expect(at.api.asked).toEqual([]);
    });

    it('for a package that is damaged', async () => {
      await at.serve();
      const folder = join(await mkdtemp(join(tmpdir(), 'damaged-')), 'aot');
      await cp(at.pkg, folder, { recursive: true });
      await appendFile(join(folder, 'include/demo.h'), '\n');
      await expect(at.publish({ packages: [folder] })).rejects.toMatchObject({
        kind: 'verification',
      });
      expect(at.api.asked).toEqual([]);
    });

    it('for the same package twice', async () => {
      await at.serve();
      const failure = {
        kind: 'usage',
        message: expect.stringContaining('have the same name and version'),
      };
      await expect(at.publish({ packages: [at.pkg, at.pkg] })).rejects.toMatchObject(failure);
      expect(at.api.asked).toEqual([]);
    });
  });

  it('has a time limit for everything', async () => {
    await at.serve();
    at.api.once('POST', () => undefined);
    await expect(at.publish({ total: 150 })).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('cannot be published: it took over 0.0025 minutes'),
    });
  });

  it('ends at once when the run ends', async () => {
    await at.serve();
    const controller = new AbortController();
    const reason = interruptedFailure('SIGTERM');
    at.api.once(`name=${ZST}`, () => controller.abort(reason));
    await expect(at.publish({ signal: controller.signal })).rejects.toBe(reason);
    expect(at.only().draft).toBe(true);
  });
});
