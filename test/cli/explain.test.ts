import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addExplainCommand } from '../../src/cli/explain.ts';
import type { BuildContext } from '../../src/base/context.ts';
import { run } from '../../src/base/process.ts';
import { draftPlan } from '../../src/plan/prepare.ts';
import { NO_HINTS } from '../../src/plan/hint-request.ts';
import { writeHistory } from '../../src/compile/store/history.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakeCompiled } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';
import { noNetwork } from '../support/no-network.ts';

const MANIFEST = `package: demo
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
  folder = await mkdtemp(join(tmpdir(), 'explain-'));
  context = {
    env: process.env,
    platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/etc' },
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    home: join(folder, 'home'),
    scratch: folder,
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => 0,
  };
  await writeFile(join(folder, 'kernels.yaml'), MANIFEST);
  await writeFile(
    join(folder, 'scale.py'),
    `import triton\nimport triton.language as tl\n${KERNELS.join('')}`,
  );
  // What a build leaves, without the second config.
  const draft = await draftPlan({ manifest: join(folder, 'kernels.yaml') }, context);
  const { variants } = draft.finish(NO_HINTS);
  const built = variants.filter(({ config }) => config === 0);
  const store = directoryStore(join(folder, 'home', 'store'), silentLog, Date.now);
  for (const variant of built) await store.kernels.put(variant.hash, fakeCompiled(variant));
  await writeHistory(store.directory, 'demo', built);
});
afterAll(() => rm(folder, { recursive: true }));

async function explain(...args: readonly string[]): Promise<string> {
  let output = '';
  const program = new Command('triton-aot').exitOverride();
  addExplainCommand(program, context, (isJson, json, text) => {
    output = isJson === true ? JSON.stringify(json) : text;
  });
  const manifest = join(folder, 'kernels.yaml');
  await program.parseAsync(['explain', '--manifest', manifest, ...args], { from: 'user' });
  return output;
}

describe('explain', () => {
  it('prints for each variant that it is stored, or why it is not', async () => {
    expectGolden(await explain('*'));
  });

  it('selects kernels and targets', async () => {
    expectGolden(await explain('copy', '--targets', 'sm_80,sm_90'));
  });

  it('reads the store of --store', async () => {
    expectGolden(await explain('copy', '--store', join(folder, 'empty')));
  });

  it('prints JSON with --json', async () => {
    const variant = { specialisation: 0, target: 'sm_80', hash: expect.any(String) };
    expect(JSON.parse(await explain('scale', '--json'))).toEqual({
      package: 'demo',
      triton: '3.8.0',
      variants: [
        { kernel: 'scale', algo: 0, ...variant, stored: true },
        {
          kernel: 'scale',
          algo: 1,
          ...variant,
          stored: false,
          reason: 'constant BLOCK: 64 -> 128',
        },
      ],
    });
  });

  it('rejects a kernel that does not exist and lists those that do', async () => {
    expectGolden((await failureOf(() => explain('scales'))).replaceAll(folder, 'FOLDER'));
  });
});
