import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { directoryStore } from '../../src/compile/store/store.ts';
import { readPackage, type ReadPackage } from '../../src/package/read.ts';
import {
  errorsIn,
  expectSuccess,
  SHARED_STORE,
  type Workspace,
  workspace,
} from '../support/command.ts';
import { silentLog } from '../support/silent-log.ts';
const SUMS = `import triton
import triton.language as tl

@triton.jit
def products(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.program_id(0)
    n = tl.arange(0, N)
    tl.store(out_ptr + i, tl.sum(tl.load(x_ptr + i * N + n) * tl.load(y_ptr + n)))

@triton.jit
def less(a, b):
    return a - b

@triton.jit
def differences(x_ptr, out_ptr, N: tl.constexpr):
    tl.store(out_ptr, tl.reduce(tl.load(x_ptr + tl.arange(0, N)), 0, less))
`;
const SUMS_MANIFEST = `package: sums
version: 1.0.0
triton: 3.9.0
targets: [sm_80]
kernels:
  products:
    source: sums.py:products
    specialise: listed
    arguments: { x_ptr: '*fp32', y_ptr: '*fp32', out_ptr: '*fp32' }
    grid_parameters: { rows: i32 }
    constants: { N: 128 }
    grid: rows
    smoke:
      reference: reference.py:products
      buffers: { x_ptr: [rows, 128], y_ptr: [128], out_ptr: { shape: [rows], role: out } }
      cases: [{ rows: 5 }]
  differences:
    source: sums.py:differences
    specialise: listed
    arguments: { x_ptr: '*fp32', out_ptr: '*fp32' }
    constants: { N: 64 }
    grid: 1
    smoke:
      reference: reference.py:differences
      buffers: { x_ptr: [64], out_ptr: { shape: [1], role: out } }
      cases: [{}]
`;
// That of the last thread.
const SUMS_REFERENCE = `def products(x_ptr, y_ptr):
    return x_ptr @ y_ptr

def differences(x_ptr):
    import numpy as np

    signs = [-1.0] * 32 + [1.0] * 32
    for i in range(64):
        signs[i] *= (-1) ** (i % 32).bit_count()
    return np.array([x_ptr @ signs])
`;
const BUILD = ['build', '--only', 'vector_add_fp32', '--targets', 'sm_80'];

