import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessResult } from '../../src/base/process.ts';
import { sha256 } from '../../src/base/text.ts';
import {
  errorsIn,
  expectSuccess,
  warningsIn,
  type Workspace,
  workspace,
} from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)


@triton.jit
def wrong(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y + offsets, undefined_name + n)
`;
const ENTRY = `
    signature: "*fp32, *fp32, i32, 128"
    grid: cdiv(n, BLOCK)
`;
const HEAD = `package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
`;
const GOOD = `${HEAD}  copy:
    source: kernels.py:copy${ENTRY}`;
/** The file runs, not only the kernel. */
const IMPORTED = `${GOOD}    source_mode: import
`;

/** Returns the hash of every file of a folder, by path. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const hashed: Record<string, string> = {};
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    hashed[path] = sha256(await readFile(join(folder, path)));
  }
  return hashed;
}

describe('build', () => {
  let space: Workspace;
  /** What the first build printed, in a folder with its package and store. */
  let first: ProcessResult;
  let built: Workspace;
  let before: Record<string, string>;
  beforeAll(async () => {
    built = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': GOOD });
    first = await built.triton(['build', '--store', 'store']);
    before = await contents(join(built.folder, 'aot'));
  });
  afterAll(() => built.remove());
  beforeEach(async () => {
    space = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': GOOD });
  });
  afterEach(() => space.remove());

  const copyBuilt = (): Promise<void> => cp(built.folder, space.folder, { recursive: true });

  it('writes a package, and reads everything from the store the next time', async () => {
    expect(first.stdout).toMatch(
      /^Wrote demo 0\.0\.0 to aot \(2 compiled, 0 from the store\)\n {2}copy: 2 variants for sm_80, sm_90, /,
    );
    expectSuccess(first);
    expect(Object.keys(before)).toEqual([
      'CMakeLists.txt',
      'SHA256SUMS',
      'cmake/demo.cps.in',
      'cmake/demo.pc.in',
      'cmake/demoConfig.cmake.in',
      'cmake/install.cmake',
      'include/demo.h',
      'include/demo/aot_cuda.h',
      'include/demo/aot_driver.h',
      'include/demo/aot_gpu.h',
      'include/demo/copy.h',
      'lib/cmake/demo/demoConfig.cmake',
      'lib/cmake/demo/demoConfigVersion.cmake',
      'lib/pkgconfig/demo.pc',
      'manifest.json',
      'sbom.cdx.json',
      'src/aot_cuda_launch.h',
      'src/aot_find.h',
      'src/aot_image.h',
      'src/aot_inflate.h',
      'src/aot_launch.h',
      'src/copy.c',
      'stub/libcuda.c',
    ]);
    const sums = await readFile(join(built.folder, 'aot/SHA256SUMS'), 'utf8');
    const { SHA256SUMS: _sums, ...summed } = before;
    expect(sums).toBe(
      Object.entries(summed)
        .map(([path, hash]) => `${hash}  ${path}\n`)
        .join(''),
    );

    await copyBuilt();
    const second = await space.triton(['build', '--store', 'store', '--json', '--verbose']);
    expect(JSON.parse(second.stdout)).toMatchObject({ package: 'demo', compiled: 0, cached: 2 });
    expect(second.stderr).toContain('2 of 2 variants in the store');
    expect(second.stderr).not.toContain('using Triton');
    expect(await contents(join(space.folder, 'aot'))).toEqual(before);
  });

  it('writes the same bytes in another folder with an empty store', async () => {
    expectSuccess(await space.triton(['build', '--store', 'store', '--jobs', '1']));
    expect(await contents(join(space.folder, 'aot'))).toEqual(before);
  });

  it('warns of a damaged kernel in the store and compiles it again', async () => {
    await copyBuilt();
    const plan = await space.triton(['plan', '--store', 'store', '--json']);
    const [{ hash }] = JSON.parse(plan.stdout).variants;
    const files = await readdir(join(space.folder, 'store'), { recursive: true });
    const entry = files.find((name) => name.endsWith(`${hash}.kernel`)) ?? '';
    const bytes = await readFile(join(space.folder, 'store', entry));
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
    await writeFile(join(space.folder, 'store', entry), bytes);
    const { code, stdout, stderr } = await space.triton(['build', '--store', 'store']);
    expect(code).toBe(0);
    expect(stdout).toContain('(1 compiled, 1 from the store)');
    expectGolden(warningsIn(stderr).replace(/[0-9a-f]{2}\/[0-9a-f]{64}/, 'HASH'));
    expect(await contents(join(space.folder, 'aot'))).toEqual(before);
  });

  it('reports every kernel that fails with its line, compiles all others, and writes no package', async () => {
    await space.write('needs.py', `import numpee\n${KERNELS}`);
    await space.write('aborts.py', `import os\nos.abort()\n${KERNELS}`);
    await space.write('hangs.py', `import time\ntime.sleep(1000)\n${KERNELS}`);
    const entries = ['needs', 'aborts', 'hangs'].map(
      (name) => `  ${name}:\n    source: ${name}.py:copy${ENTRY}    source_mode: import\n`,
    );
    await space.write(
      'kernels.yaml',
      `${GOOD}  wrong:\n    source: kernels.py:wrong${ENTRY}${entries.join('')}`,
    );
    const { code, stdout, stderr } = await space.triton([
      'build',
      '--store',
      'store',
      '--timeout',
      '30',
    ]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    // Variants of a kernel fail in any order, and so do kernels.
    const summary = /\n(\d+ variants? of .*)\n$/.exec(stderr)?.[1];
    expect(summary).toBe('8 variants of 4 kernels failed, 2 variants compiled');
    const errors = errorsIn(stderr)
      .replace(`${summary}\n`, '')
      .replaceAll(/\[sm_\d+\]/g, '[sm_N]')
      .split(/^(?=error: )/m);
    expectGolden(errors.toSorted().join(''));
    expect(await readdir(space.folder)).not.toContain('aot');
    const stored = await readdir(join(space.folder, 'store'), { recursive: true });
    expect(stored.filter((name) => name.endsWith('.kernel'))).toHaveLength(2);
  });

  it('fails if a change exceeds the budget, each time and in every command, and writes no package', async () => {
    const budget = '    budget: { registers: 40, spills: 0, occupancy: 100%, size: 50KB }\n';
    const build = (): Promise<ProcessResult> =>
      space.triton(['build', '--store', 'store', '--verbose']);
    await copyBuilt();
    await space.write('kernels.yaml', `${GOOD}${budget}`);
    expectSuccess(await build());

    const kept = await contents(join(space.folder, 'aot'));
    // Sixteen times the elements for each thread, which do not fit into half of the registers.
    const planted = GOOD.replace('i32, 128', 'i32, 2048').replace('sm_80, ', '');
    await space.write('kernels.yaml', `${planted}    maxnreg: 64\n    num_warps: 1\n${budget}`);
    const failed = await build();
    expect({ ...failed, stderr: '' }).toMatchObject({ code: 10, stdout: '' });
    const errors = errorsIn(failed.stderr);
    // How many bytes are spilled is up to ptxas.
    expectGolden(errors.replace(/spills \d+ bytes/, 'spills N bytes'));
    expect(await contents(join(space.folder, 'aot'))).toEqual(kept);

    const again = await build();
    expect(again.stderr).toContain('1 of 1 variant in the store');
    expect({ code: again.code, errors: errorsIn(again.stderr) }).toEqual({ code: 10, errors });
    const shard = ['build', '--shard', '1/1', '--store', 'store', '--out', 'part'];
    expectSuccess(await space.triton(shard));
    const shared = await space.triton(['build', '--results', 'part', '--store', 'other']);
    expect({ code: shared.code, errors: errorsIn(shared.stderr) }).toEqual({ code: 10, errors });

    await space.write(
      'kernels.yaml',
      `${planted}    maxnreg: 64\n    num_warps: 1\n${budget.replace(' }', ', exceeded: warning }')}`,
    );
    const warned = await build();
    expectSuccess(warned);
    const lines = errors.split('\n').filter((line) => line.startsWith('error: '));
    expect(warningsIn(warned.stderr)).toBe(lines.join('\n').replaceAll('error: ', 'warning: '));
  });

  it('runs kernel files without the secrets of the environment', async () => {
    const spy = `import os\nopen(os.path.join(os.path.dirname(__file__), 'seen'), 'w').write('\\n'.join(os.environ))\n`;
    await space.write('kernels.py', `${spy}${KERNELS}`);
    await space.write('kernels.yaml', IMPORTED);
    const env = {
      GITHUB_TOKEN: 's',
      ACTIONS_RUNTIME_TOKEN: 's',
      INPUT_TARGETS: 's',
      AWS_SECRET_ACCESS_KEY: 's',
      // So that it can write where this test can see it.
      TRITON_AOT_NAMESPACES: '0',
    };
    const args = ['build', '--store', 'store', '--targets', 'sm_90'];
    expectSuccess(await space.triton(args, { env }));
    const seen = (await readFile(join(space.folder, 'seen'), 'utf8')).split('\n');
    expect(seen).toContain('PATH');
    expect(seen.filter((name) => /TOKEN|INPUT|ACTIONS|SECRET/.test(name))).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends every process at once on %s and leaves no files',
    async (signal) => {
      const marker = `marker_${signal}`;
      await space.write(
        'kernels.py',
        `import os, subprocess, time\nsubprocess.Popen(['sleep', '1000'])\nopen(${JSON.stringify(join(space.folder, 'pids'))}, 'a').write(f'{os.getpid()} ')\ntime.sleep(1000)  # ${marker}\n${KERNELS}`,
      );
      await space.write('kernels.yaml', IMPORTED);
      const { code, stderr } = await space.interrupt(['build', '--store', 'store'], signal, 'pids');
      expect(code).toBe(130);
      expectGolden(errorsIn(stderr));
      const pids = (await readFile(join(space.folder, 'pids'), 'utf8'))
        .trim()
        .split(' ')
        .map(Number);
      expect(pids.length).toBeGreaterThan(0);
      // The kernel ends those whose parent was killed, which takes a moment. By themselves they would
      // end after the time limit of a test.
      const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/exe`);
      while (pids.some(isRunning)) await sleep(50);
      expect(await readdir(space.folder)).toEqual(['kernels.py', 'kernels.yaml', 'pids']);
    },
  );

  it('reads the configs of @triton.autotune, and runs Triton for those that are computed', async () => {
    const autotuned = `import triton
