import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

const MANIFEST = `package: demo
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  one: { source: "k.py:k", signature: "*fp32, 64", grid: 1 }
  two: { source: "k.py:k", signature: "*fp32, 128", grid: 1 }
`;
const KERNEL = `import triton
import triton.language as tl


@triton.jit
def k(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), 0)
`;

describe('the store of a build', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'kernels.yaml': MANIFEST, 'k.py': KERNEL });
  });
  afterEach(() => space.remove());

  const build = (...args: readonly string[]) =>
    space.triton(['build', '--store', 'store', ...args]);

  const plan = async (...args: string[]): Promise<string> =>
    (await space.triton(['plan', '--store', 'store', ...args])).stdout;

  it('decides what plan shows as stored', async () => {
    expect((await plan()).match(/ missing /g)).toHaveLength(2);
    expectSuccess(await build('--only', 'one'));
    const lines = (await plan()).trimEnd().split('\n');
    expect(lines.slice(0, -2)).toEqual([
      expect.stringMatching(
        /^2 variants: 1 stored \(\d\.\d KB\), 1 to compile, about \d+ s of CPU time$/,
      ),
    ]);
    expect(lines.slice(-2).map((line) => line.split(/ +/).slice(1, 3))).toEqual([
      ['stored', 'one'],
      ['missing', 'two'],
    ]);
  });
});
