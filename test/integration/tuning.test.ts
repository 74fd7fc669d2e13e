import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const KERNEL = `import triton
import triton.language as tl

@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, at < n) + tl.load(y + at, at < n), at < n)
`;
const MANIFEST = `package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
kernels:
  add:
    source: add.py:add
    arguments: { x: "*fp32", y: "*fp32", out: "*fp32", n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 256 }, { BLOCK: 1024 }]
    grid: cdiv(n, BLOCK)
    specialise: listed
`;

interface Packaged {
  readonly kernels: readonly {
    readonly variants: readonly { algo: number; target: string; hash: string }[];
    readonly choice?: { readonly devices: readonly { name?: string }[]; readonly tables: unknown };
  }[];
}

describe('measurements beside a manifest', () => {
  let space: Workspace;
  let python: readonly string[];
  let build: (...args: readonly string[]) => Promise<string>;
  const inPackage = async (folder: string): Promise<Packaged['kernels'][0]> => {
    const text = await readFile(join(space.folder, folder, 'manifest.json'), 'utf8');
    const [kernel] = (JSON.parse(text) as Packaged).kernels;
    if (kernel === undefined) throw new Error('no kernel');
    return kernel;
  };

  beforeAll(async () => {
    space = await workspace({ 'add.py': KERNEL, 'kernels.yaml': MANIFEST });
    python = ['--python', await tritonPython(USUAL)];
    build = async (...args) => {
      const { code, stderr } = await space.triton([
        'build',
        ...python,
        '--store',
        'store',
        '--jobs',
        '1',
        ...args,
      ]);
      if (code !== 0) throw new Error(`${code} ${errorsIn(stderr)}`);
      return stderr;
    };
    await build();
    const { variants } = await inPackage('aot');
    const entry = (
      [name, capability, multiprocessors]: readonly [string, string, number],
      target: string,
      times: number[][],
    ) => ({
      kernel: 'add',
      device: { name, capability, multiprocessors, driver: '580.1' },
      triton: USUAL,
      sizes: times.map((own, index) => ({
        values: { n: 1000 * 100 ** index },
        scores: own.map((microseconds, algo) => {
          const { hash } = variants.find((v) => v.algo === algo && v.target === target) ?? {};
          return { algo, hash, microseconds };
        }),
      })),
    });
    const kernels = [
      entry(['NVIDIA H100 80GB HBM3', '9.0', 132], 'sm_90', [
        [1, 2, 3],
        [3, 2, 1],
      ]),
      entry(['NVIDIA A100-SXM4-80GB', '8.0', 108], 'sm_80', [[2, 1, 2]]),
    ];
    await space.write('tuning.json', JSON.stringify({ format: 2, kernels }));
  }, 300_000);
  afterAll(() => space.remove());

  it('become the choice of a build that compiles nothing, the same every time', async () => {
    expect(await build('--verbose')).toMatch(/(\d+) of \1 variants in the store/);
    const { choice } = await inPackage('aot');
    expect(choice?.devices.map(({ name }) => name)).toEqual([
      'NVIDIA A100-SXM4-80GB',
      'NVIDIA H100 80GB HBM3',
      undefined,
      undefined,
      undefined,
    ]);
    const source = await readFile(join(space.folder, 'aot/src/add.c'), 'utf8');
    expect(source).toMatch(/return aot_fastest\(a, aot_times_1_0, 3, 132, 1\.0.*\);/);
    const verified = await space.triton([
      'verify',
      '--manifest',
      'kernels.yaml',
      '--store',
      'store',
      ...python,
    ]);
    expectSuccess(verified);
    const listed = await space.triton(['list']);
    expect(listed.stdout).toContain(
      '  measured: NVIDIA H100 80GB HBM3: 2 sizes, 1.00 × the best algo on average, at most 1.00 ×\n',
    );
  }, 300_000);

  it('are used by a package for one target, which has its own algos', async () => {
    await build('--targets', 'sm_90', '--out', 'recent');
    await build('--targets', 'sm_80', '--out', 'old');
    const [recent, old] = await Promise.all(['recent', 'old'].map(inPackage));
    expect(recent?.choice?.devices.map(({ name }) => name)).toEqual([
      'NVIDIA H100 80GB HBM3',
      undefined,
      undefined,
    ]);
    expect(old?.choice?.tables).toMatchObject([
      {
        multiprocessors: 108,
        classes: [{ sizes: 1, algos: [{ algo: 0 }, { algo: 1 }, { algo: 2 }] }],
      },
    ]);
  }, 300_000);
});
