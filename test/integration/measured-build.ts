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
export const MANIFEST = `package: demo
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

/** A kernel of a package's `manifest.json`. */
interface PackagedKernel {
  readonly variants: readonly { algo: number; target: string; hash: string }[];
  readonly choice?: { readonly devices: readonly { name?: string }[]; readonly tables: unknown };
}

/** A folder with a manifest, a package that was built from it, and a `tuning.json` with times of two GPUs. */
export interface MeasuredBuild {
  readonly space: Workspace;
  /** Options that choose the Python. */
  readonly python: readonly string[];
  /** Builds again, and returns what it wrote to standard error. */
  readonly build: (...args: readonly string[]) => Promise<string>;
  /** Reads the kernel of the package in a folder. */
  readonly inPackage: (folder: string) => Promise<PackagedKernel>;
}

export async function measuredBuild(): Promise<MeasuredBuild> {
  const space = await workspace({ 'add.py': KERNEL, 'kernels.yaml': MANIFEST });
  const python = ['--python', await tritonPython(USUAL)];
  const build: MeasuredBuild['build'] = async (...args) => {
    const options = [...python, '--jobs', '1', ...args];
    const { code, stderr } = await space.triton(['build', ...options]);
    if (code !== 0) throw new Error(`${code} ${errorsIn(stderr)}`);
    return stderr;
  };
  const inPackage: MeasuredBuild['inPackage'] = async (folder) => {
    const text = await readFile(join(space.folder, folder, 'manifest.json'), 'utf8');
    const [kernel] = (JSON.parse(text) as { kernels: readonly PackagedKernel[] }).kernels;
    if (kernel === undefined) throw new Error('no kernel');
    return kernel;
  };
  await build();
  await space.write('tuning.json', measurements((await inPackage('aot')).variants));
  return { space, python, build, inPackage };
}

function measurements(variants: PackagedKernel['variants']): string {
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
  return JSON.stringify({ format: 2, kernels });
}
