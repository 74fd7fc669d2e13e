import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { MANIFEST, type MeasuredBuild, measuredBuild } from './measured-build.ts';

describe('measurements beside a manifest', () => {
  let space: MeasuredBuild['space'];
  let build: MeasuredBuild['build'];
  let inPackage: MeasuredBuild['inPackage'];

  beforeAll(async () => {
    ({ space, build, inPackage } = await measuredBuild());
  }, 300_000);
  afterAll(() => space.remove());

  it('of other code are left out with a warning, or are an error', async () => {
    await space.write('kernels.yaml', MANIFEST.replace('BLOCK: 64', 'BLOCK: 128'));
    const warned = await build('--out', 'changed');
    expect(warned).toContain('add: 3 of 9 measured times are not used');
    expect((await inPackage('changed')).choice?.tables).toHaveLength(2);
    await expect(build('--strict-tuning')).rejects.toThrow(
      /^2 error: tuning.json:1:24: add: 3 of 9/,
    );
    await space.write('kernels.yaml', MANIFEST);
  });
});
