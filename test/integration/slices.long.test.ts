import { afterEach, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { kernelsOf } from '../support/merged-manifest.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** Manifests whose kernels are compiled in both ways. cases.test.ts does that with the others. */
const COMPARED = [
  'cases/specialised.yaml',
  'cases/tensors/kernels.yaml',
  'vector-add/kernels.yaml',
  'softmax/kernels.yaml',
  'flash-attention/kernels.yaml',
];

let space: Workspace;
beforeAll(async () => {
  for (const version of TRITON_VERSIONS) await tritonPython(version);
}, 600_000);
afterEach(() => space.remove());

const packageSchema = z.object({
  kernels: z.array(
    z.object({ name: z.string(), variants: z.array(z.looseObject({ sha256: z.string() })) }),
  ),
});

/** The hashes of the cubins of each kernel in a package. */
async function cubins(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(space.folder, folder, 'manifest.json'), 'utf8');
  const { kernels } = packageSchema.parse(JSON.parse(text));
  return new Map(kernels.map(({ name, variants }) => [name, variants.map(({ sha256 }) => sha256)]));
}

async function build(version: string, manifest: string, out: string, ...more: readonly string[]) {
  const python = await tritonPython(version);
  const chosen = ['--triton', version, '--python', python, '--jobs', '1'];
  const args = [...chosen, '--store', `store-${out}`, '--out', out];
  return space.triton(['build', '--manifest', manifest, ...args, ...more]);
}

/** A kernel with two configs. */
const TWO_CONFIGS = (version: string, targets: string): string => `package: demo
triton: ${version}
targets: [${targets}]
kernels:
  store: { source: "kernels.py:store", arguments: { x: "*i32:16" }, configs: [{ BLOCK: 64 }, { BLOCK: 32 }], grid: 1 }
`;

