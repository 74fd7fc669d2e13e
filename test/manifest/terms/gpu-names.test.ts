import { expect, describe, test } from '#jest';
import { readFileSync } from 'node:fs';
import { targetOfGpu } from '../../../src/manifest/terms/gpu-names.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import { allTerms } from '../../../src/manifest/terms/vendor.ts';

describe('targetOfGpu', () => {
  test.each([
    ['H100', 'sm_90'],
    ['h100', 'sm_90'],
    ['NVIDIA H100 80GB HBM3', 'sm_90'],
    ['H100 NVL', 'sm_90'],
    ['NVIDIA A100-SXM4-80GB', 'sm_80'],
    ['Tesla T4', 'sm_75'],
    ['RTX 4090', 'sm_89'],
    ['rtx_4090', 'sm_89'],
    ['RTX3090', 'sm_86'],
    ['NVIDIA GeForce RTX 4070 Ti SUPER', 'sm_89'],
    ['NVIDIA GeForce RTX 5090 Laptop GPU', 'sm_120'],
    ['RTX PRO 6000 Blackwell Server Edition', 'sm_120'],
    ['NVIDIA RTX 6000 Ada Generation', 'sm_89'],
    ['NVIDIA GB10', 'sm_121'],
    ['Jetson AGX Orin', 'sm_87'],
    ['RTX 4090 D', 'sm_89'],
    ['H100 SXM', 'sm_90'],
    ['Tesla V100-SXM2-16GB', 'sm_70'],
    ['AMD Instinct MI300X', 'gfx942'],
    ['Radeon RX 7900 XTX', 'gfx1100'],
  ])('%s is %s', (name, target) => {
    expect(targetOfGpu(name)).toBe(target);
  });

  test.each(['RTX 4000', 'RTX 6000', 'Blackwell', 'L400', '', 'sm_90', '90'])(
    '%j names no one target',
    (name) => {
      expect(targetOfGpu(name)).toBeUndefined();
    },
  );
});

test('a target can be written as a GPU', () => {
  expect(parseTarget('H100')).toEqual(parseTarget('sm_90'));
  expect(parseTarget('V100')).toBeUndefined();
});

test('the documentation has the same table, but for editions', () => {
  const text = readFileSync('docs/reference/manifest.md', 'utf8');
  const rows = [...text.matchAll(/^\| `((?:sm_|gfx)\w+)` \| ([^|]+) \|$/gm)].map(
    ([, target = '', names = '']) => [target, names.split(', ')],
  );
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      allTerms()
        .flatMap(({ gpus }) => Object.entries(gpus))
        .filter(([target]) => target !== 'sm_70')
        .map(([target, names]) => [
          target,
          names.filter((name) => !/ (?:Ti|SUPER|D|Laptop|PCIe|NVL)$/.test(name)),
        ]),
    ),
  );
});
