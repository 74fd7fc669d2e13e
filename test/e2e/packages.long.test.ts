import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { errorsIn } from '../support/command.ts';
import { manifest, NAME, type PackagedSource, packagedSource } from './packaged-source.ts';

describe('a kernel of a package', () => {
  let space: PackagedSource['space'];
  let triton: PackagedSource['triton'];
  let remove: PackagedSource['remove'];

  beforeAll(async () => {
    ({ space, triton, remove } = await packagedSource());
  });
  afterAll(() => remove());

  it('that does not compile is named by its line in the package', async () => {
    await space.write('kernels.yaml', manifest('1.0.0', 'wrong'));
    const { code, stderr } = await triton('build', '--store', 'store');
    expect(code).toBe(4);
    expect(errorsIn(stderr)).toContain(`${NAME}.whl/test_kernel_lib/scale.py:15`);
  });
});
