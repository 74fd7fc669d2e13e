import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** Sums rows in parts, and the parts by another kernel. `written` is where a part goes, `read` is how many are read. */
const KERNELS = (written = 'part', read = 'parts'): string => `import triton
import triton.language as tl

@triton.jit
def sum_parts(x, partial, n, splits, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    part = tl.program_id(1)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(part * BLOCK, n, splits * BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * n + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(partial + row * splits + ${written}, tl.sum(total, 0))

@triton.jit
def merge(p, y, parts, scale, SPLITS: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, SPLITS)
    values = tl.load(p + row * parts + at, mask=at < ${read}, other=0.0)
    tl.store(y + row, tl.sum(values, 0) * scale)
`;

const MANIFEST = `package: sums
triton: 3.9.0
targets: [sm_80]
kernels:
  sum_parts:
    source: k.py:sum_parts
    arguments: { x: "*fp16", partial: "*fp32", n: i32, splits: i32 }
    constants: { BLOCK: 64 }
    grid_parameters: { rows: i32 }
    grid: [rows, splits]
    smoke:
      reference: r.py:twice_the_sum
      followed_by:
        - { kernel: merge, arguments: { p: partial, parts: splits, scale: 2.0 } }
      buffers:
        x: [rows, n]
        partial: { shape: [rows, splits], role: scratch }
        y: { shape: [rows], type: fp32, role: out }
      cases: { written: [{ rows: 3, n: 1000, splits: 5 }], generate: 3 }
  merge:
    source: k.py:merge
    arguments: { p: "*fp32", y: "*fp32", parts: i32, scale: fp32 }
    constants: { SPLITS: 16 }
    grid_parameters: { rows: i32 }
    grid: [rows]
    requires: parts <= SPLITS
`;

const REFERENCE = `def twice_the_sum(x):
    return {"y": 2 * x.sum(1)}
`;

describe.each(TRITON_VERSIONS)('with Triton %s, a case with several launches', (version) => {
  let space: Workspace;
  let common: readonly string[];

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS(), 'r.py': REFERENCE, 'kernels.yaml': MANIFEST });
    common = ['--triton', version, '--python', await tritonPython(version)];
  });
  afterAll(() => space.remove());

  const build = (...args: readonly string[]) =>
    space.triton(['build', ...common, '--jobs', '1', ...args]);

  const smoke = async (
    ...args: readonly string[]
  ): Promise<{ code: number | null; texts: readonly string[] }> => {
    const { code, stdout } = await space.triton(['smoke', '--emulate', '--json', ...args]);
    const { runs } = JSON.parse(stdout) as {
      runs: readonly { problems: readonly { kind: string; message: string }[] }[];
    };
    return {
      code,
      texts: runs.flatMap(({ problems }) =>
        problems.map(({ kind, message }) => `${kind}: ${message}`),
      ),
    };
  };

  it('compares the outputs after the last of them, and builds their kernels with the first', async () => {
    expectSuccess(await build('--only', 'sum_parts'));
    expect(await smoke()).toEqual({ code: 0, texts: [] });
  }, 300_000);

  it('shows what the first has not written, and where a later one reads too far', async () => {
    await space.write('k.py', KERNELS('part // 2'));
    expectSuccess(await build('--out', 'unwritten'));
    const unwritten = await smoke('--package', 'unwritten');
    expect(unwritten.code).toBe(6);
    expect(unwritten.texts).toContainEqual(expect.stringMatching(/^(not-a-number|race): /));

    await space.write('k.py', KERNELS('part', 'parts + 1'));
    expectSuccess(await build('--out', 'far'));
    const far = await smoke('--package', 'far');
    expect(far.code).toBe(6);
    expect(far.texts).toContainEqual(
      expect.stringMatching(/^out-of-bounds: the launch of merge that follows: .* of partial/),
    );
  }, 300_000);

  /** What is wrong in one kernel each, all of which one command refuses. */
  const PLANTED = [
    ['kernel: merge,', 'kernel: merged,', 'no kernel `merged` is built; did you mean `merge`?'],
    ['parts: splits', 'part: splits', '`merge` has no parameter `part`'],
    ['scale: 2.0', '', '`scale` of `merge` is fp32, and nothing here has that name'],
    ['p: partial', 'p: x', '`p` of `merge` is *fp32, but `x` is *fp16'],
    ['p: partial', 'p: rows', '`p` of `merge` is *fp32, but `rows` is i32'],
    ['p: partial', 'p: 3', '`p` of `merge` is *fp32, and gets a number'],
    ['parts: splits', 'parts: 2.5', '`parts` of `merge` is i32, and gets the float 2.5'],
    ['r.py:twice_the_sum', 'interpreter', 'the interpreter computes the outputs of one kernel'],
    ['type: fp32, ', '', 'A buffer that only a launch in `followed_by` takes needs a `type`'],
    ['x: [rows, n]', 'x: { shape: [rows, n], type: fp16 }', 'has the type of its parameter'],
    [
      'y: { shape',
      'z: { shape: [n], type: i32 }\n        y: { shape',
      'nothing takes the buffer `z`',
    ],
    [
      'splits: 5 }',
      'splits: 5 }, { rows: 2, n: 10, splits: 5, blocks: { first: 1 } }',
      'with several launches runs all blocks',
    ],
  ] as const;

  it('is refused with a sentence if something does not fit', async () => {
    const [head = '', first = '', merge = ''] = MANIFEST.split(/^(?= {2}(?:sum_parts|merge):)/m);
    const wrong = PLANTED.map(([from, to], index) => {
      expect(first).toContain(from);
      return first.replace(from, to).replace('sum_parts:', `wrong_${index}:`);
    });
    await space.write('wrong.yaml', [head, ...wrong, merge].join(''));
    const { code, stderr } = await space.triton(['plan', ...common, '--manifest', 'wrong.yaml']);
    const errors = stderr.split(/^(?=error: )/m);
    for (const [index, [from, to, message]] of PLANTED.entries()) {
      const own = errors.filter((text) => new RegExp(`\\bwrong_${index}\\b`).test(text)).join('');
      expect({ from, to, own }).toEqual({ from, to, own: expect.stringContaining(message) });
    }
    expect(code).toBe(2);
  });
});
