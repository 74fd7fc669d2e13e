import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BuildContext, silentLog } from '../../../src/core/base/context.ts';
import { type FetchedPackage, fetchPackage } from '../../../src/github/fetch/fetch.ts';
import { type FetchOptions, fetchRequest } from '../../../src/github/fetch/request.ts';
import { type ActionsApi, startActionsApi } from '../../support/actions-api.ts';
import { fakeGh } from '../../support/gh-tool.ts';
import { type Files, packageContents, packed, readFiles } from '../../support/packed-package.ts';
import {
  type ReleasesApi,
  type ServedAsset,
  startReleasesApi,
} from '../../support/releases-api.ts';
import { tarball } from '../../support/tarball.ts';
import { zipFile, zipOf } from '../../support/zip-file.ts';

const WISH: FetchOptions = {
  repository: 'me/kernels',
  token: 'secret',
  release: undefined,
  branch: undefined,
  workflow: undefined,
  artifact: undefined,
  asset: undefined,
  package: undefined,
  targets: undefined,
  digest: undefined,
  attestation: 'off',
  cache: true,
  out: 'aot',
};

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
    for (const folder of ['work', 'scratch', 'home']) await mkdir(join(base, folder));
    messages = [];
  });
  afterEach(async () => {
    // Whatever became of it.
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
      home: join(base, 'home'),
      scratch: join(base, 'scratch'),
      now: Date.now,
      signal: new AbortController().signal,
    } as unknown as BuildContext;
    const timeouts = { idle: 5000, total: 60_000, pauses: [10, 20] };
    return fetchPackage(
      fetchRequest({ ...WISH, out: join(base, 'work', 'aot'), ...wish }),
      context,
      timeouts,
    );
  }

  const out = (): Promise<Files> => readFiles(join(base, 'work', 'aot'));

  describe('from a release', () => {
    const NAME = 'aot-demo-1.2.0.tar.gz';
    const serve = async (...assets: readonly ServedAsset[]): Promise<void> => {
      api = await startReleasesApi([{ tag: 'v1.2.0', assets }]);
    };

    it('puts the package to its folder, as it was built', async () => {
      await serve({ name: NAME, content: packed(files) });
      const fetched = await get({ release: '^1', targets: ['sm_86', 'sm_90'] });
      expect(fetched).toMatchObject({
        folder: join(base, 'work', 'aot'),
        package: 'demo',
        version: '1.2.0',
        targets: ['sm_80', 'sm_90'],
        origin: { kind: 'release', tag: 'v1.2.0', asset: NAME },
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        cacheHit: false,
        attested: false,
      });
      expect(await out()).toEqual(files);
      expect(messages).toEqual([
        expect.stringContaining(`${NAME} of v1.2.0`),
        'demo 1.2.0 for sm_80, sm_90',
        'not for sm_90, as its manifest says: demo_first',
      ]);
    });

    it('replaces a package, taking the archive that it kept', async () => {
      await serve({ name: NAME, content: packed(files) });
      const hits = [await get({ release: 'latest' }), await get({ release: 'latest' })];
      expect(hits.map(({ cacheHit }) => cacheHit)).toEqual([false, true]);
      expect(api.stored.length).toBe(1);
      expect(await out()).toEqual(files);
      expect((await get({ release: 'latest', cache: false })).cacheHit).toBe(false);
    });

    it('replaces no other folder, and then downloads nothing', async () => {
      await serve({ name: NAME, content: packed(files) });
      await mkdir(join(base, 'work', 'aot'));
      await writeFile(join(base, 'work', 'aot', 'thesis.tex'), 'all of it');
      await expect(get({ release: 'latest' })).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('holds something else than a package'),
      });
      expect(api.asked).toEqual([]);
      expect([...(await out()).keys()]).toEqual(['thesis.tex']);
    });

    it.each<[string, () => Buffer, string]>([
      [
        'leads out of it',
        () => tarball([{ path: '../evil', content: '' }]),
        'has a path outside of the archive',
      ],
      [
        'is a link',
        () => tarball([{ path: 'lib', type: 'SymbolicLink', linkpath: '/etc' }]),
        'is a link',
      ],
      [
        'is not what was built',
        () => packed(new Map([...files, ['src/demo_copy.c', 'int evil;']])),
        'src/demo_copy.c is not what was built',
      ],
      [
        'does not belong to it',
        () => packed(new Map([...files, ['src/evil.c', 'int evil;']])),
        'src/evil.c is not part of the package',
      ],
    ])('leaves what is there where an entry %s', async (_what, content, message) => {
      await serve({ name: NAME, content: packed(files) });
      await get({ release: 'latest' });
      await api[Symbol.asyncDispose]();
      await serve({ name: NAME, content: content() });
      const failure = { kind: 'verification', message: expect.stringContaining(message) };
      await expect(get({ release: 'latest' })).rejects.toMatchObject(failure);
      expect(await out()).toEqual(files);
    });

    it('is refused where an architecture is missing', async () => {
      await serve({ name: NAME, content: packed(files) });
      await expect(get({ release: 'latest', targets: ['sm_90', 'sm_100'] })).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringMatching(
          /the package demo 1\.2\.0 has nothing for sm_100\n.*It holds sm_80, sm_90\./,
        ),
      });
      await expect(out()).rejects.toThrow('ENOENT');
    });

    it('is refused before any download where the names tell that an architecture is missing', async () => {
      await serve({ name: 'aot-demo-1.2.0-sm_80.tar.gz', content: packed(files) });
      const failure = { kind: 'usage', message: expect.stringContaining('has nothing for sm_90') };
      await expect(get({ release: 'latest', targets: ['sm_90'] })).rejects.toMatchObject(failure);
      expect(api.stored).toEqual([]);
    });

    it('is refused where the archive holds another package', async () => {
      await serve({ name: 'aot-other-1.0.tar.gz', content: packed(files) });
      await expect(get({ release: 'latest', package: 'other' })).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('the archive holds the package `demo`, not `other`'),
      });
    });

    it('is taken where the attestation that is required holds, and not where it does not', async () => {
      const bundle = { name: 'aot-demo-1.2.0.sigstore.jsonl', content: Buffer.from('{}\n') };
      await serve({ name: NAME, content: packed(files) }, bundle);
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
        expect.arrayContaining(['--repo', 'me/kernels', '--bundle']),
      ]);
    });

    it('is refused without a tool that verifies attestations where they are required', async () => {
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
      expect((await get({ branch: 'main' })).cacheHit).toBe(true);
    });

    it('takes the package or part that is named', async () => {
      const [other, part80, part90] = await Promise.all([
        packageContents('other'),
        packageContents('demo', ['sm_80']),
        packageContents('demo', ['sm_90']),
      ]);
      const entries = Object.entries({ other, 'demo/sm_80': part80, 'demo/sm_90': part90 });
      await serve(
        zipFile(
          entries.flatMap(([top, content]) =>
            [...content].map(([name, text]) => ({ name: `${top}/${name}`, content: text })),
          ),
        ),
      );
      await get({ branch: 'main', package: 'other' });
      expect(await out()).toEqual(other);
      await get({ branch: 'main', package: 'demo', targets: ['sm_90'] });
      expect(await out()).toEqual(part90);
      await get({ branch: 'main', package: 'demo', targets: ['sm_89'] });
      expect(await out()).toEqual(part80);
      for (const [wish, message] of [
        [{}, 'the artifact aot holds several packages: demo, other'],
        [{ package: 'demo' }, 'in parts, by architectures: sm_80, sm_90'],
        [{ package: 'demo', targets: ['sm_80', 'sm_90'] }, 'in parts'],
        [{ package: 'softmax' }, 'holds no package `softmax`\n    It holds: demo, other.'],
      ] as const) {
        const failure = { kind: 'usage', message: expect.stringContaining(message) };
        await expect(get({ branch: 'main', ...wish })).rejects.toMatchObject(failure);
      }
    });

    it.each<[string, () => Buffer, string, string]>([
      ['holds none', () => zipFile([{ name: 'a.txt' }]), 'usage', 'holds no package'],
      ['holds a link', () => zipFile([{ name: 'a', mode: 0o120777 }]), 'verification', 'is a link'],
      [
        'was changed',
        () => zipOf(new Map([...files, ['src/demo_copy.c', 'int evil;']])),
        'verification',
        'is not what was built',
      ],
    ])('is refused where the artifact %s', async (_what, content, kind, message) => {
      await serve(content());
      const failure = { kind, message: expect.stringContaining(message) };
      await expect(get({ branch: 'main' })).rejects.toMatchObject(failure);
      await expect(out()).rejects.toThrow('ENOENT');
    });

    it('needs a token with a permission, which is named', async () => {
      await serve(zipOf(files));
      const message = expect.stringContaining('permissions: actions: read');
      await expect(get({ branch: 'main', token: undefined })).rejects.toMatchObject({ message });
    });
  });
});

describe('what is to be fetched', () => {
  it.each<[Partial<FetchOptions>, string]>([
    [{}, 'release, branch: exactly one of them'],
    [{ release: 'v1', branch: 'main' }, 'release, branch: exactly one of them'],
    [{ release: 'v1', workflow: 'w.yml' }, 'workflow: it is of use with `branch` only'],
    [{ release: 'v1', artifact: 'aot' }, 'artifact: it is of use with `branch` only'],
    [{ branch: 'main', asset: 'a' }, 'asset: it is of use with `release` only'],
    [{ branch: 'main', attestation: 'required' }, 'attestation: it is of use with `release` only'],
    [{ release: 'v1', digest: 'md5:1' }, 'digest: `md5:1` is not sha256: and 64 hexadecimal'],
    [{ release: 'v1', targets: ['sm_91'] }, 'targets: `sm_91` is not a known architecture'],
  ])('makes sense: %j', (wish, message) => {
    expect(() => fetchRequest({ ...WISH, ...wish })).toThrow(message);
  });

  it('names architectures as packages do', () => {
    const { source } = fetchRequest({ ...WISH, release: 'v1', targets: ['cuda:90', 'sm_80'] });
    expect(source.targets).toEqual(['sm_90', 'sm_80']);
  });
});
