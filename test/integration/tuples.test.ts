import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def blur(x, y, N, TILE: tl.constexpr, TAPS: tl.constexpr, FINISH: tl.constexpr = ("none", (1, 2.0))):
    rows: tl.constexpr = TILE[0]
    columns: tl.constexpr = TILE[1]
    at = tl.program_id(0) * rows * columns + tl.arange(0, rows)[:, None] * columns + tl.arange(0, columns)[None, :]
    total = tl.zeros((rows, columns), FINISH[1][0] if FINISH[0] == "scale" else tl.float32)
    for tap in tl.static_range(len(TAPS)):
        total += tl.load(x + at + tap, mask=at + tap < N, other=0.0) * tl.constexpr(TAPS[tap])
    if FINISH[0] == "scale":
        total *= tl.constexpr(FINISH[1][1])
    tl.store(y + at, total, mask=at < N)
`;

const REFERENCE = `import numpy as np


def blur(x, TAPS):
    padded = np.concatenate([x, np.zeros(len(TAPS), x.dtype)])
    return 3 * sum(tap * padded[at : at + x.size] for at, tap in enumerate(TAPS))


def plain(x, TAPS):
    return blur(x, TAPS) / 3
`;

const entry = (name: string, reference: string, constants: string) => `
  ${name}:
    source: k.py:blur
    arguments: { x: "*fp32", y: "*fp32", N: i32 }
    constants: { TAPS: [0.5, 1, 0.25]${constants} }
    configs: [{ TILE: [4, 32] }, { TILE: [16, 8] }]
    grid: ["cdiv(N, TILE[0] * TILE[1])"]
    smoke:
      reference: ${reference}
      buffers: { x: [N], y: { shape: [N], role: out } }
      cases: [{ N: 300 }]`;

const MANIFEST = `package: tuples
triton: 3.9.0
targets: [sm_80]
defaults: { specialise: listed }
kernels:${entry('nested', 'r.py:blur', ', FINISH: [scale, [tl.float32, 3]]')}${entry('by_default', 'r.py:plain', '')}${entry('interpreted', 'interpreter', '')}
  written:
    source: k.py:blur
    signature: '*fp32, *fp32, i32, (4, 32), (1.0,), ("scale", (tl.float32, 2))'
    grid: ["cdiv(N, 128)"]
`;

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly problems: readonly { readonly message: string }[];
  }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, a constexpr that is a tuple', (version) => {
  let space: Workspace;

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS, 'r.py': REFERENCE, 'kernels.yaml': MANIFEST });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(await space.triton(['build', ...common, '--jobs', '1']));
  }, 600_000);
  afterAll(() => space.remove());

  it('is compiled into the kernel, which computes the same as the reference', async () => {
    const smoke = await space.triton(['smoke', '--emulate', '--json']);
    expectSuccess(smoke);
    const { runs } = JSON.parse(smoke.stdout) as Result;
    const compared = ['nested', 'by_default', 'interpreted'].flatMap((name) => [name, name]);
    expect(runs.map(({ kernel }) => kernel)).toEqual(compared);
    expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
  }, 600_000);

  it('is not a parameter of the C function', async () => {
    const header = await readFile(join(space.folder, 'aot/include/tuples/nested.h'), 'utf8');
    expect(header).toContain('TILE=(16, 8)');
    expect(header).not.toMatch(/\b(?:TILE|TAPS|FINISH)\b(?!=)/);
  });
});
