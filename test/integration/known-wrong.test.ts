import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const SOURCE = `import triton
import triton.language as tl


@triton.jit
def helper(k, D: tl.constexpr):
    return k // D


@triton.jit
def quotients(x, o, start, N: tl.constexpr):
    i = tl.arange(0, N)
    q = helper(i - start, 16)
    tl.store(o + i, tl.load(x + q + start))


@triton.jit
def packed(o, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.reshape(tl.arange(0, ROWS * COLUMNS), (ROWS, COLUMNS))
    odd = (tl.arange(0, ROWS) % 2 == 1)[:, None]
    tl.store(o + i, tl.where(odd, (i * 9 + 1) % 1000, i), mask=i % 2 == 0)
`;

const manifestOf = (triton: string, more = ''): string => `package: demo
triton: ${triton}
targets: [sm_80]
${more}kernels:
  quotients:
    source: k.py:quotients
    arguments: { x: "*fp32:16", o: "*fp32:16", start: i32:16 }
    constants: { N: 128 }
    specialise: listed
    grid: 1
`;

/** Its PTX has packed additions from Triton 3.8 on, which only the ptxas of 3.8 gets wrong. */
const packedOf = (triton: string): string => `package: demo
triton: ${triton}
targets: [sm_90]
kernels:
  packed:
    source: k.py:packed
    arguments: { o: "*i32:16" }
    constants: { ROWS: 32, COLUMNS: 8 }
    specialise: listed
    num_warps: 1
    grid: 1
`;

describe.each(TRITON_VERSIONS)('code that Triton %s compiles wrongly', (triton) => {
  let space: Awaited<ReturnType<typeof workspace>>;
  beforeAll(async () => {
    space = await workspace({
      'k.py': SOURCE,
      'warn.yaml': manifestOf(triton),
      'packed.yaml': packedOf(triton),
      'error.yaml': manifestOf(triton, 'known-wrong: error\n'),
    });
  });
  afterAll(async () => space.remove());

  const build = async (name: string) =>
    space.triton(
      `build --verbose --manifest ${name} --out aot --store store --jobs 1 --python ${await tritonPython(triton)}`.split(
        ' ',
      ),
    );

  it('is warned of at its line, also if the store has it', async () => {
    for (const done of ['0 of 1 variant', '1 of 1 variant']) {
      const { code, stderr } = await build('warn.yaml');
      expect([code, stderr]).toEqual([0, expect.stringContaining(done)]);
      expect(stderr).toContain('warning: k.py:13: quotients [sm_80]: Triton');
      expect(stderr).toContain('(triton-lang/triton#7749)');
    }
  });

  it('is found in the machine code, where ptxas makes the mistake', async () => {
    const { code, stderr } = await build('packed.yaml');
    const wrong = 'warning: k.py:21: packed [sm_90]: Triton 3.8.0 is known to compile this wrongly';
    expect(code).toBe(0);
    expect(stderr.includes('triton-lang/triton#11581')).toBe(triton === '3.8.0');
    expect(stderr.includes(wrong)).toBe(triton === '3.8.0');
  });

  it('is an error if the manifest says so', async () => {
    const { code, stderr } = await build('error.yaml');
    expect([code, stderr]).toEqual([8, expect.stringContaining('error: k.py:13: quotients')]);
  });
});
