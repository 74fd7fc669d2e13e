import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { ROOT, workspace } from '../support/command.ts';
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

describe.each(TRITON_VERSIONS)('code that Triton %s compiles wrongly', (triton) => {
  let space: Awaited<ReturnType<typeof workspace>>;
  beforeAll(async () => {
    space = await workspace({
      'k.py': SOURCE,
      'warn.yaml': manifestOf(triton),
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

  it('is an error if the manifest says so', async () => {
    const { code, stderr } = await build('error.yaml');
    expect([code, stderr]).toEqual([8, expect.stringContaining('error: k.py:13: quotients')]);
  });
});

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
  }, 600_000);
});
