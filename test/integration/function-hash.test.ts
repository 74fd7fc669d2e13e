import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../src/core/base/text.ts';
import { compileAll, digestAll, type PoolContext } from '../../src/core/bridge/pool.ts';
import type { CompileJob, DescribeJob } from '../../src/core/bridge/protocol.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const BRIDGE = fileURLToPath(new URL('../../src/bridge', import.meta.url));
const INSTALLATION_MS = 600_000;

const HELPER = `
import triton
import triton.language as tl

UNIT = tl.constexpr(2)
WIDTH = 8
SPARE = tl.constexpr(9)


@triton.jit
def unrelated(x):
    return x - 1


@triton.jit
def twice(x):
    return x * UNIT
`;

const KERNELS = `
"""Kernels."""
import triton
import triton.language as tl
import helper
from helper import twice

SHIFT = tl.constexpr(3)
SPARE = tl.constexpr((4, 5))
SIZES = tl.constexpr((1, 2))
ASM = tl.constexpr("add.s32 $0, $1, 0;")
TYPE = tl.int32
PLAIN = 5


@triton.jit
def above(x):
    return x + 1


@triton.constexpr_function
def rounded(n):
    return max(n, 16) // helper.WIDTH


@triton.jit
def moved(x, by: tl.constexpr = 1):
    # Calls into the other file.
    return twice(x) + by


def made(by):
    captured = tl.constexpr(by)

    @triton.jit
    def inner(x):
        return x + captured

    return inner


later = made(6)


@triton.jit
def store(x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = later(moved(at)) + SHIFT + rounded(BLOCK) + SIZES[1]
    value = tl.inline_asm_elementwise(ASM, "=r,r", [value], dtype=TYPE, is_pure=True, pack=1)
    tl.store(x + at, value, mask=at < n)


@triton.jit
def below(x):
    return store(x, 1, 2)
`;

/** Files of this repository and functions in them. */
const ORDINARY = [
  'examples/flash-attention/fmha_triton.py:_fwd_kernel',
  'examples/layernorm-linear/layernorm_linear.py:normalised_linear_kernel',
  'examples/matmul/matmul.py:matmul_kernel',
  'examples/softmax/softmax.py:softmax_backward_kernel',
  'examples/vector-add/vector_add.py:add_kernel',
  'test/cases/gluon_kernels.py:doubled',
  'test/cases/gluon_kernels.py:through_shared',
  'test/cases/calls.py:library',
];

interface Project {
  readonly kernels: string;
  readonly helper: string;
  /** The kernel file's name as a module. */
  readonly module: string;
}

type Edit = (project: Project) => Project;

const ORIGINAL: Project = { kernels: KERNELS, helper: HELPER, module: 'kernels' };

