import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** Kernels that get lists of addresses, as a product of groups of matrices does. */
const kernel = (name: string, from: string, to: string, inside = 'at < n'): string => `

@triton.jit
def ${name}(a_ptrs, c_ptrs, n, BLOCK: tl.constexpr):
    group = tl.program_id(0)
    a = tl.load(a_ptrs + ${from}).to(tl.pointer_type(tl.float16))
    c = tl.load(c_ptrs + ${to}).to(tl.pointer_type(tl.float16))
    at = tl.arange(0, BLOCK)
    tl.store(c + at, tl.load(a + at, mask=${inside}, other=0.0) * 2, mask=${inside})
`;

const KERNELS = `import triton
import triton.language as tl
${kernel('right', 'group', 'group')}${kernel('shifted', 'group + 1', 'group')}${kernel('alone', 'group', '0')}${kernel('behind', 'group', 'group', 'at < n + 1')}`;

const entry = (name: string): string => `
  ${name}:
    source: k.py:${name}
    arguments: { a_ptrs: "*u64", c_ptrs: "*u64", n: i32 }
    constants: { BLOCK: 64 }
    grid_parameters: { groups: i32 }
    grid: [groups]
    smoke:
      reference: r.py:twice
      buffers:
        a_ptrs: { shape: [groups, n], strides: [n + 5, 1], table: fp16 }
        c_ptrs: { shape: [groups, n], table: fp16, role: out }
      cases: [{ groups: 3, n: 50 }, { groups: 1, n: 64 }]`;

const MANIFEST = `package: tables
triton: 3.9.0
targets: [sm_80]
kernels:${['right', 'shifted', 'alone', 'behind'].map(entry).join('')}
`;

const REFERENCE = `def twice(a_ptrs):
    return {"c_ptrs": 2 * a_ptrs}
`;

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly expected: string;
    readonly problems: readonly { readonly kind: string; readonly message: string }[];
  }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, a list of addresses', (version) => {
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

  const problemsOf = (name: string): readonly string[] =>
    result.runs
      .filter((run) => run.kernel === name)
      .flatMap(({ problems }) => problems.map(({ kind, message }) => `${kind}: ${message}`));

  it('leads to the slices of one array, which are compared', () => {
    expect(problemsOf('right')).toEqual([]);
    expect(result.runs.find((run) => run.kernel === 'right')?.expected).toBe('reference');
  });

  it('ends after the last address', () => {
    expect(problemsOf('shifted')).toContainEqual(
      expect.stringMatching(/^out-of-bounds: .* of the addresses of a_ptrs, which has \d element/),
    );
  });

  it('shows what is not written, and what is written behind the last slice', () => {
    expect(problemsOf('alone').join('\n')).toMatch(/race|c_ptrs was not written/);
    expect(problemsOf('behind')).toContainEqual(
      expect.stringMatching(/^out-of-bounds: .* of a_ptrs, which has 160 elements/),
    );
  });

  it('needs a parameter for addresses, and no interpreter', async () => {
    const wrong = MANIFEST.replaceAll('r.py:twice', 'interpreter').replaceAll('*u64', '*i32');
    await space.write('wrong.yaml', wrong);
    const { code, stderr } = await space.triton(['plan', '--manifest', 'wrong.yaml']);
    expect(code).toBe(2);
    expect(stderr).toContain('the parameter is no pointer to addresses');
    expect(stderr).toContain('the interpreter cannot follow addresses');
  });
});
