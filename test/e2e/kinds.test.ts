import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { PROBLEM_KINDS } from '../../src/prove/harness/problem.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { errorsIn } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def outside(x_ptr, scale_ptr, out_ptr):
    row = tl.program_id(0) * 2 + tl.program_id(1)
    at = row * 32 + tl.arange(0, 32)
    tl.store(out_ptr + at, tl.load(x_ptr + at) * tl.load(scale_ptr + row))


@triton.jit
def shifted(x_ptr, out_ptr):
    row = tl.program_id(0)
    bytes = out_ptr.to(tl.pointer_type(tl.int8)) + tl.where(row == 2, 2, 0)
    tl.store(bytes.to(tl.pointer_type(tl.float32)) + row, tl.load(x_ptr + row))


@triton.jit
def unset(x_ptr, out_ptr):
    row = tl.program_id(0)
    asm: tl.constexpr = "{ .reg .b32 r; .reg .pred p; setp.ne.s32 p, $2, 3; @p mov.b32 r, $1; mov.b32 $0, r; }"
    x = tl.load(x_ptr + row)
    y = tl.inline_asm_elementwise(asm, "=r,r,r", [x, row], tl.int32, is_pure=True, pack=1)
    tl.store(out_ptr + row, y)


@triton.jit
def unordered(out_ptr):
    tl.store(out_ptr + tl.program_id(0) // 2, tl.program_id(0) + 1)


@triton.jit
def waiting(flag_ptr, out_ptr):
    while tl.load(flag_ptr, volatile=True) == 0:
        pass
    tl.store(out_ptr, 1)


@triton.jit
def minus(x_ptr, out_ptr, n):
    at = tl.arange(0, 16)
    tl.store(out_ptr + at, tl.load(x_ptr + at) - 3, mask=at < n)


@triton.jit
def less(a, b):
    return a - b


@triton.jit
def differences(x_ptr, out_ptr):
    tl.store(out_ptr, tl.reduce(tl.load(x_ptr + tl.arange(0, 64)), 0, less))
`;
const REFERENCE = `import numpy as np


def copy(x_ptr):
    return x_ptr


def scaled(x_ptr, scale_ptr):
    return x_ptr * scale_ptr[0]


def minus(x_ptr):
    return x_ptr
`;
const entry = (name: string, args: string, smoke: string, grid = '4'): string => `  ${name}:
    source: kernels.py:${name}
    specialise: listed
    arguments: { ${args} }
    grid: ${grid}
    smoke:
${smoke
  .split('\n')
  .map((line) => `      ${line}\n`)
  .join('')}`;
const MANIFEST = `package: kinds
version: 1.0.0
triton: ${TRITON_VERSIONS.at(-1)}
targets: [sm_90]
kernels:
${[
  entry(
    'outside',
    "x_ptr: '*fp32', scale_ptr: '*fp32', out_ptr: '*fp32'",
    'reference: reference.py:scaled\nbuffers: { x_ptr: [256], scale_ptr: [6], out_ptr: { shape: [256], role: out } }\ncases: [{}]',
    '[4, 2]',
  ),
  entry(
    'shifted',
    "x_ptr: '*fp32', out_ptr: '*fp32'",
    'reference: reference.py:copy\nbuffers: { x_ptr: [4], out_ptr: { shape: [4], role: out } }\ncases: [{}]',
  ),
  entry(
    'unset',
    "x_ptr: '*i32', out_ptr: '*i32'",
    'reference: reference.py:copy\nbuffers: { x_ptr: [4], out_ptr: { shape: [4], role: out } }\ncases: [{}]',
  ),
  entry(
    'unordered',
    "out_ptr: '*i32'",
    'reference: none\nbuffers: { out_ptr: { shape: [2], role: out } }\ncases: [{}]',
  ),
  entry(
    'waiting',
    "flag_ptr: '*i32', out_ptr: '*i32'",
    'reference: none\nbuffers: { flag_ptr: { shape: [1], fill: zeros }, out_ptr: { shape: [1], role: out } }\ncases: [{}]',
    '1',
  ),
  entry(
    'minus',
    "x_ptr: '*i8', out_ptr: '*i8', n: i32",
    'reference: reference.py:minus\nbuffers: { x_ptr: { shape: [16], fill: { constant: 2 } }, out_ptr: { shape: [16], role: out } }\ncases: [{ n: 16 }, { n: 12 }]',
    '1',
  ),
  entry(
    'differences',
    "x_ptr: '*fp32', out_ptr: '*fp32'",
    'reference: none\nbuffers: { x_ptr: [64], out_ptr: { shape: [1], role: out } }\ncases: [{}]',
    '1',
  ),
].join('')}`;

interface Problem {
  readonly kind: string;
  readonly message: string;
  readonly at?: { readonly file: string; readonly line: number };
  readonly block?: readonly number[];
  readonly element?: { readonly index: number; readonly buffer: string; readonly count: number };
}

describe('what the emulator finds', () => {
  let space: Workspace;
  let problems: ReadonlyMap<string, readonly Problem[]>;
  let errors: string;

  beforeAll(async () => {
    space = await workspace({
      'kernels.py': KERNELS,
      'reference.py': REFERENCE,
      'kernels.yaml': MANIFEST,
    });
    const python = await tritonPython(TRITON_VERSIONS.at(-1) ?? '');
    expectSuccess(await space.triton(['build', '--python', python, '--jobs', '1']));
    const tested = await space.triton(['smoke', '--emulate', '--json']);
    expect(tested.code).toBe(6);
    errors = errorsIn(tested.stderr);
    const { runs } = JSON.parse(tested.stdout) as {
      runs: { kernel: string; case: string; problems: Problem[] }[];
    };
    problems = new Map(runs.map((run) => [`${run.kernel} ${run.case}`.trim(), run.problems]));
  }, 600_000);
  afterAll(() => space.remove());

  it('has a kind, and a sentence with the line, the element and the thread block', () => {
    const texts = [...problems].flatMap(([test, found]) => [
      `${test}:`,
      ...found.map(({ kind, message }) => `  ${kind}: ${message}`),
    ]);
    expectGolden(texts.join('\n'));
    for (const { kind } of [...problems.values()].flat())
      expect(Object.keys(PROBLEM_KINDS)).toContain(kind);
  });

  it('has the line, the element and the thread block as values', () => {
    const values = [...problems].flatMap(([test, found]) =>
      found.map(({ at, block, element }) => JSON.stringify({ test, at, block, element })),
    );
    expectGolden(values.join('\n'));
  });

  it('is shown at its line', () => {
    expectGolden(errors);
  });
});