/** Replaces text, which must exist. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
  return text.replace(from, () => to);
}

const kernels =
  (from: string, to: string): Edit =>
  (project) => ({ ...project, kernels: changed(project.kernels, from, to) });

const helper =
  (from: string, to: string): Edit =>
  (project) => ({ ...project, helper: changed(project.helper, from, to) });

const HITS: readonly (readonly [what: string, edit: Edit])[] = [
  ['a function above is edited', kernels('x + 1', 'x + 1 + 0 * x')],
  ['a function above grows', kernels('x + 1', 'x + \\\n        1')],
  ['a function below is edited', kernels('store(x, 1, 2)', 'x')],
  ['a comment is put above', kernels('@triton.jit\ndef store', '# New.\n\n@triton.jit\ndef store')],
  ["the file's docstring is edited", kernels('"""Kernels."""', '"""Kernels,\nin short."""')],
  ['an import is added', kernels('import helper\n', 'import helper\nimport os, sys\n')],
  ['a constant that is not used is edited', kernels('(4, 5)', '(4, 6)')],
  ['a plain value that is not used is edited', kernels('PLAIN = 5', 'PLAIN = 6')],
  ['another function of the helper is edited', helper('x - 1', 'x - 2')],
  ['another constant of the helper is edited', helper('constexpr(9)', 'constexpr(10)')],
  ['lines are put above in the helper', helper('UNIT =', '# New.\n\n\nUNIT =')],
  [
    'the kernel gets configs to tune',
    kernels(
      '@triton.jit\ndef store',
      '@triton.autotune([triton.Config({}, num_warps=4)], key=["n"])\n@triton.jit\ndef store',
    ),
  ],
];

const MISSES: readonly (readonly [what: string, edit: Edit])[] = [
  ['the kernel is edited', kernels('at < n', 'at <= n')],
  ['a comment inside it is edited', kernels('    at = ', '    # New.\n    at = ')],
  ['a function it calls is edited', kernels('twice(x) + by', 'twice(x) - by')],
  ['a function that one calls in another file is edited', helper('x * UNIT', 'x + UNIT')],
  ['a constant is edited', kernels('constexpr(3)', 'constexpr(4)')],
  ['a constant becomes text', kernels('constexpr(3)', 'constexpr("3")')],
  ['a constant becomes a float', kernels('constexpr(3)', 'constexpr(3.0)')],
  ['a constant of the other file is edited', helper('constexpr(2)', 'constexpr(3)')],
  ['a plain value of another module is edited', helper('WIDTH = 8', 'WIDTH = 4')],
  ['a tuple is edited', kernels('constexpr((1, 2))', 'constexpr((1, 3))')],
  ['the name of a type is given to another', kernels('tl.int32', 'tl.uint32')],
  ['assembly is edited', kernels('$1, 0;', '$1, 1;')],
  ['a default is edited', kernels('by: tl.constexpr = 1', 'by: tl.constexpr = 2')],
  ['an annotation is edited', kernels('def moved(x,', 'def moved(x: tl.tensor,')],
  ['a parameter becomes a constant', kernels('def store(x, n,', 'def store(x, n: tl.constexpr,')],
  ['a function must not be inlined', kernels('jit\ndef moved', 'jit(noinline=True)\ndef moved')],
  [
    'a parameter is not specialised',
    kernels('jit\ndef store', 'jit(do_not_specialize=["n"])\ndef store'),
  ],
  ['a function run at compile time is edited', kernels('max(n, 16)', 'min(n, 16)')],
  ['a captured value is edited', kernels('made(6)', 'made(7)')],
  ['a function is put in the place of another', kernels('later = made(6)', 'later = above')],
  // Symbols of functions that are not inlined contain the module's name.
  ['the file is renamed', (project) => ({ ...project, module: 'renamed' })],
];

const WITHOUT: readonly (readonly [what: string, edit: Edit])[] = [
  ['it reads a plain value', kernels('+ SHIFT', '+ PLAIN')],
  ['a function it calls reads a plain value', kernels('twice(x) + by', 'twice(x) + PLAIN')],
  ['Python code reads a file', kernels('max(n, 16)', 'len(open(__file__).read())')],
  [
    'Python code writes to a module',
    kernels('    return max', '    helper.WIDTH = 4\n    return max'),
  ],
  ['it picks from a module by text', kernels('+ SHIFT', '+ getattr(helper, "WIDTH")')],
  ['it calls plain Python', kernels('+ SHIFT', '+ helper.functools.partial')],
  ['Python code imports', kernels('    return max', '    import os\n    return max')],
  [
    'Python code calls Python code',
    kernels('max(n, 16)', 'other(n)\n\ndef other(n):\n    return (n)'),
  ],
  [
    'Python code names the kernel',
    kernels('jit\ndef store', 'jit(repr=lambda _: "it")\ndef store'),
  ],
  ['Python code wraps the function', kernels('jit\ndef moved', 'jit\n@helper.wrapped\ndef moved')],
  ['a constant is no plain value', kernels('constexpr(3)', 'constexpr(object())')],
  [
    'the file changes the environment',
    kernels('PLAIN = 5', 'import os\nos.environ["DISABLE_LLVM_OPT"] = "1"'),
  ],
  [
    'the file changes a knob',
    kernels('PLAIN = 5', 'triton.knobs.language.default_fp_fusion = False'),
  ],
  ["the file changes Triton's functions", kernels('PLAIN = 5', 'tl.arange = tl.zeros')],
  ["the file changes Triton's classes", kernels('PLAIN = 5', 'tl.core.tensor.sum = above')],
  [
    'the file asks for the target',
    kernels('PLAIN = 5', 'triton.runtime.driver.active.get_current_target()'),
  ],
  ['the file cannot be imported', kernels('PLAIN = 5', 'PLAIN = missing')],
].map(([what, edit]) => [what as string, withWrapped(edit as Edit)] as const);

/** Adds a decorator of plain Python to the helper. */
function withWrapped(edit: Edit): Edit {
  const wrapped =
    'import functools\n\n\ndef wrapped(fn):\n    return functools.wraps(fn)(lambda x, by: fn(x, by))\n';
  return (project) => edit({ ...project, helper: `${project.helper}\n\n${wrapped}` });
}

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'finer-'));
});

