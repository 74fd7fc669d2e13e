import { describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { listedKernels } from '../../src/cli/list.ts';
import { readListedPackage } from '../../src/cli/list-package.ts';
import { listJson, listText } from '../../src/cli/listed.ts';
import { missingText, readKnown, variantsText } from '../../src/cli/resources.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakeCompiled, fakePlan, fakeResult } from '../support/fake-build.ts';
import { fakePackage } from '../support/fake-package.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';
import { A100, tunedKernel, choosersFor } from '../features/tuning/tuning-file.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const { plan } = fakeResult(MANIFEST, FUNCTIONS);

describe('list', () => {
  it('prints the algos, specialisations and targets of each kernel', () => {
    expectGolden(listText(listedKernels(plan, new Map())));
  });

  it('names the algos that are chosen on each measured GPU', () => {
    const sizes = [
      [{ n: 64 }, 1, 2.5],
      [{ n: 4096 }, 2, 1],
    ] as const;
    const { variants } = plan;
    const measured = [
      tunedKernel(variants, 'scale', 'sm_90', sizes),
      tunedKernel(variants, 'scale', 'sm_80', sizes.slice(0, 1), { device: A100 }),
    ];
    const choosers = choosersFor(measured, plan);
    expectGolden(listText(listedKernels(plan, choosers)));
    const [scale, copy] = listJson(listedKernels(plan, choosers)) as readonly {
      choice?: unknown;
    }[];
    expect(scale?.choice).toMatchObject({ devices: { length: 5 }, tables: { length: 2 } });
    expect(copy).not.toHaveProperty('choice');
  });

  it('prints grid parameters, and tensors with their blocks', () => {
    const other = fakePlan(
      `
package: demo
triton: 3.8.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "tensordesc<fp16[BLOCK, 64]>", n: i64 }
    constants: { BLOCK: 32 }
    grid: [blocks, cdiv(n, BLOCK)]
    grid_parameters: { blocks: i32 }
`,
      FUNCTIONS,
    );
    expectGolden(listText(listedKernels(other, new Map())));
    const [scale] = listJson(listedKernels(other, new Map())) as readonly object[];
    expect(scale).toMatchObject({
      signature: [
        { name: 'x', type: 'tensordesc<fp16[BLOCK,64]>' },
        { name: 'n', type: 'i64' },
      ],
      grid: 'blocks, cdiv(n, BLOCK)',
      gridParameters: [{ name: 'blocks', type: 'i32' }],
    });
  });

  it('gives the same as JSON', () => {
    expect(listJson(listedKernels(plan, new Map()))).toEqual([
      {
        name: 'scale',
        source: 'nn/demo.py:scale_kernel',
        line: 1,
        signature: [
          { name: 'x', type: '*fp16' },
          { name: 'n', type: 'i32' },
        ],
        grid: 'cdiv(n, BLOCK)',
        targets: ['sm_80', 'sm_90'],
        algos: [
          'BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true',
          'BLOCK=32, num_warps=8, num_stages=3, enable_fp_fusion=true',
        ],
        specialisations: ['x % 16 == 0, n == 1', 'x % 16 == 0'],
      },
      {
        name: 'copy',
        source: 'nn/demo.py:copy_kernel',
        line: 1,
        signature: [{ name: 'x', type: '*fp32' }],
        grid: '1',
        targets: ['sm_80', 'sm_90'],
        algos: ['num_warps=4, num_stages=3, enable_fp_fusion=true'],
        specialisations: [''],
      },
    ]);
  });
});

describe('list with resources', () => {
  it('prints what stored variants take, and how to build the others', async () => {
    const { variants } = plan;
    const known = await knownOf(variants.slice(0, 7));
    const table = listText(listedKernels(plan, new Map(), known));
    const missing = missingText(listedKernels(plan, new Map(), known), 'triton-aot build');
    expectGolden(`${table}${missing}`);
    const [scale, copy] = listJson(listedKernels(plan, new Map(), known)) as readonly {
      variants: readonly object[];
    }[];
    expect(scale?.variants).toHaveLength(8);
    expect(scale?.variants[0]).toMatchObject({
      algo: 0,
      specialisation: 0,
      target: 'sm_80',
      hash: variants[0]?.hash,
      status: 'stored',
      resources: { registers: 200, sharedDynamic: 40_000, occupancy: { blocks: 2 } },
    });
    expect(scale?.variants[7]).toMatchObject({ algo: 1, target: 'sm_90', status: 'missing' });
    expect(copy?.variants).toMatchObject([{ status: 'missing' }, { status: 'missing' }]);
  });

  it('says of a config that may be dropped that it does not compile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'list-'));
    const store = directoryStore(folder, silentLog, () => 0);
    const variants = plan.variants.slice(0, 2).map((variant) => ({
      ...variant,
      kernel: { ...variant.kernel, mayDropConfigs: true },
    }));
    const [first, second] = variants;
    if (first === undefined || second === undefined) throw new Error('too few variants');
    await store.failures.put(first.hash, { message: 'out of resources' });
    const known = await readKnown(variants, store);
    await rm(folder, { recursive: true });
    expect(known.get(first)).toMatchObject({ status: 'failed', message: 'out of resources' });
    expect(known.get(second)).toMatchObject({ status: 'missing' });
    expectGolden(variantsText([...known.values()]).join('\n'));
  });

  it('says nothing about a build if everything is stored', async () => {
    const known = await knownOf(plan.variants);
    expect(missingText(listedKernels(plan, new Map(), known), 'triton-aot build')).toBe('');
  });
});