describe('a smoke test without a GPU', () => {
  let space: Workspace;
  let source: string;
  const at = (path: string): string => join(space.folder, path);
  const emulate = (...args: readonly string[]) => space.triton(['smoke', '--emulate', ...args]);
  const buildWith = async (from: string, to: string): Promise<void> => {
    expect(source).toContain(from);
    await space.write('vector_add.py', source.replace(from, to));
    expectSuccess(await space.triton(BUILD));
  };

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    source = await readFile(at('vector_add.py'), 'utf8');
    expectSuccess(await space.triton(BUILD));
  });
  afterAll(() => space.remove());

  it('executes the PTX of every variant, compares the results, and writes evidence', async () => {
    const { code, stdout, stderr } = await emulate();
    expectSuccess({ code, stderr });
    expect(stdout).toContain(': the PTX of sm_80 was executed on the CPU; the cubins, ptxas,');
    expect(stdout).toContain('vector_add_fp32: 6 runs compared with the reference, 4 checks');
    expect(stdout).toMatch(/^10 passed, 0 failed$/m);
    const evidence: unknown = JSON.parse(await readFile(at('aot/evidence.json'), 'utf8'));
    const emulated = { outcome: 'emulated', target: 'sm_80', expected: 'reference' };
    expect(evidence).toMatchObject({ records: [], emulated: [emulated, emulated] });
    const verified = await space.triton(['verify']);
    expectSuccess(verified);
    expect(verified.stdout).toContain('the PTX of 2 of 2 variants was executed on a CPU');
  });

  it('refuses PTX that is not that of the cubin, although the store says so', async () => {
    const built = async (name: string, ...store: readonly string[]): Promise<ReadPackage> => {
      expectSuccess(await space.triton([...BUILD, '--out', name, ...store]));
      return readPackage(at(name));
    };
    const honest = await built('honest');
    await space.write('vector_add.py', source.replace('position, x + y', 'position, x - y'));
    const other = await built('other');
    await space.write('vector_add.py', source);
    const kernelsIn = (store: string) => directoryStore(store, silentLog, () => 0).kernels;
    const variants = ({ manifest }: ReadPackage) =>
      manifest.kernels.flatMap((each) => each.variants);
    for (const [index, { hash }] of variants(honest).entries()) {
      const own = await kernelsIn(SHARED_STORE).get(hash);
      const foreign = await kernelsIn(SHARED_STORE).get(variants(other)[index]?.hash ?? '');
      if (own === undefined || foreign === undefined) throw new Error('nothing was built');
      expect(foreign.cubin).not.toEqual(own.cubin);
      await kernelsIn(at('swapped')).put(hash, { ...own, cubin: foreign.cubin });
    }
    await built('swapped-aot', '--store', 'swapped');
    const swapped = ['smoke', '--emulate', '--store', 'swapped', '--package', 'swapped-aot'];
    const { code, stderr } = await space.triton(swapped);
    expect(errorsIn(stderr)).toContain(
      'the PTX in the store is not that of 2 of 2 cubins: vector_add_fp32 [algo 0, specialisation 0, sm_80], vector_add_fp32 [algo 0, specialisation 1, sm_80]',
    );
    expect(code).toBe(9);
    await expect(readFile(at('swapped-aot/evidence.json'))).rejects.toThrow('ENOENT');
  });

  it('finds a mask that is one too large, with the element and the line', async () => {
    await buildWith('position < n', 'position <= n');
    const { code, stderr } = await emulate('--sarif', 'smoke.sarif');
    expect(code).toBe(6);
    const [run] = (JSON.parse(await readFile(at('smoke.sarif'), 'utf8')) as Log).runs;
    const line = { artifactLocation: { uri: 'vector_add.py' }, region: { startLine: 12 } };
    expect(run?.results).toMatchObject([
      { ruleId: 'out-of-bounds', level: 'error', locations: [{ physicalLocation: line }] },
    ]);
    expect(errorsIn(stderr)).toMatch(
      /vector_add\.py:12: vector_add_fp32 \[algo 0, specialisation \d, n=1\]: the kernel reads 4 bytes at element 1 of x_ptr, which has 1 element, in thread block \(0, 0, 0\); also in 7 more tests$/m,
    );
    expect(errorsIn(stderr)).toContain('--emulate');
  });

  it('says that lines may be others if only a comment was added since the compile', async () => {
    await space.write(
      'vector_add.py',
      `# A comment.\n${source.replace('position < n', 'position <= n')}`,
    );
    const { code, stdout } = await space.triton(BUILD);
    expect([code, stdout]).toEqual([0, expect.stringContaining('(0 compiled, 2 from the store)')]);
    const { stderr } = await emulate('--case', '1', '--keep', 'moved');
    expect(errorsIn(stderr)).toContain('(vector_add.py as it was compiled:12)');
  });

  it('says what to do if the store has no PTX, or no kernel is for the target', async () => {
    const fresh = await space.triton(['smoke', '--emulate', '--store', 'empty']);
    expect(fresh.code).toBe(2);
    expect(errorsIn(fresh.stderr)).toContain('the store has no PTX of 2 of the 2 variants');
    expect(errorsIn(fresh.stderr)).toContain('Build the package on this machine first');
    const other = await emulate('--target', 'sm_90');
    expect(other.code).toBe(2);
    expect(errorsIn(other.stderr)).toContain('no selected kernel has code for sm_90');
  });

  it('takes copies of a sum that differ by rounding for right, and others for a race', async () => {
    await space.write('sums/sums.py', SUMS);
    await space.write('sums/reference.py', SUMS_REFERENCE);
    await space.write('sums/kernels.yaml', SUMS_MANIFEST);
    const place = ['--out', 'sums/aot'];
    expectSuccess(await space.triton(['build', '--manifest', 'sums/kernels.yaml', ...place]));
    const right = await emulate('--package', 'sums/aot', '--only', 'products');
    expectSuccess(right);
    expect(right.stdout.match(/^note: .*/gm)).toEqual([
      'note: products: several threads store copies of a result that differ by rounding, and which of them remains is undefined (sums.py:8): Triton issue #11614. The last bits of the outputs can change. Set `enable_fp_fusion: false`, or use a version of Triton that has the fix.',
    ]);
    const wrong = await emulate('--package', 'sums/aot', '--only', 'differences', '--json');
    expect(wrong.code).toBe(6);
    const { runs } = JSON.parse(wrong.stdout) as { runs: { problems: { kind: string }[] }[] };
    expect(runs[0]?.problems.map(({ kind }) => kind)).toContain('race');
    expect(wrong.stdout).toContain(
      'the kernel depends on which of several threads stores to one place last (sums.py:16): out_ptr: 1 of 1 element is outside of',
    );
  });
});