afterAll(async () => {
  await rm(scratch, { recursive: true });
});

function context(python: string): PoolContext {
  return {
    python,
    bridge: BRIDGE,
    env: process.env,
    scratch,
    workers: 2,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  };
}

/** Writes the project to a new folder. */
async function jobFor(id: number, edit: Edit): Promise<CompileJob> {
  const { module, ...project } = edit(ORIGINAL);
  const folder = await mkdtemp(join(scratch, 'project-'));
  const file = join(folder, `${module}.py`);
  await writeFile(file, project.kernels);
  await writeFile(join(folder, 'helper.py'), project.helper);
  return {
    id,
    source: { path: [folder], module, file, function: 'store' },
    signature: [
      ['x', '*i32'],
      ['n', 'i32'],
      ['BLOCK', 'constexpr'],
    ],
    constants: { BLOCK: ['int', '64'] },
    divisibleBy16: ['x'],
    options: { num_warps: 4 },
    target: { backend: 'cuda', arch: 80, warpSize: 32 },
  };
}

function ordinaryJob(id: number, reference: string): DescribeJob {
  const [path = '', name = ''] = reference.split(':');
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const source = { path: [dirname(file)], module: basename(file, '.py'), file, function: name };
  return { id, source, target: { backend: 'cuda', arch: 90, warpSize: 32 } };
}

describe.each(TRITON_VERSIONS)('the digest of a function with Triton %s', (version) => {
  let python: string;

  beforeAll(async () => {
    python = await tritonPython(version);
  }, INSTALLATION_MS);

  /** Computes the digest of the original and of each edit, optionally each in its own process. */
  async function digestsAfter(edits: readonly Edit[], alone = false) {
    const jobs = await Promise.all(
      [(project: Project) => project, ...edits].map((edit, id) => jobFor(id, edit)),
    );
    const pool = context(python);
    const digests = alone
      ? (await Promise.all(jobs.map((job) => digestAll([job], { ...pool, workers: 1 })))).flat()
      : await digestAll(jobs, pool);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    return { original: digests[0], digests: digests.slice(1) };
  }

  /** The outcome of each row, for comparison. */
  function table(
    rows: readonly (readonly [string, Edit])[],
    digests: readonly unknown[],
    original: unknown,
  ) {
    return rows.map(([what], index) => {
      const digest = digests[index];
      return [what, digest === undefined ? 'none' : digest === original ? 'hit' : 'miss'];
    });
  }

  it('does not change, nor does the cubin, if something else changes', async () => {
    const jobs = await Promise.all(
      [(project: Project) => project, ...HITS.map(([, edit]) => edit)].map((edit, id) =>
        jobFor(id, edit),
      ),
    );
    const outcomes = await compileAll(jobs, context(python));
    const [original, ...others] = outcomes.map((outcome) =>
      outcome.ok
        ? { digest: outcome.digest, cubin: sha256(outcome.kernel.cubin) }
        : outcome.failure,
    );
    expect(original).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(others.map((other, index) => [HITS[index]?.[0], other])).toEqual(
      HITS.map(([what]) => [what, original]),
    );
    const { original: asked, digests } = await digestsAfter(HITS.map(([, edit]) => edit));
    expect(original).toMatchObject({ digest: asked });
    expect(table(HITS, digests, asked)).toEqual(HITS.map(([what]) => [what, 'hit']));
  });

  it('changes with everything that affects the code', async () => {
    const { original, digests } = await digestsAfter(MISSES.map(([, edit]) => edit));
    expect(table(MISSES, digests, original)).toEqual(MISSES.map(([what]) => [what, 'miss']));
    expect(new Set(digests).size).toBe(MISSES.length);
  });

  it('exists for ordinary kernels', async () => {
    const jobs = ORDINARY.map((reference, id) => ordinaryJob(id, reference));
    const digests = await digestAll(jobs, context(python));
    expect(ORDINARY.filter((_reference, index) => digests[index] === undefined)).toEqual([]);
  });

  it('does not exist if something cannot be covered', async () => {
    // A file that changes Triton affects its whole process.
    const { original, digests } = await digestsAfter(
      WITHOUT.map(([, edit]) => edit),
      true,
    );
    expect(table(WITHOUT, digests, original)).toEqual(WITHOUT.map(([what]) => [what, 'none']));
  });
});
