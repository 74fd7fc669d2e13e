import { afterAll, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { Failure, formatProblem } from '../../src/base/errors.ts';
import { run } from '../../src/base/process.ts';
import { build } from '../../src/build.ts';
import { casesSchema, type KernelCases } from '../../src/manifest/cases/packaged.ts';
import { expectedBytes } from '../../src/manifest/values/packing.ts';
import { freeBytes } from '../../src/base/files.ts';
import { readPlatform } from '../../src/toolchain/platform.ts';
import { TEST_HOME } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';
import { downloadFile } from '../../src/github/web.ts';

const INSTALLATION_MS = 600_000;

const KERNEL = `import triton
import triton.language as tl


@triton.jit
def axpy(x, y, out, n, stride, a, BLOCK: tl.constexpr, NAME: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at * stride, a * tl.load(x + at * stride, mask=at < n).to(tl.float32)
             + tl.load(y + at, mask=at < n), mask=at < n)
`;

/** Each entry has a name, its smoke section, and the element type. */
function manifest(entries: readonly (readonly [string, string, string?])[], triton = '3.9.0') {
  return `package: demo
triton: ${triton}
targets: [sm_80]
defaults: { specialise: listed }
kernels:
${entries
  .map(
    ([name, smoke, element = 'fp16']) => `  ${name}:
    source: axpy.py:axpy
    arguments: { x: '*${element}', y: '*i32', out: '*${element}', n: i32, stride: i64, a: fp32 }
    constants: { BLOCK: 64, NAME: axpy }
    grid: [cdiv(n, BLOCK)]
    num_warps: 1
    smoke:
      ${smoke}
      arguments: { stride: 3, a: 0.1 }
      buffers:
        x: { shape: [n], strides: [stride] }
        y: [n]
        out: { shape: [n], strides: [stride], role: out }
`,
  )
  .join('')}`;
}

const REFERENCE = `import numpy as np
from local import twice


def axpy(x, y, a, n, BLOCK, NAME, other=1):
    print("{}\\n" * 3, flush=True)
    assert (x.dtype, y.dtype, x.shape) == (np.float64, np.int32, (n,))
    assert (type(n), type(a), BLOCK, NAME, other) == (int, float, 64, "axpy", 1)
    assert a == np.float32(0.1)
    return twice(a * x + y) / 2
`;

const LOCAL = 'def twice(x):\n    return 2 * x\n';

const folders: string[] = [];
let folder = '';
let warnings: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reference-'));
  folders.push(folder);
  warnings = [];
  await write('axpy.py', KERNEL);
  await write('local.py', LOCAL);
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

interface Settings {
  readonly timeout?: number;
  readonly home?: string;
}

/** Builds the package in the folder, and returns its tests. */
async function tests({ timeout = 100, home = TEST_HOME }: Settings = {}) {
  await mkdir(TEST_HOME, { recursive: true });
  const out = join(folder, 'aot');
  const request = {
    manifest: join(folder, 'kernels.yaml'),
    out,
    store: join(folder, 'store'),
    storeLimit: 1e9,
    jobs: 1,
    timeout,
    allowKnownWrong: [],
  };
  await build(request, {
    env: { ...process.env, SECRET_TOKEN: 'secret' },
    platform: readPlatform(),
    log: { ...silentLog, warning: (problem) => void warnings.push(formatProblem(problem)) },
    signal: new AbortController().signal,
    runTool: run,
    home,
    scratch: tmpdir(),
    memory: new Memory(),
    freeBytes,
    download: downloadFile,
    now: () => performance.now(),
  });
  const text = await readFile(join(out, 'smoke/cases.json'), 'utf8');
  return casesSchema.parse(JSON.parse(text)).kernels;
}

async function problemsOf(settings?: Settings): Promise<readonly string[]> {
  const error: unknown = await tests(settings).catch((failure: unknown) => failure);
  if (!(error instanceof Failure)) throw error instanceof Error ? error : new Error('no failure');
  expect(error.kind).toBe('compile');
  return error.problems.map((problem) => formatProblem(problem).replaceAll(`${folder}/`, ''));
}

async function expectedOf(kernel: KernelCases | undefined, name = 'out'): Promise<Float32Array> {
  const buffer = kernel?.cases[0]?.buffers[name];
  if (buffer === null || buffer?.expected === undefined) throw new Error('nothing is expected');
  const content = await readFile(join(folder, 'aot', buffer.expected.data.file));
  const bytes = expectedBytes(buffer, () => content);
  return new Float32Array(bytes?.slice().buffer ?? new ArrayBuffer(0));
}

/** ‖a − b‖ / ‖b‖. */
function distance(a: Float32Array, b: Float32Array): number {
  const norm = (values: readonly number[]): number => Math.hypot(...values);
  return norm([...a].map((value, index) => value - (b[index] ?? NaN))) / norm([...b]);
}

const CASES = 'cases: [{ n: 100 }]';
const REFERRING = `reference: reference.py:axpy\n      ${CASES}`;

describe('a reference', () => {
  it(
    'gets the arguments it names, and may import and print anything',
    async () => {
      await write('reference.py', REFERENCE);
      await write('kernels.yaml', manifest([['axpy_fp16', REFERRING]]));
      const [kernel] = await tests();
      expect(kernel).toMatchObject({ expected: 'reference' });
      expect(await expectedOf(kernel)).toHaveLength(100);
      expect(warnings).toEqual([]);
    },
    INSTALLATION_MS,
  );

  it('is called again only if something it depends on has changed', async () => {
    await write('reference.py', REFERENCE);
    await write('kernels.yaml', manifest([['axpy_fp16', REFERRING]]));
    const before = await expectedOf((await tests())[0]);
    // Sources are read, but nothing runs, so that no Python with Triton is needed.
    const home = join(folder, 'home');
    expect(await expectedOf((await tests({ home }))[0])).toEqual(before);
    expect(await readdir(home)).toEqual(['readings']);
    await write('local.py', 'def twice(x):\n    return 4 * x\n');
    const after = await expectedOf((await tests())[0]);
    expect(
      distance(
        after,
        before.map((value) => 2 * value),
      ),
    ).toBeLessThan(1e-4);
  });

  it('that fails is reported with the case, the line, and what to do', async () => {
    const bodies: Readonly<Record<string, string>> = {
      raises: 'def raises(x):\n    return x[1000]',
      missing: 'def missing(x, stride_x, out):\n    return x',
      nothing: 'def nothing(x):\n    pass',
      two: 'def two(x):\n    return x, x',
      names: 'def names(x):\n    return {"result": x}',
      shape: 'def shape(x):\n    return x[:-1]',
      complexes: 'def complexes(x):\n    return x * 1j',
      nans: 'def nans(x):\n    x[3] = x[5] = float("nan")\n    return x',
      exits: 'def exits(x):\n    raise SystemExit(3)',
      dies: 'import os\ndef dies(x):\n    os._exit(3)',
      secret: 'def secret(x):\n    import os\n    return {}[os.environ.get("SECRET_TOKEN")]',
    };
    const entries = Object.keys(bodies).map(
      (name) => [name, `reference: ${name}.py:${name}\n      ${CASES}`] as const,
    );
    for (const [name, body] of Object.entries(bodies)) await write(`${name}.py`, `${body}\n`);
    await write(
      'kernels.yaml',
      manifest([...entries, ['absent', 'reference: local.py:absent\n      cases: [{ n: 1 }]']]),
    );
    const problems = await problemsOf();
    expect(problems).toHaveLength(Object.keys(bodies).length + 1);
    expectGolden(problems.toSorted().join('\n'));
  });

  it('that takes too long is ended', async () => {
    await write('reference.py', 'def axpy(x):\n    while True:\n        pass\n');
    await write('kernels.yaml', manifest([['axpy_fp16', REFERRING]]));
    const problems = await problemsOf({ timeout: 30 });
    expect(problems).toHaveLength(1);
    expectGolden(problems.join('\n'));
  });
});

describe.each(TRITON_VERSIONS)('the interpreter of Triton %s', (triton) => {
  it(
    'gives the same results as the reference, for every type and with gaps',
    async () => {
      await write('reference.py', REFERENCE);
      const elements = ['fp32', 'fp16', 'bf16', 'fp64'];
      const entries = elements.map((element) => [`axpy_${element}`, CASES, element] as const);
      await write('kernels.yaml', manifest(entries, triton));
      const interpreted = await tests();
      expect(warnings).toEqual([]);
      expect(interpreted.map(({ expected }) => expected)).toEqual(
        elements.map(() => 'interpreter'),
      );
      const values = await Promise.all(interpreted.slice(0, 3).map((each) => expectedOf(each)));
      await write(
        'kernels.yaml',
        manifest(
          elements.map((element) => [`axpy_${element}`, REFERRING, element] as const),
          triton,
        ),
      );
      for (const [index, kernel] of (await tests()).slice(0, 3).entries()) {
        const found = values[index] ?? new Float32Array();
        expect(distance(found, await expectedOf(kernel))).toBeLessThan(index === 1 ? 1e-3 : 1e-6);
      }
    },
    INSTALLATION_MS,
  );

  it('is skipped for a kernel that it cannot run, with a warning', async () => {
    const wrong = {
      assembly: 'tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [at], tl.int32, True, 1)',
      brain: '(tl.load(x + at * stride).to(tl.bfloat16) * tl.load(x).to(tl.bfloat16))',
    };
    for (const [name, text] of Object.entries(wrong)) {
      await write(`${name}.py`, KERNEL.replace('a * tl.load', `${text} + a * tl.load`));
    }
    const text = manifest(
      Object.keys(wrong).map((name) => [name, CASES, 'fp32'] as const),
      triton,
    );
    await write(
      'kernels.yaml',
      text.replace('axpy.py', 'assembly.py').replace('source: axpy.py', 'source: brain.py'),
    );
    const kernels = await tests();
    expect(kernels).toMatchObject([
      {
        expected: 'none',
        note: expect.stringMatching(/^assembly.py:8: NotImplementedError: inline_asm/),
      },
      {
        expected: 'none',
        note: expect.stringMatching(/^brain.py:8: NotImplementedError: .* bf16$/),
      },
    ]);
    expect(warnings).toHaveLength(2);
    expectGolden(warnings.toSorted().join('\n').replaceAll(`${folder}/`, ''));
    // A second build reads it from the store and warns again.
    await tests({ home: join(folder, 'home') });
    expect(warnings).toHaveLength(4);
  });

  it.each([
    ['reads after the end', 'x + at * stride, mask=at < n', 'x + at * stride'],
    ['reads before the start', 'x + at * stride', 'x - 1 + at * stride'],
    ['writes after the end', 'store(out + at', 'store(out + n * stride + at'],
    ['adds atomically after the end', 'store(out + at', 'atomic_add(out + n * stride + at'],
  ])('refuses a kernel that %s of a tensor', async (_what, from, to) => {
    await write('axpy.py', KERNEL.replace(from, to));
    await write('kernels.yaml', manifest([['axpy', CASES, 'fp32']], triton));
    expectGolden((await problemsOf()).join('\n').replaceAll(`${folder}/`, ''));
  });

  it('that takes too long is an error, since the package must not depend on the machine', async () => {
    const slow = KERNEL.replace('    at = ', '    while n > 0:\n        n += 0\n    at = ');
    await write('axpy.py', slow);
    await write('kernels.yaml', manifest([['axpy_fp16', CASES]], triton));
    const problems = await problemsOf({ timeout: 30 });
    expect(problems).toHaveLength(1);
    expectGolden(problems.join('\n'));
  });
});
