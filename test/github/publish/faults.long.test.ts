import { describe, expect, it } from '#jest';
import { appendFile, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { answer, type Fault, type KeptRelease } from '../../support/releases-api.ts';
import { ARCHIVE, namesOf, publisher, RELEASES, SUMS, TAG, type Wanted } from './harness.ts';

describe('publishing with faults', () => {
  const at = publisher();
  const refusal = (wanted?: Wanted): Promise<string> => failureOf(() => at.publish(wanted));
  const stable = (text: string): string =>
    text.replaceAll(/sha256:[0-9a-f]{64} \(\d+ bytes\)/g, '<digest> (<size> bytes)');

  describe('never overwrites', () => {
    it.each([
      ['another digest', (content: Buffer) => Buffer.from(content).fill(0, 0, 1)],
      ['another size', (content: Buffer) => content.subarray(1)],
    ])('a file with %s, and writes no other', async (_what, change) => {
      const { assets } = await at.published();
      const kept = assets.filter(({ name }) => name !== SUMS);
      const others = kept.map(({ name, content }) => ({
        name,
        content: name === ARCHIVE ? change(content) : content,
      }));
      await at.serve([{ tag: TAG, draft: true, assets: others }]);
      const digests = [...at.only().assets, ...assets]
        .filter(({ name }) => name === ARCHIVE)
        .map(({ digest }) => digest);
      const text = await refusal();
      expect(text.match(/sha256:[0-9a-f]{64}/g)).toEqual(digests);
      expectGolden(stable(text));
      expect(at.api.writes).toEqual([]);
    });

    it('a file without a digest', async () => {
      const old = { name: ARCHIVE, content: Buffer.from('old'), digest: null };
      await at.serve([{ tag: TAG, assets: [old] }]);
      expectGolden(stable(await refusal()));
      expect(at.api.writes).toEqual([]);
    });

    it('a file that another job uploads meanwhile', async () => {
      await at.serve();
      at.api.once(`name=${SUMS}`, (to) => {
        const [release] = at.api.releases;
        const [asset] = release?.assets ?? [];
        if (asset !== undefined) release?.assets.push({ ...asset, id: 77, name: SUMS });
        answer(to, 422, { message: 'Validation Failed', errors: [{ code: 'already_exists' }] });
      });
      expectGolden(stable(await refusal()));
      expect(at.only().draft).toBe(true);
    });
  });

  describe('tries again', () => {
    const half: Fault = (to, _perform, request) => {
      request.once('data', () => {
        const [release] = at.api.releases;
        const content = Buffer.from('half');
        release?.assets.push({
          id: 77,
          name: ARCHIVE,
          content,
          digest: null,
          size: 4,
          state: 'starter',
        });
        to.destroy();
      });
    };
    const lost: Fault = (to, perform) => void perform().then(() => to.destroy());
    const upload = `name=${ARCHIVE}`;

    it.each<[string, string, Fault]>([
      ['an upload is answered with 503', upload, (to) => answer(to, 503)],
      ['an upload is answered with 408', upload, (to) => answer(to, 408)],
      ['an upload is cut off', upload, (to) => to.destroy()],
      ['an upload is cut off half way', upload, half],
      ['the response to an upload is lost', upload, lost],
      ['there is no response', upload, () => undefined],
      ['the response is something else', upload, (to) => void to.writeHead(201).end('<html>')],
      ['there are too many uploads', upload, (to) => answer(to, 429, {}, { 'retry-after': '1' })],
      ['there are too many requests', upload, (to) => answer(to, 403, {}, { 'retry-after': '1' })],
      ['the search fails', `GET ${RELEASES}`, (to) => answer(to, 500)],
      ['the release cannot be created', `POST ${RELEASES}`, (to) => answer(to, 502)],
      ['the response to a new release is lost', `POST ${RELEASES}`, lost],
      ['it cannot be published', 'PATCH', (to) => answer(to, 502)],
      ['the response to the publication is lost', 'PATCH', lost],
    ])('if %s', async (_what, part, fault) => {
      await at.serve();
      at.api.once(part, fault);
      const result = await at.publish();
      expect(result.isPublished).toBe(true);
      const { assets, draft } = at.only();
      expect(draft).toBe(false);
      expect(assets.map(({ name }) => name).toSorted()).toEqual(
        result.files.map(({ asset }) => asset.name),
      );
      expect(assets.every(({ state }) => state === 'uploaded')).toBe(true);
    });

    it('but sends no file again that has arrived', async () => {
      await at.serve();
      at.api.once(upload, lost);
      await at.publish();
      expect(at.api.uploaded.filter(({ path }) => path.endsWith(upload)).length).toBe(1);
    });

    it('a limited number of times, and continues from there in the next run', async () => {
      await at.serve();
      for (let i = 0; i < 3; i += 1) at.api.once(`name=${SUMS}`, (to) => answer(to, 503));
      expectGolden(await refusal());
      const before = namesOf(at.only());
      expect(before).toContain(ARCHIVE);
      const result = await at.publish();
      expect(result.files.filter(({ isNew }) => !isNew).map(({ asset }) => asset.name)).toEqual(
        before,
      );
    });

    it('at the address of a redirect', async () => {
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

  describe('checks the files of the release at the end:', () => {
    const spoil = (change: Partial<KeptRelease['assets'][number]>): void => {
      at.api.once(`name=${ARCHIVE}`, async (to, perform) => {
        const { status, body } = await perform();
        const [release] = at.api.releases as [KeptRelease];
        release.assets = release.assets.map((asset) =>
          asset.name === ARCHIVE ? { ...asset, ...change } : asset,
        );
        answer(to, status, body);
      });
    };

    it.each([
      ['another digest', { digest: `sha256:${'0'.repeat(64)}` }],
      ['another size', { size: 3 }],
      ['incomplete', { state: 'starter' }],
      ['under another name', { name: 'else' }],
    ])('%s', async (_what, change) => {
      await at.serve();
      spoil(change);
      expectGolden(await refusal());
      expect(at.only().draft).toBe(true);
    });
  });

  describe('fails', () => {
    const limited = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1750000000' };
    it.each<[string, Wanted, Fault | undefined]>([
      ['with a token that may only read', { token: 'reader' }, undefined],
      ['with a token of another user', { token: 'other' }, undefined],
      ['without a token', { token: undefined }, undefined],
      ['with an invalid token', {}, (to) => answer(to, 401, { message: 'Bad credentials' })],
      ['if the rate limit is exceeded', {}, (to) => answer(to, 403, {}, limited)],
      [
        'for the tag of a deleted immutable release',
        {},
        (to) => answer(to, 422, { message: 'Validation Failed', errors: [{ field: 'tag_name' }] }),
      ],
    ])('%s', async (_how, wanted, fault) => {
      await at.serve([], { reader: 'reader' });
      if (fault !== undefined) at.api.once(`POST ${RELEASES}`, fault);
      expectGolden(await refusal(wanted));
      expect(at.api.releases).toEqual([]);
      expect(at.api.writes.length).toBeLessThan(2);
    });

    it('for a package that lacks evidence, before any request', async () => {
      await at.serve();
      const require = { kind: 'ran', targets: ['sm_90', 'sm_120'] } as const;
      const text = await refusal({ require });
      expect(text).toMatch(/^verification: .*sm_120/);
      expect(text).toMatch(/: demo: .*`demo_copy` ran with algo 0, specialisation 0 .* on sm_90$/m);
      expectGolden(text.replaceAll(dirname(at.pkg), '<base>'));
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
      const text = await refusal({ packages: [at.pkg, at.pkg] });
      expect(text).toMatch(/^usage: .*aot-demo-1\.2\.0/);
      expectGolden(text.replaceAll(dirname(at.pkg), '<base>'));
      expect(at.api.asked).toEqual([]);
    });
  });

  it('has a time limit', async () => {
    await at.serve();
    at.api.once('POST', () => undefined);
    expectGolden(await refusal({ idle: 60_000, total: 3000 }));
  });

  it('is interrupted with the run', async () => {
    await at.serve();
    const controller = new AbortController();
    const reason = interruptedFailure('SIGTERM');
    at.api.once(`name=${ARCHIVE}`, () => controller.abort(reason));
    await expect(at.publish({ signal: controller.signal })).rejects.toBe(reason);
    expect(at.only().draft).toBe(true);
  });
});
