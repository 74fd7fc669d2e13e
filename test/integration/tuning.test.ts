import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess } from '../support/command.ts';
import { type MeasuredBuild, measuredBuild } from './measured-build.ts';

describe('measurements beside a manifest', () => {
  let space: MeasuredBuild['space'];
  let build: MeasuredBuild['build'];
  let inPackage: MeasuredBuild['inPackage'];
  let python: MeasuredBuild['python'];

  beforeAll(async () => {
    ({ space, build, inPackage, python } = await measuredBuild());
  }, 300_000);
  afterAll(() => space.remove());

  it('become the choice of a build that compiles nothing, the same every time', async () => {
    expect(await build('--verbose')).toMatch(/(\d+) of \1 variants in the store/);
    const { choice } = await inPackage('aot');
    expect(choice?.devices.map(({ name }) => name)).toEqual([
      'NVIDIA A100-SXM4-80GB',
      'NVIDIA H100 80GB HBM3',
      undefined,
      undefined,
      undefined,
    ]);
    const source = await readFile(join(space.folder, 'aot/src/add.c'), 'utf8');
    expect(source).toMatch(/return aot_fastest\(a, aot_times_1_0, 3, 132, 1\.0.*\);/);
    const verified = await space.triton(['verify', '--manifest', 'kernels.yaml', ...python]);
    expectSuccess(verified);
    const listed = await space.triton(['list']);
    expect(listed.stdout).toContain(
      '  measured: NVIDIA H100 80GB HBM3: 2 sizes, 1.00 × the best algo on average, at most 1.00 ×\n',
    );
  }, 300_000);

  it('are used by a package for one target, which has its own algos', async () => {
    await build('--targets', 'sm_90', '--out', 'recent');
    await build('--targets', 'sm_80', '--out', 'old');
    const [recent, old] = await Promise.all(['recent', 'old'].map(inPackage));
    expect(recent?.choice?.devices.map(({ name }) => name)).toEqual([
      'NVIDIA H100 80GB HBM3',
      undefined,
      undefined,
    ]);
    expect(old?.choice?.tables).toMatchObject([
      {
        multiprocessors: 108,
        classes: [{ sizes: 1, algos: [{ algo: 0 }, { algo: 1 }, { algo: 2 }] }],
      },
    ]);
  }, 300_000);
});
