import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { Command } from 'commander';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildContext, Memory } from '../../src/base/context.ts';
import { run } from '../../src/base/process.ts';
import { addPlanCommand, planJson, planText } from '../../src/cli/plan.ts';
import { proposalsOf } from '../../src/cli/propose.ts';
import { entryName } from '../../src/compile/store/entry.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { completePlan } from '../../src/plan/plan.ts';
import { readPlanOf } from '../support/read-plan.ts';
import { fakeCompiled, fakePlan, fakeResult } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';
import { withoutHints } from '../support/without-hints.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const SCALES = `package: demo
triton: 3.8.0
targets: [sm_80]
defaults: { specialise: listed }
kernels:
  scale:
    source: scale.py:scale_kernel
    arguments: { x: "*fp32", n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: 1
  copy:
    source: scale.py:copy_kernel
    signature: "*fp32, i32, 64"
    grid: 1
`;
const KERNELS = ['scale', 'copy'].map(
  (name) => `@triton.jit\ndef ${name}_kernel(x, n, BLOCK: tl.constexpr):\n    pass\n`,
);

let folder = '';
let context: BuildContext;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plan-'));
  context = {
    env: process.env,
    platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/etc' },
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    home: join(folder, 'home'),
    scratch: folder,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => 0,
  };
  await writeFile(join(folder, 'kernels.yaml'), SCALES);
  await writeFile(
    join(folder, 'scale.py'),
    `import triton\nimport triton.language as tl\n${KERNELS.join('')}`,
  );
  // What a build leaves, without the second config.
  const draft = await readPlanOf({ manifest: join(folder, 'kernels.yaml') }, context);
  const { variants } = await completePlan(await withoutHints(draft), context);
  const built = variants.filter(({ config }) => config === 0);
  const store = directoryStore(join(folder, 'home', 'store'), silentLog, Date.now);
  for (const variant of built) await store.kernels.put(variant.hash, fakeCompiled(variant));
});
afterAll(() => rm(folder, { recursive: true }));

async function runPlan(...args: readonly string[]): Promise<string> {
  let output = '';
  const program = new Command('triton-aot').exitOverride();
  addPlanCommand(
    program,
    context,
    (isJson, json, text) => {
      output = isJson === true ? JSON.stringify(json) : text;
    },
    proposalsOf(process),
  );
  const manifest = join(folder, 'kernels.yaml');
  await program.parseAsync(['plan', '--manifest', manifest, ...args], { from: 'user' });
  return output;
}

const { plan } = fakeResult(MANIFEST, FUNCTIONS);
const { variants } = plan;

describe('plan', () => {
  const stored = new Map(variants.slice(0, 3).map((variant) => [variant, 20_000]));
  const seconds = new Map(
    variants.map(({ hash }, at) => [entryName('kernel', hash), at < 3 ? 1000 : 1.5]),
  );

  it('prints the total of all and of each target, then a line for each variant', () => {
    const unhashed = planText(plan, { stored, seconds }).replaceAll(/^[0-9a-f]{16}/gm, 'HASH');
    expectGolden(unhashed);
    expect(planText(plan, { stored, seconds })).toContain(variants[0]?.hash.slice(0, 16));
  });

  it('prints one total if there is one target, everything is stored, or no time is known', () => {
    const one = { ...plan, variants: variants.filter(({ target }) => target.arch === 80) };
    const all = new Map(one.variants.map((variant) => [variant, 1_500_000]));
    const total = (text: string): string[] => text.split('\n').slice(0, -1 - one.variants.length);
    expect(total(planText(one, { stored: all, seconds }))).toEqual([
      '5 variants: 5 stored (7.5 MB)',
    ]);
    expect(total(planText(one, { stored: new Map(), seconds: undefined }))).toEqual([
      '5 variants: 5 to compile',
    ]);
  });

  it('counts a result that kernels share once', () => {
    const entry = '{ source: "nn/demo.py:copy_kernel", signature: "*fp32", grid: 1 }';
    const shared = fakePlan(
      `package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n  a: ${entry}\n  b: ${entry}\n`,
      FUNCTIONS,
    );
    const both = new Map(shared.variants.map((variant) => [variant, 100]));
    const name = entryName('kernel', shared.variants[0]?.hash ?? '');
    expect(planJson(shared, { stored: both, seconds: undefined })).toMatchObject({
      total: { variants: 2, stored: 2, missing: 0, bytes: 100 },
    });
    expect(planJson(shared, { stored: new Map(), seconds: new Map([[name, 2]]) })).toMatchObject({
      total: { variants: 2, stored: 0, missing: 2, bytes: 0, seconds: 2 },
    });
  });

  it('gives the whole hashes as JSON', () => {
    const total = { bytes: 40_000, seconds: 4.5, stored: 2, missing: 3, variants: 5 };
    expect(planJson(plan, { stored, seconds })).toEqual({
      package: 'demo',
      triton: '3.8.0',
      variants: variants.map(({ kernel, config, specialisation, target, hash }, at) => ({
        kernel: kernel.name,
        algo: config,
        specialisation,
        target: target.name,
        hash,
        status: at < 3 ? 'stored' : 'missing',
        ...(at < 3 && { bytes: 20_000 }),
      })),
      total: {
        variants: 10,
        stored: 3,
        missing: 7,
        bytes: 60_000,
        seconds: 10.5,
        targets: {
          sm_80: total,
          sm_90: { ...total, bytes: 20_000, seconds: 6, stored: 1, missing: 4 },
        },
      },
    });
  });
});

describe('the command plan', () => {
  it('says what is stored, and what would be compiled', async () => {
    const shown = (await runPlan('--only', '*')).replaceAll(/^[0-9a-f]{16}/gm, 'HASH');
    expectGolden(shown);
  });

  it('selects kernels and targets', async () => {
    const shown = await runPlan('--only', 'copy', '--targets', 'sm_80,sm_90');
    expect(shown).toContain('\n  sm_90: 1 variant: 1 to compile\n');
    expect(shown).not.toContain('scale');
  });

  it('reads the store of --store, and says so as JSON', async () => {
    const [options, store] = [
      ['--only', 'copy', '--json'],
      ['--store', join(folder, 'empty')],
    ] as const;
    const variantsIn = async (...args: readonly string[]): Promise<unknown> =>
      (JSON.parse(await runPlan(...args)) as { variants: unknown }).variants;
    expect(await variantsIn(...options)).toMatchObject([{ kernel: 'copy', status: 'stored' }]);
    expect(await variantsIn(...options, ...store)).toMatchObject([
      { kernel: 'copy', status: 'missing' },
    ]);
  });

  it('rejects a kernel that does not exist and lists those that do', async () => {
    const failure = await failureOf(() => runPlan('--only', 'scales'));
    expect(failure).toContain('no kernel matches `scales`\n    The kernels are scale, copy.');
  });
});
