import { beforeEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPackage } from '../../../src/package/read.ts';
import { factsOf, writeEvidence } from '../../../src/prove/smoke/evidence.ts';
import { EVIDENCE_PREDICATE, PROVENANCE_PREDICATE } from '../../../src/github/attestation.ts';
import type { PublishRequest } from '../../../src/github/publish/request.ts';
import { fakeGh, type GhBehaviour } from '../../support/gh-tool.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { answer, type KeptRelease, type ReleasesSettings } from '../../support/releases-api.ts';
import {
  BUNDLE,
  ARCHIVE,
  namesOf,
  packageOf,
  publisher,
  RELEASES,
  SUMS,
  TAG,
  type Wanted,
} from './harness.ts';

describe('publishing', () => {
  const at = publisher();

  describe('to a tag without a release', () => {
    it('creates a draft, uploads everything and publishes it', async () => {
      await at.serve();
      const result = await at.publish();
      const release = at.only();
      expect(release).toMatchObject({ tag: TAG, name: TAG, draft: false, prerelease: false });
      expect(namesOf(release)).toEqual(expect.arrayContaining([SUMS, ARCHIVE]));
      expect(result).toMatchObject({ tag: TAG, id: release.id, isPublished: true });
      expect(result.files.map(({ asset }) => [asset.name, asset.digest])).toEqual(
        namesOf(release).map((name) => [
          name,
          release.assets.find((asset) => asset.name === name)?.digest,
        ]),
      );
      expect(result.files.every(({ isNew }) => isNew)).toBe(true);
      expect(at.api.writes.map((write) => write.split('?')[0])).toEqual([
        `POST ${RELEASES}`,
        ...release.assets.map(
          () => `POST /api/uploads/repos/me/kernels/releases/${release.id}/assets`,
        ),
        `PATCH ${RELEASES}/${release.id}`,
      ]);
    });

    it('uploads the checksums of the archives', async () => {
      await at.serve();
      await at.publish();
      const { assets } = at.only();
      const sums = assets.find(({ name }) => name === SUMS)?.content.toString() ?? '';
      const archive = assets.find(({ name }) => name === ARCHIVE)?.content ?? '';
      expect(sums).toContain(`${createHash('sha256').update(archive).digest('hex')}  ${ARCHIVE}\n`);
    });

    it('describes the packages and how to verify them', async () => {
      await at.serve();
      await at.publish({ attest: async () => ({ lines: ['{}'], urls: [] }) });
      const { body } = at.only();
      expect(body).toContain('### demo 1.2.0\n\n- kernels: `demo_copy`\n- targets: sm_80, sm_90\n');
      expect(body).toContain("gh release download v1.2.0 --repo me/kernels --pattern 'aot-demo");
      expect(body).toContain(`sha256sum --check ${SUMS}`);
      expect(body).toContain(`gh attestation verify ${ARCHIVE}`);
    });

    it('sets the given title, text and kind', async () => {
      await at.serve();
      await at.publish({ name: 'Kernels', notes: 'New.', prerelease: true, latest: 'false' });
      expect(at.only()).toMatchObject({
        name: 'Kernels',
        body: 'New.',
        prerelease: true,
        latest: 'false',
      });
    });

    it.each([
      ['v1.2.0-rc.1', true],
      ['demo/v1.2.0-rc.1', true],
      ['demo-1.2.0', false],
      ['kernels2-v1.2.0', false],
      ['nightly-2026-01-01', false],
    ])('decides for %s whether it is a prerelease: %s', async (tag, prerelease) => {
      await at.serve();
      await at.publish({ tag });
      expect(at.only()).toMatchObject({ tag, prerelease });
    });

    it.each<[string, ReleasesSettings, Wanted, string | undefined]>([
      ['the workflow runs on, if there is no tag yet', {}, {}, 'c0ffee'],
      ['the tag names', { tags: [TAG] }, {}, undefined],
      ['another repository has', {}, { env: { GITHUB_REPOSITORY: 'me/else' } }, undefined],
    ])('uses the commit that %s', async (_which, settings, wanted, commit) => {
      await at.serve([], settings);
      await at.publish(wanted);
      expect(at.only().target).toBe(commit);
    });

    it('sends the token only to the API and the server for uploads', async () => {
      await at.serve();
      await at.publish();
      for (const { authorization } of [...at.api.asked, ...at.api.uploaded])
        expect(authorization).toBe('Bearer secret');
      expect(at.api.stored).toEqual([]);
    });
  });

  describe('continues with what is there:', () => {
    it('writes nothing if everything is there', async () => {
      await at.serve();
      await at.publish();
      const writes = [...at.api.writes];
      const again = await at.publish();
      expect(at.api.writes).toEqual(writes);
      expect(again.files.some(({ isNew }) => isNew)).toBe(false);
      expect(again).toMatchObject({ isPublished: true, id: at.only().id });
    });

    it('the last job publishes a draft that others have left', async () => {
      await at.serve();
      const other = await packageOf('other');
      expect(await at.publish({ draft: true })).toMatchObject({ isPublished: false });
      expect(at.only().draft).toBe(true);
      expect(await at.publish({ packages: [other] })).toMatchObject({ isPublished: true });
      expect(namesOf(at.only())).toEqual(
        expect.arrayContaining([ARCHIVE, 'aot-other-1.2.0.tar.gz', 'aot-other-1.2.0.SHA256SUMS']),
      );
    });

    it('a published release gets the files and keeps its own', async () => {
      const notes = { name: 'notes.txt', content: Buffer.from('notes') };
      await at.serve([{ tag: TAG, assets: [notes] }]);
      await at.publish({ name: 'Kernels' });
      expect(namesOf(at.only())).toEqual(expect.arrayContaining(['notes.txt', ARCHIVE]));
      expect(at.only().name).toBe(TAG);
      expect(at.api.writes.some((write) => write.includes(`POST ${RELEASES}`))).toBe(false);
    });

    it('finds a draft on a later page', async () => {
      const many = Array.from({ length: 205 }, (_, index) => ({ tag: `v0.${index}`, assets: [] }));
      await at.serve([...many, { tag: TAG, draft: true, assets: [] }]);
      await at.publish();
      expect(at.api.releases.length).toBe(206);
      expect(at.api.releases.at(-1)).toMatchObject({ tag: TAG, draft: false });
    });

    it('chooses the oldest of several drafts', async () => {
      const draft = { tag: TAG, draft: true, assets: [] };
      await at.serve([draft, draft]);
      await at.publish();
      expect(at.api.releases.map((one) => [one.draft, one.assets.length > 0])).toEqual([
        [true, false],
        [false, true],
      ]);
    });

    it('replaces a file whose upload is unfinished', async () => {
      const half = { name: ARCHIVE, content: Buffer.from('half'), state: 'starter' };
      await at.serve([{ tag: TAG, draft: true, assets: [half] }]);
      await at.publish();
      expect(at.only().assets.filter(({ name }) => name === ARCHIVE)).toEqual([
        expect.objectContaining({ state: 'uploaded' }),
      ]);
      expect(at.api.writes[0]).toMatch(/^DELETE .*\/releases\/assets\/\d+$/);
    });

    it('downloads and compares a file without a digest', async () => {
      const { assets } = await at.published();
      await at.serve([{ tag: TAG, assets: assets.map((asset) => ({ ...asset, digest: null })) }]);
      at.api.once('/blob/', (to) => to.destroy());
      const result = await at.publish();
      expect(at.api.writes).toEqual([]);
      expect(at.api.stored.length).toBe(assets.length + 1);
      expect(result.files.map(({ asset }) => asset.digest)).not.toContain(null);
    });
  });

  describe('together with other jobs', () => {
    it('deletes its own draft for an older one', async () => {
      // The file has the number 0, so no release does.
      await at.serve([{ tag: 'v0', assets: [{ name: 'x', content: Buffer.from('x') }] }]);
      at.api.once(`POST ${RELEASES}`, async (to, perform) => {
        const [any] = at.api.releases as [KeptRelease];
        const { status, body } = await perform();
        at.api.releases.push({ ...any, id: 0, tag: TAG, draft: true, assets: [] });
        answer(to, status, body);
      });
      expect(await at.publish()).toMatchObject({ id: 0, isPublished: true });
      expect(at.api.releases.map(({ tag }) => tag)).toEqual(['v0', TAG]);
    });

    it('makes only one release', async () => {
      await at.serve();
      const other = await packageOf('other');
      await Promise.all([
        at.publish({ draft: true }),
        at.publish({ packages: [other], draft: true }),
      ]);
      expect(namesOf(at.only())).toEqual(
        expect.arrayContaining([ARCHIVE, 'aot-other-1.2.0.tar.gz']),
      );
    });
  });

  describe('to an immutable release', () => {
    it('uploads everything before it publishes', async () => {
      await at.serve([], { immutable: true });
      expect(await at.publish()).toMatchObject({ isPublished: true });
      expect(at.only().immutable).toBe(true);
      const writes = [...at.api.writes];
      expect(await at.publish()).toMatchObject({ isPublished: true });
      expect(at.api.writes).toEqual(writes);
    });

    it('fails if it lacks files', async () => {
      await at.serve([{ tag: TAG, immutable: true, assets: [] }]);
      expectGolden(await failureOf(() => at.publish()));
      expect(at.api.writes).toEqual([]);
    });

    it('fails if it lacks an attestation', async () => {
      const { assets } = await at.published();
      await at.serve([{ tag: TAG, immutable: true, assets }]);
      const attest = async (): Promise<never> => Promise.reject(new Error('signed'));
      expectGolden(await failureOf(() => at.publish({ attest })));
    });
  });

  describe('with attestations', () => {
    let signed: string[];
    beforeEach(() => void (signed = []));
    const attest: NonNullable<PublishRequest['attest']> = async ({ stem }) => {
      signed.push(stem);
      return { lines: [`{"n":${signed.length}}`, '{}'], urls: [`https://a/${signed.length}`] };
    };

    it('uploads them beside the archives', async () => {
      await at.serve();
      const result = await at.publish({ attest });
      const bundle = at.only().assets.find(({ name }) => name === BUNDLE);
      expect(bundle?.content.toString()).toBe('{"n":1}\n{}\n');
      expect(result.attestationUrls).toEqual(['https://a/1']);
    });

    it('signs only once, and verifies what is there', async () => {
      await using gh = await fakeGh();
      await at.serve();
      const signerWorkflow = 'we/tools/.github/workflows/release.yml';
      await at.publish({ attest });
      const again = await at.publish({ attest, signerWorkflow, env: { PATH: gh.path } });
      expect(signed).toEqual(['aot-demo-1.2.0']);
      expect(again.files.map(({ asset, isNew }) => [asset.name, isNew])).toContainEqual([
        BUNDLE,
        false,
      ]);
      const calls = await gh.calls();
      expect(calls.map(({ args }) => basename(args[2] ?? ''))).toEqual([ARCHIVE]);
      for (const { args } of calls) {
        expect(args).toEqual(expect.arrayContaining(['--repo', 'me/kernels', '--bundle']));
        expect(args).toEqual(expect.arrayContaining(['--signer-workflow', signerWorkflow]));
        expect(basename(args[args.indexOf('--bundle') + 1] ?? '')).toBe(BUNDLE);
      }
    });

    it.each<[string, GhBehaviour | undefined]>([
      ['does not attest the archives', { code: 1, stderr: 'no matching attestations' }],
      ['cannot be verified without gh', undefined],
    ])('keeps nothing that %s', async (_what, behaviour) => {
      await using gh = behaviour && (await fakeGh(behaviour));
      await at.serve();
      await at.publish({ attest, draft: true });
      const { length } = at.api.writes;
      const env = gh === undefined ? {} : { PATH: gh.path };
      const text = await failureOf(() => at.publish({ attest, env }));
      expectGolden(text);
      expect(signed.length).toBe(1);
      expect(at.api.writes.length).toBe(length);
    });

    it.each([
      ['the same evidence', true],
      ['other evidence', false],
    ])('keeps attestations with %s or none', async (_what, isSame) => {
      const folder = await packageOf('demo');
      const pkg = { ...(await readPackage(folder)), cases: [] };
      const record = {
        ...factsOf(
          pkg,
          'demo_copy',
          { name: 'NVIDIA H100', capability: '9.0', driver: '13.0' },
          undefined,
        ),
        algo: 0,
        specialisation: 0,
        target: 'sm_90',
        outcome: 'ran' as const,
      };
      await writeEvidence(pkg, { records: [record] });
      const evidence = JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8')) as object;
      await using gh = await fakeGh({
        statements: {
          [PROVENANCE_PREDICATE]: {},
          [EVIDENCE_PREDICATE]: isSame ? evidence : { ...evidence, records: [] },
        },
      });
      await at.serve();
      await at.publish({ attest, packages: [folder] });
      const again = at.publish({ attest, packages: [folder], env: { PATH: gh.path } });
      if (isSame) expect((await again).isPublished).toBe(true);
      else expectGolden(await failureOf(() => again));
    });

    it('signs again if the upload failed', async () => {
      await at.serve();
      for (let i = 0; i < 3; i += 1) at.api.once(`name=${BUNDLE}`, (to) => answer(to, 503));
      await expect(at.publish({ attest })).rejects.toThrow('503');
      expect(await at.publish({ attest })).toMatchObject({ isPublished: true });
      expect(signed.length).toBe(2);
    });

    it('signs nothing if the release has a bundle for other archives', async () => {
      const bundle = { name: BUNDLE, content: Buffer.from('{}') };
      await at.serve([{ tag: TAG, draft: true, assets: [bundle] }]);
      expectGolden(await failureOf(() => at.publish({ attest })));
      expect([signed, at.api.writes]).toEqual([[], []]);
    });
  });
});
