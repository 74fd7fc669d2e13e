import { describe, expect, it } from '#jest';
import { type FetchOptions, fetchRequest, searchPaths } from '../../../src/github/fetch/request.ts';
import { WISH } from '../../support/fetch-options.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

describe('the options of fetching', () => {
  it.each<Partial<FetchOptions>>([
    {},
    { release: 'v1', branch: 'main' },
    { release: 'v1', workflow: 'w.yml' },
    { release: 'v1', artifact: 'aot' },
    { branch: 'main', asset: 'a' },
    { branch: 'main', attestation: 'required' },
    { release: 'v1', signerWorkflow: 'me/kernels/.github/workflows/release.yml' },
    { release: 'v1', denySelfHostedRunners: true },
    { release: 'v1', attestation: 'required', signerWorkflow: 'release.yml' },
    { release: 'v1', digest: 'md5:1' },
    { release: 'v1', targets: ['sm_91'] },
    { asset: 'a' },
    { release: 'v1', branch: 'main', workflow: 'w.yml', artifact: 'aot', asset: 'a' },
    {
      branch: 'main',
      digest: 'a'.repeat(63),
      denySelfHostedRunners: false,
      targets: ['sm_90', ''],
    },
  ])('are rejected if they are invalid: %j', async (wish) => {
    expectGolden(await failureOf(() => fetchRequest({ ...WISH, ...wish })));
  });

  it('give targets the names that packages use', () => {
    const { source } = fetchRequest({ ...WISH, release: 'v1', targets: ['cuda:90', 'sm_80'] });
    expect(source.targets).toEqual(['sm_90', 'sm_80']);
  });

  it('are those of a release, with its signer if an attestation is required', () => {
    const common = { package: 'demo', targets: ['sm_90'], digest: 'a'.repeat(64) };
    const rules = { signerWorkflow: 'me/kernels/.github/workflows/release.yml' };
    const wish = { ...WISH, ...common, release: 'v1', asset: 'a.tar.gz' };
    expect(fetchRequest(wish)).toEqual({
      source: {
        ...common,
        kind: 'release',
        repository: 'me/kernels',
        token: 'secret',
        release: 'v1',
        asset: 'a.tar.gz',
        signer: undefined,
      },
      out: 'aot',
    });
    const signed = {
      ...wish,
      ...rules,
      attestation: 'required',
      denySelfHostedRunners: true,
    } as const;
    expect(fetchRequest(signed).source).toMatchObject({
      signer: { ...rules, denySelfHostedRunners: true },
    });
  });

  it('are those of a branch', () => {
    const { source } = fetchRequest({ ...WISH, branch: 'main', workflow: 'w.yml', artifact: 'a*' });
    expect(source).toMatchObject({
      kind: 'branch',
      branch: 'main',
      workflow: 'w.yml',
      artifact: 'a*',
    });
  });
});

it('build systems find the fetched package before others, once', () => {
  const env = { CMAKE_PREFIX_PATH: '/opt/other:/aot::/more', PKG_CONFIG_PATH: '' };
  expect(searchPaths('/aot', env)).toEqual([
    { name: 'CMAKE_PREFIX_PATH', folder: '/aot', value: '/aot:/opt/other:/more' },
    { name: 'PKG_CONFIG_PATH', folder: '/aot/lib/pkgconfig', value: '/aot/lib/pkgconfig' },
  ]);
});
