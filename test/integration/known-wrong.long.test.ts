import { describe, expect, it } from '#jest';
import { join } from 'node:path';
import { ROOT, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

describe('the examples', () => {
  it('have nothing that Triton is known to compile wrongly', async () => {
    const space = await workspace({});
    const triton = TRITON_VERSIONS.at(-1) ?? '';
    const python = await tritonPython(triton);
    const options = `--targets sm_90 --out aot --store store --triton ${triton} --python ${python}`;
    for (const name of ['vector-add', 'softmax']) {
      const manifest = join(ROOT, 'examples', name, 'kernels.yaml');
      const built = space.triton(`build --manifest ${manifest} ${options}`.split(' '));
      const { code, stderr } = await built;
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('triton-lang/triton#')]);
    }
    await space.remove();
  });
});
