import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BuildContext } from '../../../src/base/context.ts';
import { run } from '../../../src/base/process.ts';
import { type FetchedPackage, fetchPackage } from '../../../src/fetch.ts';
import { type FetchOptions, fetchRequest } from '../../../src/github/fetch/request.ts';
import { type ActionsApi, startActionsApi } from '../../support/actions-api.ts';
import { fakeGh } from '../../support/gh-tool.ts';
import { WISH } from '../../support/fetch-options.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { type Files, packageContents, packed, readFiles } from '../../support/packed-package.ts';
import {
  type ReleasesApi,
  type ServedAsset,
  startReleasesApi,
} from '../../support/releases-api.ts';
import { silentLog } from '../../support/silent-log.ts';
import { tarball } from '../../support/tarball.ts';
import { zipFile, zipOf } from '../../support/zip-file.ts';

describe('fetch', () => {
  let files: Files;
  beforeAll(async () => {
    files = await packageContents();
  });

  let api: ReleasesApi | ActionsApi;
  let base: string;
  let messages: string[];
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'fetch-'));
    for (const folder of ['work', 'scratch']) await mkdir(join(base, folder));
    messages = [];
  });
  afterEach(async () => {
    // Whether the test passed or not.
    expect(await readdir(join(base, 'scratch'))).toEqual([]);
    expect((await readdir(join(base, 'work'))).filter((name) => name !== 'aot')).toEqual([]);
    await api[Symbol.asyncDispose]();
    await rm(base, { recursive: true, force: true });
  });

  function get(wish: Partial<FetchOptions>, env = {}): Promise<FetchedPackage> {
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    const context = {
      env: { ...process.env, ...api.env, ...env },
      log,
      scratch: join(base, 'scratch'),
      signal: new AbortController().signal,
      runTool: run,
    } as unknown as BuildContext;
    const timeouts = { idle: 5000, total: 60_000, pauses: [10, 20] };
    return fetchPackage(
      fetchRequest({ ...WISH, out: join(base, 'work', 'aot'), ...wish }),
      context,
      timeouts,
    );
  }

  const refusal = async (wish: Partial<FetchOptions>): Promise<string> =>
    (await failureOf(() => get(wish))).replaceAll(base, '<base>');

  const out = (): Promise<Files> => readFiles(join(base, 'work', 'aot'));

  describe('from a release', () => {
    const NAME = 'aot-demo-1.2.0.tar.gz';
    const serve = async (...assets: readonly ServedAsset[]): Promise<void> => {
      api = await startReleasesApi([{ tag: 'v1.2.0', assets }]);
    };

    it('puts the package into its folder, as it was built', async () => {
      await serve({ name: NAME, content: packed(files) });
      const fetched = await get({ release: '^1', targets: ['sm_86', 'sm_90'] });
      expect(fetched).toMatchObject({
        folder: join(base, 'work', 'aot'),
        package: 'demo',
        version: '1.2.0',
        targets: ['sm_80', 'sm_90'],
        origin: { kind: 'release', tag: 'v1.2.0', asset: NAME },
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        attested: false,
      });
      expect(await out()).toEqual(files);
      expect(messages).toEqual([
        expect.stringContaining(`${NAME} of v1.2.0`),
        'demo 1.2.0 for sm_80, sm_90',
        'not built for sm_90, by the manifest: demo_first',
      ]);
    });

    it('replaces a package', async () => {
      await serve({ name: NAME, content: packed(files) });
      await get({ release: 'latest' });
      const source = [...files.keys()].find((name) => name.endsWith('.c')) ?? '';
      await writeFile(join(base, 'work', 'aot', source), 'int changed;\n');
      expect(await out()).not.toEqual(files);
      await get({ release: 'latest' });
      expect(await out()).toEqual(files);
    });

    it('does not replace another folder, and downloads nothing', async () => {
      await serve({ name: NAME, content: packed(files) });
      await mkdir(join(base, 'work', 'aot'));
      await writeFile(join(base, 'work', 'aot', 'thesis.tex'), 'all of it');
      expectGolden(await refusal({ release: 'latest' }));
      expect(api.asked).toEqual([]);
      expect([...(await out()).keys()]).toEqual(['thesis.tex']);
    });

    const link = { path: 'lib', type: 'SymbolicLink', linkpath: '/etc' } as const;
    it.each<[string, () => Buffer, string]>([
      ['leads out of it', () => tarball([{ path: '../evil', content: '' }]), '../evil'],
      ['is a link', () => tarball([link]), 'lib'],
      [
        'is changed',
        () => packed(new Map([...files, ['src/demo_copy.c', 'int evil;']])),
        'src/demo_copy.c',
      ],
      ['is unlisted', () => packed(new Map([...files, ['src/evil.c', 'int evil;']])), 'src/evil.c'],
    ])('keeps the existing package if a file %s', async (_what, content, name) => {
      await serve({ name: NAME, content: packed(files) });
      await get({ release: 'latest' });
      await api[Symbol.asyncDispose]();
      await serve({ name: NAME, content: content() });
      const text = await refusal({ release: 'latest' });
      expect(text).toMatch(/^verification: /);
      expect(text).toContain(name);
      expectGolden(text.replaceAll(/aot\.[0-9a-f]{8}-[\w-]+\.new/g, 'aot.<id>.new'));
      expect(await out()).toEqual(files);
    });

    it('fails if a target is missing', async () => {
      await serve({ name: NAME, content: packed(files) });
      expectGolden(await refusal({ release: 'latest', targets: ['sm_90', 'sm_100'] }));
      await expect(out()).rejects.toThrow('ENOENT');
    });

    it.each([
      ['another package', () => packed(files)],
      ['no package', () => tarball(['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path })))],
    ])('fails if the archive has %s', async (_what, content) => {
      await serve({ name: 'aot-other-1.2.0.tar.gz', content: content() });
      const text = await refusal({ release: 'latest', package: 'other' });
      expect(text).toMatch(/^usage: /);
      expectGolden(text);
    });

    it('takes the named package of an archive with several', async () => {
      const other = await packageContents('other');
      const entries = Object.entries({ demo: files, other }).flatMap(([top, content]) =>
        [...content].map(([name, text]) => ({ path: `${top}/${name}`, content: text })),
      );
      const asset = 'all.tar.gz';
      await serve({ name: asset, content: tarball(entries) });
      await get({ release: 'v1.2.0', asset, package: 'other' });
      expect(await out()).toEqual(other);
      expect(await refusal({ release: 'v1.2.0', asset })).toMatch('several packages: demo, other');
    });

    it('succeeds with a valid attestation if one is required, and fails without', async () => {
      const name = 'aot-demo-1.2.0.sigstore.jsonl';
      const [other, bundle] = [{}, { name }].map((own) => ({
        name: 'aot-other-1.2.0.sigstore.jsonl',
        content: Buffer.from('{}\n'),
        ...own,
      })) as [ServedAsset, ServedAsset];
      await serve(other, { name: NAME, content: packed(files) }, bundle);
      const wish = { release: 'latest', attestation: 'required' } as const;
      await using refusing = await fakeGh({ code: 1, stderr: 'no attestations found' });
      const refused = get(wish, { PATH: refusing.path });
      await expect(refused).rejects.toMatchObject({ kind: 'verification' });
      await expect(out()).rejects.toMatchObject({ code: 'ENOENT' });

      await using gh = await fakeGh();
      await get(wish, { PATH: gh.path });
      expect(await out()).toEqual(files);
      const [call, ...others] = await gh.calls();
      expect(others).toEqual([]);
      const [, , archive = '', ...options] = call?.args ?? [];
      expect([basename(archive), options]).toEqual([
        NAME,
        expect.arrayContaining(['--repo', 'me/kernels', '--source-ref', '--bundle']),
      ]);
      expect(basename(options[options.indexOf('--bundle') + 1] ?? '')).toBe(name);
      // Only the bundle, and only if it is complete and somebody wants it.
      expect(api.stored).toHaveLength(4);
      await get({ release: 'latest' });
      expect(api.stored).toHaveLength(5);
      for (const left of [[other], [{ ...bundle, state: 'starter' }]]) {
        await api[Symbol.asyncDispose]();
        await serve({ name: NAME, content: packed(files) }, ...left);
        await get(wish, { PATH: gh.path });
        expect((await gh.calls()).at(-1)?.args).not.toContain('--bundle');
      }
    });

    it.each([
      ['an archive with the name of a newer version', 'v9.9.9', 'aot-demo-9.9.9.tar.gz', '^9'],
      ['an archive of another package', 'v1.2.0', 'aot-demos-1.2.0.tar.gz', 'latest'],
      ['an archive with a target in its name', 'v1.2.0', 'aot-demo-1.2.0-sm_80.tar.gz', 'latest'],
      ['a tag of a newer version, found by a range', 'v9.9.9', 'aot-demo-1.2.0.tar.gz', '^9'],
      ['such a tag beside a name of its own', 'v9.9.9', 'aot-kernels.tar.gz', '>=2'],
      ['the latest release with a tag of a newer version', 'v9.9.9', NAME, 'latest'],
      ['such a tag without v', '1.2.1', NAME, 'latest'],
    ])('refuses %s', async (_what, tag, name, release) => {
      api = await startReleasesApi([{ tag, assets: [{ name, content: packed(files) }] }]);
      expectGolden(await refusal({ release }));
      await expect(out()).rejects.toThrow('ENOENT');
    });

    it('takes another version from the tag that is asked for, which need not be that of the package', async () => {
      const asset = { name: NAME, content: packed(files) };
      api = await startReleasesApi([{ tag: 'v9.9.9', assets: [asset] }]);
      expect((await get({ release: 'v9.9.9' })).version).toBe('1.2.0');
    });

    it.each(['1.2.0', 'demo-v1.2.0', 'nightly'])(
      'takes the latest release with the tag %s',
      async (tag) => {
        const asset = { name: NAME, content: packed(files) };
        api = await startReleasesApi([{ tag, assets: [asset] }]);
        expect((await get({ release: 'latest' })).version).toBe('1.2.0');
      },
    );

    it('fails without gh if an attestation is required', async () => {
      await serve({ name: NAME, content: packed(files) });
      const failing = get({ release: 'latest', attestation: 'required' }, { PATH: '/nowhere' });
      await expect(failing).rejects.toMatchObject({ kind: 'environment' });
      await expect(out()).rejects.toThrow('ENOENT');
    });
  });

  describe('from a branch', () => {
    const serve = async (content: Buffer): Promise<void> => {
      api = await startActionsApi([{ artifacts: [{ name: 'aot', content }] }]);
    };

    it.each([
      ['at its root', ''],
      ['in a folder', 'aot/'],
      ['in a folder of a folder', 'out/aot/'],
    ])('takes the package %s of the artifact', async (_where, top) => {
      await serve(zipOf(files, top));
      const fetched = await get({ branch: 'main', workflow: 'build.yml' });
      expect(fetched).toMatchObject({
        package: 'demo',
        origin: { kind: 'branch', run: 1, artifact: 'aot', commit: 'c'.repeat(40) },
      });
      expect(await out()).toEqual(files);
    });

    it.each([
      ['at its root', '', 'sm_80/'],
      ['in a folder', 'demo/', 'demo/inside/sm_80/'],
    ])('does not take a package %s for one that is inside of it', async (_where, top, inside) => {
      const [other, part] = await Promise.all([
        packageContents('other'),
        packageContents('demo', ['sm_80']),
      ]);
      const entries = [
        [top, files],
        [inside, part],
        ...(top === '' ? [] : [['other/', other] as const]),
      ] as const;
      await serve(
        zipFile(
          entries.flatMap(([folder, content]) =>
            [...content].map(([name, text]) => ({ name: `${folder}${name}`, content: text })),
          ),
        ),
      );
      // A build could compile what is inside of it, which its checksums do not list.
      expect(await refusal({ branch: 'main', package: 'demo' })).toMatch(
        /^verification: .*sm_80\/CMakeLists.txt is not part of the package/,
      );
    });

    it('takes the named package, of which there must be one', async () => {
      const [other, old, recent] = await Promise.all([
        packageContents('other'),
        packageContents('demo', ['sm_80']),
        packageContents('demo', ['sm_90']),
      ]);
      const entries = Object.entries({ other, 'demo/sm_80': old, 'demo/sm_90': recent });
      await serve(
        zipFile(
          entries.flatMap(([top, content]) =>
            [...content].map(([name, text]) => ({ name: `${top}/${name}`, content: text })),
          ),
        ),
      );
      await get({ branch: 'main', package: 'other' });
      expect(await out()).toEqual(other);
      for (const wish of [{}, { package: 'demo' }, { package: 'softmax' }])
        expectGolden(await refusal({ branch: 'main', ...wish }));
    });

    it.each<[string, () => Buffer, string]>([
      [
        'has no package',
        () => zipFile(['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))),
        'usage: the artifact aot has no package\n.* It contains a, b, c, d, e\\.',
      ],
      [
        'has a link',
        () => zipFile([{ name: 'a', mode: 0o120777 }]),
        'verification: .*`a` is a link',
      ],
      [
        'was changed',
        () => zipOf(new Map([...files, ['src/demo_copy.c', 'int evil;']])),
        'verification: .*src/demo_copy\\.c',
      ],
    ])('fails if the artifact %s', async (_what, content, form) => {
      await serve(content());
      expect(await refusal({ branch: 'main' })).toMatch(new RegExp(`^${form}`));
      await expect(out()).rejects.toThrow('ENOENT');
    });

    it('fails with the missing permission', async () => {
      await serve(zipOf(files));
      expectGolden(await refusal({ branch: 'main', token: undefined }));
    });
  });
});
