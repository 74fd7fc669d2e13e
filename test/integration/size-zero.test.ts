import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casesSchema } from '../../src/manifest/cases/packaged.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def twice(x, y, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < N) * 2, mask=at < N)


@triton.jit
def total(x, out, N, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out, tl.sum(tl.load(x + at, mask=at < N, other=0.0)))


@triton.jit
def first(x, out, N, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out, tl.sum(tl.load(x + at, mask=at < N, other=0.0)) + 0 * tl.load(x))
`;

const REFERENCE = `import numpy as np


def twice(x):
    return x * 2


def total(x):
    return np.full(1, x.sum())
`;

const twice = (name: string, reference: string) => `
  ${name}:
    source: k.py:twice
    arguments: { x: "*fp32", y: "*fp32", N: i32 }
    constants: { BLOCK: 64 }
    grid: ["cdiv(N, 64)"]
    smoke:
      reference: ${reference}
      buffers: { x: [N], y: { shape: [N], role: out } }
      cases: [{ N: 0 }, { N: 100 }]`;

const sum = (name: string) => `
  ${name}:
    source: k.py:${name}
    arguments: { x: "*fp32", out: "*fp32", N: i32 }
    constants: { BLOCK: 64 }
    grid: [1]
    smoke:
      reference: r.py:total
      buffers: { x: [N], out: { shape: [1], role: out } }
      cases: [{ N: 0 }, { N: 60 }]`;

const MANIFEST = `package: zero
triton: 3.9.0
targets: [sm_80]
defaults: { specialise: listed }
kernels:${twice('twice', 'r.py:twice')}${twice('interpreted', 'interpreter')}${sum('total')}${sum('first')}
`;

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly case: string;
    readonly problems: readonly { readonly kind: string; readonly message: string }[];
  }[];
  readonly checks: readonly { readonly kernel: string; readonly problems: readonly unknown[] }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, a case with a size of 0', (version) => {
  let space: Workspace;
  let result: Result;

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS, 'r.py': REFERENCE, 'kernels.yaml': MANIFEST });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(await space.triton(['build', ...common, '--jobs', '1']));
    const smoke = await space.triton(['smoke', '--emulate', '--json']);
    expect(smoke).toMatchObject({ code: 6 });
    result = JSON.parse(smoke.stdout) as Result;
  }, 600_000);
  afterAll(() => space.remove());

  const problemsOf = (kernel: string) =>
    result.runs
      .filter((run) => run.kernel === kernel)
      .map((run) => [run.case, run.problems.map(({ kind }) => kind)]);

  it.each(['twice', 'interpreted'])('passes if nothing is launched: %s', async (kernel) => {
    expect(problemsOf(kernel)).toEqual([
      ['N=0', []],
      ['N=100', []],
    ]);
    const file = join(space.folder, 'aot/smoke/cases.json');
    const { kernels } = casesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const [item] = kernels.find(({ name }) => name === kernel)?.cases ?? [];
    expect(item).toMatchObject({ grids: [[0, 0, 0]], buffers: { y: { expected: {} } } });
  });

  it('makes the checks of the interface with another case', () => {
    expect(result.checks.filter(({ kernel }) => kernel === 'twice')).not.toEqual([]);
    const others = result.checks.filter(({ kernel }) => kernel !== 'first');
    expect(others.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('runs the blocks that the grid has, and compares their outputs', () => {
    expect(problemsOf('total')).toEqual([
      ['N=0', []],
      ['N=60', []],
    ]);
  });

  it('is red if a block reads what is not there', () => {
    expect(problemsOf('first')).toEqual([
      ['N=0', ['out-of-bounds']],
      ['N=60', []],
    ]);
    const texts = result.runs.flatMap(({ problems }) => problems.map(({ message }) => message));
    expect(texts).toContainEqual(
      expect.stringContaining('reads 4 bytes at element 0 of x, which has 0 elements'),
    );
  });
});
