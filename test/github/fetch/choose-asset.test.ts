import { describe, expect, it } from '@jest/globals';
import { chooseAsset } from '../../../src/github/fetch/choose-asset.ts';
import type { ReleaseAsset } from '../../../src/github/release-assets.ts';

function asset(name: string, state = 'uploaded'): ReleaseAsset {
  return { name, state, url: 'https://github.example/asset', size: 1 };
}

const SPLIT = ['sm_80', 'sm_90'].flatMap((target) => [
  `aot-attention-1.2.0-${target}.tar.gz`,
  `aot-attention-1.2.0-${target}.tar.zst`,
]);

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
    ['.tar.zst before .tar.gz', ['aot-a-1.0.tar.gz', 'aot-a-1.0.tar.zst'], {}, 'aot-a-1.0.tar.zst'],
    ['the one that is named', ['aot-a-1.tar.zst', 'k.tgz'], { asset: 'k.tgz' }, 'k.tgz'],
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
    ['the part', SPLIT, { targets: ['sm_90'] }, 'aot-attention-1.2.0-sm_90.tar.zst'],
    [
      'the part that a GPU runs',
      SPLIT,
      { targets: ['sm_86'] },
      'aot-attention-1.2.0-sm_80.tar.zst',
    ],
    ['a part for two', SPLIT, { targets: ['sm_86', 'sm_89'] }, 'aot-attention-1.2.0-sm_80.tar.zst'],
    ['the only part', SPLIT.slice(0, 1), {}, 'aot-attention-1.2.0-sm_80.tar.gz'],
    [
      'the GPU`s own part',
      [...SPLIT, 'aot-attention-1.2.0-sm_86.tar.gz'],
      { targets: ['sm_86'] },
      'aot-attention-1.2.0-sm_86.tar.gz',
    ],
    [
      'the whole for several',
      [...SPLIT, 'aot-attention-1.2.0.tar.gz'],
      { targets: ['sm_80', 'sm_90'] },
      'aot-attention-1.2.0.tar.gz',
    ],
  ])('is %s', (_what, names, wanted, expected) => {
    expect(choose(names, wanted)).toBe(expected);
  });

  it.each<[string, readonly string[], Wanted, string]>([
    [
      'there is none',
      [],
      {},
      'has no archive, aot-*.tar.zst or aot-*.tar.gz\n    It has: no files.',
    ],
    ['none is one', ['notes.txt'], {}, 'It has: notes.txt.'],
    ['none has the name', ['aot-1.tar.gz'], { asset: 'k.tgz' }, 'has no file `k.tgz`'],
    ['the named one is none', ['notes.txt'], { asset: 'notes.txt' }, 'is no archive of a package'],
    [
      'none is of the package',
      ['aot-matmul-1.tar.gz'],
      { package: 'attention' },
      'has no archive of the package `attention`',
    ],
    [
      'there are several packages',
      ['aot-attention-1.2.0.tar.gz', 'aot-matmul-1.2.0.tar.gz'],
      {},
      'has several packages: attention, matmul\n    Name one in `package`.',
    ],
    [
      'there are several versions',
      ['aot-attention-1.2.0.tar.gz', 'aot-attention-1.3.0.tar.gz'],
      { package: 'attention' },
      'has several versions: aot-attention-1.2.0, aot-attention-1.3.0',
    ],
    [
      'several parts are needed',
      SPLIT,
      { targets: ['sm_80', 'sm_90'] },
      'has the package in parts, one for each architecture: sm_80, sm_90\n    Each part is a package of its own',
    ],
    ['the part is not named', SPLIT, {}, 'name one architecture in `targets`'],
    [
      'an architecture is missing',
      SPLIT,
      { targets: ['sm_90', 'sm_100'] },
      'has nothing for sm_100\n    It holds sm_80, sm_90.',
    ],
  ])('is not chosen where %s', (_what, names, wanted, message) => {
    expect(() => choose(names, wanted)).toThrow(message);
  });

  it('is none whose upload has not come to its end', () => {
    const assets = [asset('aot-a-1.0.tar.zst', 'starter'), asset('aot-a-1.0.tar.gz')];
    expect(chooseAsset(assets, {}, 'v1').name).toBe('aot-a-1.0.tar.gz');
    expect(() => chooseAsset(assets.slice(0, 1), {}, 'v1')).toThrow('It has: no files.');
  });
});
