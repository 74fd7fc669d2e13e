import { describe, expect, it } from '#jest';
import { chooseAsset } from '../../../src/github/fetch/choose-asset.ts';
import type { ReleaseAsset } from '../../../src/github/release-assets.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

function asset(name: string, state = 'uploaded'): ReleaseAsset {
  return { name, state, url: 'https://github.example/asset', size: 1 };
}

describe('an archive among the files of a release', () => {
  type Wanted = Parameters<typeof chooseAsset>[1];
  const choose = (names: readonly string[], wanted: Wanted = {}): string =>
    chooseAsset(
      names.map((name) => asset(name)),
      wanted,
      'v1 of me/kernels',
    ).name;

  it.each<[string, readonly string[], Wanted, string]>([
    ['the only one', ['notes.txt', 'aot-1.0.tar.gz'], {}, 'aot-1.0.tar.gz'],
    ['.tar.gz before .tgz', ['aot-a-1.0.tgz', 'aot-a-1.0.tar.gz'], {}, 'aot-a-1.0.tar.gz'],
    ['the named one', ['aot-a-1.tar.gz', 'k.tgz'], { asset: 'k.tgz' }, 'k.tgz'],
    [
      'that of the package',
      ['aot-attention-1.2.0.tar.gz', 'aot-matmul-1.2.0.tar.gz'],
      { package: 'matmul' },
      'aot-matmul-1.2.0.tar.gz',
    ],
    [
      'a version with hyphens',
      ['aot-attention-1.2.0-rc.1.tar.gz'],
      { package: 'attention', targets: ['sm_90'] },
      'aot-attention-1.2.0-rc.1.tar.gz',
    ],
  ])('is %s', (_what, names, wanted, expected) => {
    expect(choose(names, wanted)).toBe(expected);
  });

  it.each<[string, readonly string[], Wanted]>([
    ['there are no files', [], {}],
    ['no file is an archive', ['notes.txt'], {}],
    ['no file has the name', ['aot-1.tar.gz'], { asset: 'k.tgz' }],
    ['the named file is not an archive', ['notes.txt'], { asset: 'notes.txt' }],
    ['none is of the package', ['aot-matmul-1.tar.gz'], { package: 'attention' }],
    ['there are several packages', ['aot-attention-1.2.0.tar.gz', 'aot-matmul-1.2.0.tar.gz'], {}],
    ['there are several packages and versions', ['aot-a-1.0.tar.gz', 'aot-b-2.0.tar.gz'], {}],
    [
      'there are several versions',
      ['aot-attention-1.2.0.tar.gz', 'aot-attention-1.3.0.tar.gz'],
      { package: 'attention' },
    ],
  ])('is not chosen if %s', async (_what, names, wanted) => {
    expectGolden(await failureOf(() => choose(names, wanted)));
  });

  it('is not one whose upload is unfinished', async () => {
    const assets = [asset('aot-a-1.1.tar.gz', 'starter'), asset('aot-a-1.0.tar.gz')];
    expect(chooseAsset(assets, {}, 'v1').name).toBe('aot-a-1.0.tar.gz');
    expectGolden(await failureOf(() => chooseAsset(assets.slice(0, 1), {}, 'v1')));
  });
});