describe('list of a package', () => {
  it('describes the kernels as their plan does, but for the lines', async () => {
    const sizes = [[{ n: 64 }, 1, 2.5]] as const;
    const measured = [tunedKernel(plan.variants, 'scale', 'sm_90', sizes)];
    const choosers = choosersFor(measured, plan);
    const folder = await fakePackage(MANIFEST, FUNCTIONS, undefined, undefined, choosers);
    const planned = listedKernels(plan, choosers).map(({ line: _line, ...rest }) => rest);
    const packaged = await readListedPackage(folder, false);
    expect(listJson(packaged)).toEqual(listJson(planned));
    expectGolden(listText(packaged));
  });

  it('has what manifest.json says that variants take', async () => {
    const folder = await fakePackage(MANIFEST, FUNCTIONS, () => ({ shared: 40_000 }));
    expectGolden(listText(await readListedPackage(folder, true)));
  });

  it('reads packages of older versions, which say less', async () => {
    const folder = await fakePackage(MANIFEST, FUNCTIONS);
    const file = join(folder, 'manifest.json');
    const text = await readFile(file, 'utf8');
    const older = text.replaceAll('"occupancy"', '"other"');
    await writeFile(file, older);
    const failure = await failureOf(() => readListedPackage(folder, true));
    expect(failure).toContain('manifest.json does not match its checksum');
    const sums = join(folder, 'SHA256SUMS');
    const listed = await readFile(sums, 'utf8');
    await writeFile(sums, listed.replace(sha256(text), sha256(older)));
    const [scale] = await readListedPackage(folder, true);
    expect(scale?.variants?.[0]).not.toHaveProperty('resources');
    expect(listText(scale === undefined ? [] : [scale])).toMatch(/^ {2}0 +0 +sm_80 +unknown$/m);
  });

  it('fails if there is no package', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'list-'));
    const failure = await failureOf(() => readListedPackage(folder, false));
    expectGolden(failure.replaceAll(folder, 'FOLDER'));
  });
});

/** What a store has that contains these variants. */
async function knownOf(stored: typeof plan.variants) {
  const folder = await mkdtemp(join(tmpdir(), 'list-'));
  const store = directoryStore(folder, silentLog, () => 0);
  for (const variant of stored) {
    const compiled = fakeCompiled(variant, { registers: 200 }, { shared: 40_000 });
    await store.kernels.put(variant.hash, compiled);
  }
  const known = await readKnown(plan.variants, store);
  await rm(folder, { recursive: true });
  return known;
}
