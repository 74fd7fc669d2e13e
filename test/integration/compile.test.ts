import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileAll, describeAll, type PoolContext } from '../../src/toolchain/workers/pool.ts';
import type { CompileFailure, CompileOutcome } from '../../src/toolchain/workers/answers.ts';
import type { CompileJob } from '../../src/toolchain/workers/protocol.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const BRIDGE = fileURLToPath(new URL('../../python/bridge', import.meta.url));
const KERNELS = fileURLToPath(new URL('../fixtures/kernels', import.meta.url));
const INSTALLATION_MS = 600_000;

const ADD_SIGNATURE = [
  ['x', '*fp32'],
  ['y', '*fp32'],
  ['out', '*fp32'],
  ['n', 'i32'],
  ['BLOCK', 'constexpr'],
] as const;

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'compile-'));
});

afterAll(async () => {
  await rm(scratch, { recursive: true });
});

function context(python: string, changes: Partial<PoolContext> = {}): PoolContext {
  return {
    python,
    bridge: BRIDGE,
    env: process.env,
    scratch,
    workers: 1,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

function job(module: string, name: string, changes: Partial<CompileJob> = {}): CompileJob {
  return {
    id: 1,
    source: source(KERNELS, module, name),
    signature: [
      ['x', '*i32'],
      ['n', 'i32'],
      ['BLOCK', 'constexpr'],
    ],
    constants: { BLOCK: ['int', '64'] },
    divisors: { x: 16 },
    options: { num_warps: 4 },
    target: { backend: 'cuda', arch: 80, warpSize: 32 },
    ...changes,
  };
}

/** A file that is imported. `more` are the files that its kernels' hashes cover besides it. */
function source(
  folder: string,
  module: string,
  name: string,
  more: readonly string[] = [],
  depends: readonly string[] = more,
): CompileJob['source'] {
  const file = join(folder, `${module}.py`);
  const closure = [file, ...more.map((each) => join(folder, each))];
  return { kind: 'import', path: [folder], module, file, function: name, folder, closure, depends };
}

function addJob(arch: number, folder = KERNELS): CompileJob {
  return job('vector_add', 'add', {
    source: source(folder, 'vector_add', 'add'),
    signature: ADD_SIGNATURE,
    target: { backend: 'cuda', arch, warpSize: 32 },
  });
}

function targetJob(arch: number): CompileJob {
  return job('asks_target', 'store', {
    signature: [
      ['x', '*fp32'],
      ['BLOCK', 'constexpr'],
    ],
    target: { backend: 'cuda', arch, warpSize: 32 },
  });
}

function cubinOf(outcome: CompileOutcome | undefined): string {
  return outcome?.ok === true ? Buffer.from(outcome.kernel.cubin).toString('hex') : '';
}

describe.each(TRITON_VERSIONS)('the bridge with Triton %s', (version) => {
  let python: string;

  beforeAll(async () => {
    python = await tritonPython(version);
  }, INSTALLATION_MS);

  async function failuresOf(
    failing: readonly CompileJob[],
  ): Promise<readonly (CompileFailure | undefined)[]> {
    const jobs = failing.map((each, id) => ({ ...each, id }));
    const outcomes = await compileAll(jobs, context(python, { timeoutMs: 10_000 }));
    return outcomes.map((outcome) => (outcome.ok ? undefined : outcome.failure));
  }

  async function failureOf(failing: CompileJob): Promise<CompileFailure | undefined> {
    return (await failuresOf([failing]))[0];
  }

  it('compiles a vector addition for every generation of GPUs', async () => {
    const outcomes = await compileAll(
      [80, 90, 100, 120].map((arch) => addJob(arch)),
      context(python, { workers: 2 }),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        ok: true,
        kernel: { name: 'add', numWarps: 4, numCtas: 1, shared: 0, tensorMaps: [] },
      });
      // An ELF file.
      expect(cubinOf(outcome)).toMatch(/^7f454c46/);
    }
    expect(new Set(outcomes.map(cubinOf)).size).toBe(4);
  });

  it('gives the same bytes from any folder, worker and order', async () => {
    const folder = join(scratch, `moved ${version}`);
    await mkdir(folder);
    await copyFile(join(KERNELS, 'vector_add.py'), join(folder, 'vector_add.py'));
    const here = await compileAll([addJob(80), addJob(90)], context(python));
    const moved = [addJob(90, folder), addJob(80, folder)];
    const there = await compileAll(moved, context(python, { workers: 2 }));
    expect(here.map(cubinOf)).toEqual(there.map(cubinOf).toReversed());
    expect(await readdir(folder)).toEqual(['vector_add.py']);
  });

  it('distinguishes files with the same name in two folders', async () => {
    const folders = ['one', 'two'].map((name) => join(scratch, version, name));
    for (const [index, folder] of folders.entries()) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'common.py'), `VALUE = ${index + 1}\n`);
      await writeFile(
        join(folder, 'uses.py'),
        [
          'import triton, triton.language as tl',
          'import common',
          'VALUE = tl.constexpr(common.VALUE)',
          '@triton.jit',
          'def store(x):',
          '    tl.store(x, VALUE)',
        ].join('\n'),
      );
    }
    const [one = '', two = ''] = folders;
    const outcomes = await compileAll(
      [one, two, one].map((folder) =>
        job('uses', 'store', {
          source: source(folder, 'uses', 'store', ['common.py']),
          signature: [['x', '*i32']],
          constants: {},
        }),
      ),
      context(python),
    );
    const [first, second, third] = outcomes.map(cubinOf);
    expect(first).not.toBe('');
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  it('reports the line of an error, also in a function that the kernel calls', async () => {
    const broken = join(KERNELS, 'broken.py');
    const functions = ['calls', 'asserts', 'assembles'];
    const [calls, asserts, assembles] = await failuresOf(
      functions.map((name) => job('broken', name)),
    );
    expect(calls).toEqual({
      reason: 'compile',
      message: 'NameError: not_defined is not defined',
      file: broken,
      line: 7,
    });
    expect(asserts).toEqual({
      reason: 'compile',
      message: 'CompileTimeAssertionFailure: BLOCK must be more than 64',
      file: broken,
      line: 22,
    });
    // Only the relevant lines of ptxas.
    expect(assembles?.message).toContain("Not a name of any known instruction: 'bogus'");
    expect(assembles?.message.length).toBeLessThan(500);
  });

  it('reports parameters, options and functions that do not match', async () => {
    const signature = [
      ['x', '*i32'],
      ['count', 'i32'],
    ] as const;
    const failures = await failuresOf([
      job('vector_add', 'add', { signature, constants: {} }),
      { ...addJob(80), options: { num_warp: 4 } },
      job('vector_add', 'sub'),
      job('vector_add', 'tl'),
    ]);
    expect(failures.map((failure) => failure?.reason)).toEqual([
      'parameters',
      'options',
      'function',
      'function',
    ]);
    expectGolden(failures.map((failure) => failure?.message).join('\n'));
  });

  it('reports a module that is not installed', async () => {
    expect(await failureOf(job('missing_import', 'any'))).toEqual({
      reason: 'import',
      message: "ModuleNotFoundError: No module named 'no_such_package'",
      file: join(KERNELS, 'missing_import.py'),
      line: 2,
      missingModule: 'no_such_package',
    });
  });

  it('allows kernel files to print and read anything', async () => {
    const prints = job('prints', 'one', { signature: [['x', '*i32']], constants: {} });
    const [outcome] = await compileAll([{ ...prints, id: 0 }], context(python));
    expect(outcome?.ok).toBe(true);
  });

  it('gives kernel files the target they are compiled for', async () => {
    const one = context(python);
    const mixed = await compileAll([80, 86, 90, 86].map(targetJob), one);
    const alone = await compileAll([targetJob(86)], one);
    expect(cubinOf(mixed[1])).toBe(cubinOf(alone[0]));
    expect(cubinOf(mixed[3])).toBe(cubinOf(alone[0]));
    const described = await describeAll([targetJob(80), targetJob(90)], one);
    expect(described).toMatchObject(
      ['64', '128'].map((block) => ({
        ok: true,
        function: {
          line: 10,
          parameters: [
            { name: 'x', constexpr: false, hasDefault: false },
            { name: 'BLOCK', constexpr: true, default: { kind: 'int', value: 32n } },
          ],
          autotune: {
            static: [{ constants: { BLOCK: { value: BigInt(block) } }, options: { num_warps: 8 } }],
          },
        },
      })),
    );
  });

  it.each([
    [
      'sys.path',
      [
        'import os, sys',
        'sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))',
        'import hidden',
      ],
    ],
    ['importlib', ['import importlib', 'hidden = importlib.import_module("lib.hidden")']],
  ])('refuses files loaded by %s that the hash does not cover', async (how, lines) => {
    const folder = join(scratch, `loads ${version} ${how}`);
    await mkdir(join(folder, 'lib'), { recursive: true });
    const decorated = ['import triton', 'import triton.language as tl', '@triton.jit'];
    await writeFile(
      join(folder, 'lib', 'hidden.py'),
      [...decorated, 'def one(x):', '    return 1'].join('\n'),
    );
    await writeFile(
      join(folder, 'loads.py'),
      [...lines, 'one = hidden.one', ...decorated, 'def store(x):', '    tl.store(x, one(x))'].join(
        '\n',
      ),
    );
    const loads = (more: readonly string[]): CompileJob =>
      job('loads', 'store', {
        source: source(folder, 'loads', 'store', more),
        signature: [['x', '*i32']],
        constants: {},
      });
    expect(await failureOf(loads([]))).toEqual({
      reason: 'import',
      message: 'the file also loads lib/hidden.py, which reading its imports does not find',
      file: join(folder, 'loads.py'),
      hint: 'Name it in `depends:`, so that a change is noticed.',
    });
    const [outcome] = await compileAll([{ ...loads(['lib/hidden.py']), id: 0 }], context(python));
    expect(outcome?.ok).toBe(true);
  });

  it('does not count files that another kernel file has loaded', async () => {
    const both = [addJob(80), targetJob(80), addJob(80)].map((each, id) => ({ ...each, id }));
    const outcomes = await compileAll(both, context(python));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it('survives files that end, abort or kill Python, or never return', async () => {
    const modules = ['exits', 'aborts', 'killed', 'endless'];
    const jobs = [...modules.map((module) => job(module, 'any')), addJob(80)];
    const outcomes = await compileAll(jobs, context(python, { timeoutMs: 10_000, workers: 2 }));
    const failures = outcomes.map((outcome) => (outcome.ok ? undefined : outcome.failure));
    expect(failures[0]).toMatchObject({
      reason: 'import',
      message: 'the file ended Python while it was imported (SystemExit: 3)',
      line: 3,
    });
    expect(failures[1]).toMatchObject({
      reason: 'crash',
      message: expect.stringContaining('SIGABRT'),
    });
    expect(failures[2]).toMatchObject({
      reason: 'crash',
      message: expect.stringContaining('probably out of memory'),
    });
    expect(failures[3]).toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining('10 seconds'),
    });
    expect(outcomes[4]?.ok).toBe(true);
  });

  it('says nothing of what earlier kernels of the process printed', async () => {
    const jobs = [addJob(80), job('aborts', 'any')];
    const [, aborted] = await compileAll(jobs, context(python, { workers: 1 }));
    expect(aborted).toMatchObject({ ok: false, failure: { reason: 'crash' } });
    expect(JSON.stringify(aborted)).not.toContain('Warning');
  });
});