import triton.language as tl

def configs():
    return [triton.Config({'BLOCK': 2 ** k}, num_warps=2) for k in (6, 8)]

@triton.autotune(configs=[triton.Config({'BLOCK': 64}, num_warps=2), triton.Config({'BLOCK': 256})], key=['n'])
@triton.jit
def literal(x, n, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), n)

@triton.autotune(configs=configs(), key=['n'])
@triton.jit
def computed(x, n, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), n)
`;
    await space.write('tuned.py', autotuned);
    const entry = (name: string): string =>
      `  ${name}:\n    source: tuned.py:${name}\n    arguments: { x: "*i32", n: i32 }\n    configs: autotune\n    grid: cdiv(n, BLOCK)\n`;
    await space.write('kernels.yaml', `${HEAD}${entry('literal')}${entry('computed')}`);
    const { stdout, code } = await space.triton(['list']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `literal  (tuned.py:9 literal)
  signature: x: *i32, n: i32
  grid: cdiv(n, BLOCK)
  targets: sm_80, sm_90
  algo 0: BLOCK=64, num_warps=2, num_stages=3, num_ctas=1, enable_fp_fusion=true
  algo 1: BLOCK=256, num_warps=4, num_stages=3, num_ctas=1, enable_fp_fusion=true
  specialisation 0: any values
computed  (tuned.py:14 computed)
  signature: x: *i32, n: i32
  grid: cdiv(n, BLOCK)
  targets: sm_80, sm_90
  algo 0: BLOCK=64, num_warps=2, num_stages=3, num_ctas=1, enable_fp_fusion=true
  algo 1: BLOCK=256, num_warps=2, num_stages=3, num_ctas=1, enable_fp_fusion=true
  specialisation 0: any values
`,
    });
  });
});
