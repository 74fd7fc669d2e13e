import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def twice(x, y, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < N) * 2, mask=at < N)


@triton.jit
def clearing(x, y, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.zeros([BLOCK], tl.float32), mask=at < N)
    tl.store(y + at, tl.load(x + at, mask=at < N) * 2, mask=at < N)


@triton.jit
def packed(q, k, v, out, S, stride, D: tl.constexpr):
    at = tl.program_id(0) * stride + tl.arange(0, D)
    scale = tl.sum(tl.load(q + at) * tl.load(k + at))
    tl.store(out + tl.program_id(0) * D + tl.arange(0, D), tl.load(v + at) * scale)


@triton.jit
def blocks(x, y, out, B: tl.constexpr):
    tl.store(out + tl.arange(0, B)[:, None] * B + tl.arange(0, B), x.load([0, 0]) - y.load([0, 0]))
`;

const REFERENCE = `import numpy as np


def twice(x):
    return x * 2


def twice_of(x, y):
    assert x.shape == y.shape
    return x + y


def packed(q, k, v):
    assert q.shape == (len(k), 96) and k.shape == v.shape
    return v * np.sum(q[:, :32] * k, axis=1, keepdims=True)


def blocks(x, y):
    return x[:16] - y
`;

const IN_PLACE = `arguments: { x: "*fp32", y: "*fp32", N: i32 }
    constants: { BLOCK: 64 }
    grid: ["cdiv(N, 64)"]`;

const PACKED = `arguments: { q: "*fp32", k: "*fp32", v: "*fp32", out: "*fp32", S: i32, stride: i32 }
    constants: { D: 32 }
    grid: [S]`;

const PARTS = `
      arguments: { stride: 3 * D }
      buffers:
        q: [S, 3 * D]
        k: { same: q, offset: D, shape: [S, D], strides: [3 * D, 1] }
        v: { same: q, offset: 2 * D, shape: [S, D], strides: [3 * D, 1] }
        out: { shape: [S, D], role: out }
      cases: [{ S: 7 }]`;

const MANIFEST = `package: same
triton: 3.9.0
targets: [sm_80]
defaults: { specialise: listed }
kernels:
  twice:
    source: k.py:twice
    ${IN_PLACE}
    smoke:
      reference: r.py:twice_of
      buffers: { x: { shape: [N], role: inout }, y: { same: x } }
      cases: [{ N: 100 }]
  twice_interpreted:
    source: k.py:twice
    ${IN_PLACE}
    smoke:
      buffers: { x: { shape: [N], role: inout }, y: { same: x } }
      cases: [{ N: 100 }]
  twice_reversed:
    source: k.py:twice
    ${IN_PLACE}
    smoke:
      reference: r.py:twice
      buffers: { x: { same: y }, y: { shape: [N], role: inout } }
      cases: [{ N: 100 }]
  clearing:
    source: k.py:clearing
    ${IN_PLACE}
    smoke:
      reference: r.py:twice
      buffers: { x: { shape: [N], role: inout }, y: { same: x } }
      cases: [{ N: 100 }]
  packed:
    source: k.py:packed
    ${PACKED}
    smoke:
      reference: r.py:packed${PARTS}
  packed_interpreted:
    source: k.py:packed
    ${PACKED}
    smoke:${PARTS}
  blocks:
    source: k.py:blocks
    arguments: { x: "tensordesc<fp32[B,B]>", y: "tensordesc<fp32[B,B]>", out: "*fp32" }
    constants: { B: 16 }
    grid: [1]
    smoke:
      reference: r.py:blocks
      buffers:
        x: { shape: [2 * B, B] }
        y: { same: x, offset: B * B, shape: [B, B] }
        out: { shape: [B, B], role: out }
      cases: [{}]
`;

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly expected: string;
    readonly problems: readonly { readonly kind: string; readonly message: string }[];
  }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, parameters in one buffer', (version) => {
  let space: Workspace;
  let result: Result;

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS, 'r.py': REFERENCE, 'kernels.yaml': MANIFEST });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    const built = await space.triton(['build', ...common, '--jobs', '1']);
    expectSuccess(built);
    const smoke = await space.triton(['smoke', '--emulate', '--json']);
    expect(smoke).toMatchObject({ code: 6 });
    result = JSON.parse(smoke.stdout) as Result;
  }, 600_000);
  afterAll(() => space.remove());

  const problemsOf = (kernel: string) =>
    result.runs.filter((run) => run.kernel === kernel).map(({ problems }) => problems);

  it.each([
    'twice',
    'twice_interpreted',
    'twice_reversed',
    'packed',
    'packed_interpreted',
    'blocks',
  ])('are right where the kernel is: %s', (kernel) => {
    expect(problemsOf(kernel)).toEqual([[]]);
  });

  it('show a kernel that writes before it reads', () => {
    expect(problemsOf('clearing')).toEqual([
      [
        expect.objectContaining({
          kind: 'values',
          message: expect.stringContaining('x: 100 of 100 elements are outside'),
        }),
      ],
    ]);
  });
});