describe.each(TRITON_VERSIONS)('slices with Triton %s', (version) => {
  it('compile every kernel of a program whose files import torch, which is not installed', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await build(version, 'kernels.yaml', 'aot', '--targets', 'sm_90');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const built = await cubins('aot');
    expect([...built.keys()]).toHaveLength(11);
    // Two ways to say the same about the program give the same code.
    expect(built.get('platform')).toEqual(built.get('platform_by_attribute'));
    expect(built.get('switched')).toEqual(built.get('switched_by_name'));
  }, 600_000);

  it('know their target, also if they ask for it only when a kernel is compiled', async () => {
    space = await workspace();
    await space.write(
      'kernels.py',
      `import triton
import triton.language as tl
from triton.language import target_info


@triton.jit
def store(x, BLOCK: tl.constexpr):
    value: tl.constexpr = 1 if target_info.cuda_capability_geq(8, 6) else 2
    tl.store(x + tl.arange(0, BLOCK), value)
`,
    );
    await space.write('kernels.yaml', TWO_CONFIGS(version, 'sm_80, sm_86, sm_90'));
    expectSuccess(await build(version, 'kernels.yaml', 'all'));
    for (const target of ['sm_80', 'sm_86', 'sm_90'])
      expectSuccess(await build(version, 'kernels.yaml', target, '--targets', target));
    const alone = await Promise.all(['sm_80', 'sm_86', 'sm_90'].map(cubins));
    const expected = alone.flatMap((each) => each.get('store') ?? []);
    expect(new Set(expected).size).toBe(6);
    expect((await cubins('all')).get('store')?.toSorted()).toEqual(expected.toSorted());
  }, 600_000);

  it.each(['slice', 'import'])(
    'know their target, also if a function remembers it: source_mode %s',
    async (mode) => {
      space = await workspace();
      await space.write(
        'kernels.py',
        `import triton
import triton.language as tl


@triton.constexpr_function
def wanted(known=[]):
    from triton.runtime import driver

    if len(known) == 0:
        known.append(driver.active.get_current_target().arch)
    return known[0]


@triton.jit
def store(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), wanted())
`,
      );
      const manifest = TWO_CONFIGS(version, 'sm_80, sm_90');
      await space.write(
        'kernels.yaml',
        manifest.replace('{ source:', `{ source_mode: ${mode}, source:`),
      );
      expectSuccess(await build(version, 'kernels.yaml', 'all'));
      for (const target of ['sm_80', 'sm_90'])
        expectSuccess(await build(version, 'kernels.yaml', target, '--targets', target));
      const alone = await Promise.all(['sm_80', 'sm_90'].map(cubins));
      const expected = alone.flatMap((each) => each.get('store') ?? []);
      expect((await cubins('all')).get('store')?.toSorted()).toEqual(expected.toSorted());
    },
    600_000,
  );

  it('fail for every variant, although Triton remembers a part of the first attempt', async () => {
    space = await workspace();
    await space.write(
      'kernels.py',
      `import functools
import triton
import triton.language as tl


@functools.lru_cache
def unsupported():
    return 1


@triton.constexpr_function
def wanted():
    return unsupported()


@triton.jit
def store(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), wanted())
`,
    );
    await space.write('kernels.yaml', TWO_CONFIGS(version, 'sm_80'));
    const { code, stderr } = await build(version, 'kernels.yaml', 'aot');
    expect(code).toBe(4);
    expect(stderr).toContain('2 variants of 1 kernel failed, 0 variants compiled');
  }, 600_000);

  it('refuse more configs than can be built', async () => {
    space = await workspace();
    await space.write(
      'kernels.py',
      `import triton
import triton.language as tl

def configs():
    return [triton.Config({"BLOCK": 32}, num_stages=i) for i in range(10_001)]

@triton.autotune(configs=configs(), key=[])
@triton.jit
def store(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1)
`,
    );
    const manifest = TWO_CONFIGS(version, 'sm_90').replace(
      /configs: \[.*\],/,
      'configs: autotune,',
    );
    await space.write('kernels.yaml', manifest);
    const { stderr, code } = await build(version, 'kernels.yaml', 'out');
    expect(code).not.toBe(0);
    expect(stderr).toContain('@triton.autotune has 10001 configs; at most 10000 can be built');
  }, 600_000);

  it('refuse what asks for a GPU, even if the file would catch an error and go on', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await build(version, 'refused.yaml', 'aot', '--only', 'k_reads_gpu');
    expect(code).toBe(4);
    expect(stderr).toContain('get_device_properties()[');
    expect(stderr).toContain('refused/kernels.py');
  }, 600_000);

  it('give the same cubins as importing the files', async () => {
    space = await workspace();
    await cp(join(TESTS, 'cases'), join(space.folder, 'cases'), { recursive: true });
    for (const name of ['vector-add', 'softmax', 'flash-attention'])
      await cp(join(EXAMPLES, name), join(space.folder, name), { recursive: true });
    const merged = COMPARED.map((manifest) => kernelsOf(space.folder, manifest));
    const kernels = Object.assign({}, ...(await Promise.all(merged))) as object;
    for (const mode of ['slice', 'import']) {
      const defaults = { specialise: 'listed', source_mode: mode };
      const manifest = { package: 'compared', triton: version, defaults, kernels };
      await space.write(`${mode}.yaml`, stringify(manifest));
      const only = [
        '--targets',
        'sm_90',
        '--only',
        '*descriptor*,specialised,vector_add_fp16,softmax_*_fp16,fmha_d64_fp16',
      ];
      expectSuccess(await build(version, `${mode}.yaml`, mode, ...only));
    }
    const sliced = await cubins('slice');
    expect([...sliced.keys()]).toHaveLength(8);
    expect(await cubins('import')).toEqual(sliced);
  }, 300_000);
});

describe('a slice that cannot be taken', () => {
  it('is refused with the name, where it is set and read, and what to do', async () => {
    space = await workspace();
    await cp(join(TESTS, 'slices'), space.folder, { recursive: true });
    const { code, stderr } = await space.triton(['plan', '--manifest', 'refused.yaml']);
    expect(code).toBe(2);
    expectGolden(stderr);
  });
});
