import { describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { formatProblem } from '../../src/base/errors.ts';
import type { CompiledKernel } from '../../src/toolchain/wire/compiled-kernel.ts';
import { readProgress } from '../../src/compile/results.ts';
import { workOf } from '../../src/compile/work.ts';
import { dropConfigs, droppedWarnings } from '../../src/compile/drop-configs.ts';
import { checkLaunches, launchFailures } from '../../src/compile/limits.ts';
import { launchLimits, parseTarget, targetNames } from '../../src/manifest/terms/target.ts';
import { vendors } from '../../src/manifest/terms/vendor.ts';
import type { Variant } from '../../src/plan/variants.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakeCompiled, fakePlan, fakeVariants } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

const manifestOf = (targets: string, settings: string): string => `
package: demo
triton: 3.8.0
targets: [${targets}]
kernels:
  "add_{T}":
    for: { T: [fp16, fp32] }
    source: k.py:add
    arguments: { x: "*{T}", n: [i32:16, i32] }
    grid: cdiv(n, BLOCK)
    ${settings}
`;

const PARAMETERS = ['x', 'n', 'BLOCK'];
const add = {
  line: 3,
  parameters: PARAMETERS.map((name) => ({ name })),
  heuristics: [],
  autotune: [16n, 512n].map((value) => ({
    constants: new Map([['BLOCK', { kind: 'int', value } as const]]),
    options: {},
  })),
};

/** Results of variants, by hash. */
function resultsOf(
  variants: readonly Variant[],
  compile: (variant: Variant) => CompiledKernel,
): ReadonlyMap<string, CompiledKernel> {
  return new Map(variants.map((each) => [each.hash, compile(each)]));
}

function check(variants: readonly Variant[], compile: (variant: Variant) => CompiledKernel): void {
  const compiled = variants.map((variant) => [variant, compile(variant)] as const);
  checkLaunches(compiled, 'kernels.yaml');
}

/** The variants of a kernel with 16 and 512 elements in a block; the latter need much memory. */
const sharedBy = (variant: Variant): CompiledKernel =>
  fakeCompiled(
    variant,
    {},
    { shared: variant.job.constants['BLOCK']?.[1] === '512' ? 147_456 : 1024 },
  );

describe('a kernel that a target cannot launch', () => {
  const variantsFor = (target: string): readonly Variant[] =>
    fakeVariants(manifestOf(target, 'constants: { BLOCK: 512 }'), { add: PARAMETERS });

  it.each([
    ['sm_75', { shared: 65_536 }, {}],
    ['sm_86', { shared: 101_376 }, {}],
    ['sm_120', { shared: 101_376 }, { shared: 1024 }],
    ['sm_80', { shared: 166_912 - 512 }, { shared: 512 }],
    ['sm_90', { shared: 232_448, numCtas: 16, numWarps: 32 }, { shared: 1024, registers: 64 }],
    ['sm_100', { numWarps: 12, tensorMemory: 512 }, { registers: 168 }],
    // The check of its parameters finds the other kernel.
    ['sm_80', { numWarps: 16 }, { name: 'other', registers: 129 }],
  ])('is not one that needs as much as %s allows', (target, record, cubin) => {
    const variants = variantsFor(target);
    expect(() => check(variants, (each) => fakeCompiled(each, cubin, record))).not.toThrow();
  });

  it.each([
    ['shared memory', 'sm_89', { shared: 147_456 }, {}],
    ['shared memory that is partly static', 'sm_120', { shared: 101_376 }, { shared: 1024 + 16 }],
    ['shared memory of no GPU', 'sm_100', { shared: 524_288 }, {}],
    ['tensor memory', 'sm_100', { tensorMemory: 1024 }, {}],
    ['threads', 'sm_90', { numWarps: 36 }, {}],
    ['blocks in a cluster', 'sm_90', { numCtas: 32 }, {}],
    ['a cluster where there is none', 'sm_89', { numCtas: 2 }, {}],
    ['registers', 'sm_80', { numWarps: 16 }, { registers: 129 }],
    ['registers of warps that fill no partition', 'sm_90', { numWarps: 9 }, { registers: 255 }],
  ])('is an error: %s', async (_what, target, record, cubin) => {
    const variants = variantsFor(target);
    const compile = (each: Variant): CompiledKernel => fakeCompiled(each, cubin, record);
    expectGolden(await failureOf(() => check(variants, compile)));
  });

  it('is an error at the config of the manifest that is too large', async () => {
    const settings = 'configs: [{ BLOCK: 16 }, { BLOCK: 512 }]';
    const variants = fakeVariants(manifestOf('sm_80, sm_89', settings), { add: PARAMETERS });
    expectGolden(await failureOf(() => check(variants, sharedBy)));
  });

  it('does not exist if the manifest leaves out the target for the config', () => {
    const settings = 'configs: [{ BLOCK: 16 }, { BLOCK: 512, targets: sm_80 }]';
    const variants = fakeVariants(manifestOf('sm_80, sm_89', settings), { add: PARAMETERS });
    expect(variants.map(({ config, target }) => `${config} ${target.name}`)).not.toContain(
      '1 sm_89',
    );
    expect(() => check(variants, sharedBy)).not.toThrow();
  });
});

describe('a config of @triton.autotune that a target cannot launch', () => {
  const text = manifestOf('sm_80, sm_89', 'configs: autotune');

  it('is left out for it with a warning', () => {
    const before = fakePlan(text, { add });
    const kernels = resultsOf(before.variants, sharedBy);
    const failures = launchFailures(before.variants, kernels);
    const { plan, dropped } = dropConfigs(before, failures);
    const names = plan.variants.map(({ config, target }) => `${config} ${target.name}`);
    expect(new Set(names)).toEqual(new Set(['0 sm_80', '0 sm_89', '1 sm_80']));
    expectGolden(droppedWarnings(dropped, 'kernels.yaml').map(formatProblem).join('\n'));
  });

  it('is no failure of a config that must not be left out, nor of one without a result', () => {
    const droppable = fakePlan(text, { add }).variants;
    const fixed = fakeVariants(manifestOf('sm_89', 'constants: { BLOCK: 512 }'), {
      add: PARAMETERS,
    });
    expect(launchFailures(fixed, resultsOf(fixed, sharedBy))).toEqual(new Map());
    expect(launchFailures(droppable, new Map())).toEqual(new Map());
  });

  it('is an error if no other is left', async () => {
    const before = fakePlan(text, { add });
    const compile = (each: Variant): CompiledKernel => fakeCompiled(each, {}, { shared: 524_288 });
    const kernels = resultsOf(before.variants, compile);
    const failures = launchFailures(before.variants, kernels);
    expectGolden(await failureOf(() => dropConfigs(before, failures)));
  });

  it('is also found in the store, where an older version has put it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'limits-'));
    try {
      const work = await workOf(fakePlan(text, { add }));
      const { variants } = work.plan;
      const store = directoryStore(join(folder, 'store'), silentLog, Date.now);
      for (const each of variants) await store.kernels.put(each.hash, sharedBy(each));
      const { results: stored } = await readProgress(work, store);
      const tooLarge = variants.filter(({ config, target }) => config === 1 && target.arch === 89);
      expect([...stored.failures.keys()]).toEqual(tooLarge.map(({ hash }) => hash));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('the shared memory of every target is what kernel files are told', async () => {
  const files = vendors().map((vendor) => join(BRIDGE_FOLDER, `aot_bridge/vendors/${vendor}.py`));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const text = texts.join('\n');
  const lines = text.split('\n').filter((line) => line.startsWith('SHARED_MEMORY'));
  const told = [...lines.join('').matchAll(/"?(gfx\w+|\d+)"?: (\d+)/g)].map(
    ([, arch = '', bytes]) => [arch.startsWith('gfx') ? arch : `sm_${arch}`, Number(bytes)],
  );
  // Those of NVIDIA are read from one table by both languages.
  const own = targetNames().filter((name) => !name.startsWith('sm_'));
  const checked = own.map((name) => {
    const target = parseTarget(name);
    return [name, target && launchLimits(target).sharedBytes];
  });
  expect(told).toEqual(checked);
});
