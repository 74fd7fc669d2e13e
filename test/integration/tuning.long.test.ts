import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, type Workspace, workspace } from '../support/command.ts';
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

  it('of other code are left out with a warning, or are an error', async () => {
    await space.write('kernels.yaml', MANIFEST.replace('BLOCK: 64', 'BLOCK: 128'));
    const warned = await build('--out', 'changed');
    expect(warned).toContain('add: 3 of 9 measured times are not used');
    expect((await inPackage('changed')).choice?.tables).toHaveLength(2);
    await expect(build('--strict-tuning')).rejects.toThrow(
      /^2 error: tuning.json:1:24: add: 3 of 9/,
    );
    await space.write('kernels.yaml', MANIFEST);
  });
});
