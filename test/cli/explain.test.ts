import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addExplainCommand } from '../../src/cli/explain.ts';
import { type BuildContext, silentLog } from '../../src/core/base/context.ts';
import { prepare } from '../../src/core/plan/prepare.ts';
import { writeHistory } from '../../src/core/store/history.ts';
import { directoryStore } from '../../src/core/store/store.ts';
import { fakeCompiled } from '../support/fake-build.ts';

const MANIFEST = `package: demo
triton: 3.8.0
targets: [sm_80]
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
    home: join(folder, 'home'),
    scratch: folder,
    freeBytes: () => Promise.resolve(0),
    now: () => 0,
  };
  await writeFile(join(folder, 'kernels.yaml'), MANIFEST);
  await writeFile(
    join(folder, 'scale.py'),
    `import triton\nimport triton.language as tl\n${KERNELS.join('')}`,
  );
  // As a build leaves them, but for the second config.
  const { variants } = await prepare({ manifest: join(folder, 'kernels.yaml') }, context);
  const built = variants.filter(({ config }) => config === 0);
  const store = directoryStore(join(folder, 'home', 'store'), silentLog, Date.now);
  for (const variant of built) await store.kernels.put(variant.hash, fakeCompiled(variant));
  await writeHistory(store.directory, 'demo', built);
});
afterAll(() => rm(folder, { recursive: true }));

async function explain(...args: readonly string[]): Promise<string> {
  let output = '';
  const program = new Command('triton-aot').exitOverride();
  addExplainCommand(program, context, (options, json, text) => {
    output = options.json === true ? JSON.stringify(json()) : text();
  });
  const manifest = join(folder, 'kernels.yaml');
  await program.parseAsync(['explain', '--manifest', manifest, ...args], { from: 'user' });
  return output;
}

describe('the command explain', () => {
  it('says of each variant that it is stored, or why not', async () => {
    expect(await explain('*')).toBe(
      [
        'scale [algo 0, sm_80]: stored',
        'scale [algo 1, sm_80]: constant BLOCK: 64 -> 128',
        'copy [sm_80]: stored',
        '',
      ].join('\n'),
    );
  });

  it('looks at the chosen kernels and targets', async () => {
    expect(await explain('copy', '--targets', 'sm_80,sm_90')).toBe(
      'copy [sm_80]: stored\ncopy [sm_90]: target sm_90 is new\n',
    );
  });

  it('looks into the named store', async () => {
    expect(await explain('copy', '--store', join(folder, 'empty'))).toBe(
      'copy [sm_80]: no earlier build is known\n',
    );
  });

  it('gives one JSON document', async () => {
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

  it('refuses a kernel that does not exist and lists those that do', async () => {
    await expect(explain('scales')).rejects.toMatchObject({
      kind: 'usage',
      problems: [{ message: 'no kernel matches `scales`', hint: 'The kernels are scale, copy.' }],
    });
  });
});
