import { withoutHints } from '../support/without-hints.ts';
import { afterAll, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import { run } from '../../src/base/process.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { inspectSources } from '../../src/toolchain/reader.ts';
import { completePlan } from '../../src/plan/plan.ts';
import type { SourceReader } from '../../src/toolchain/toolchain.ts';
import { readManifestPlan } from '../support/read-plan.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';

const folder = await mkdtemp(join(tmpdir(), 'many-kernels-'));
afterAll(() => rm(folder, { recursive: true }));

const context = {
  env: process.env,
  log: silentLog,
  signal: new AbortController().signal,
  runTool: run,
  scratch: folder,
  home: '/nonexistent',
  platform: { os: 'linux', arch: 'x64', glibc: '2.36', etc: '/nonexistent' },
  download: noNetwork,
  memory: new Memory(),
  freeBytes: () => Promise.resolve(2 ** 40),
  now: () => 0,
};

const MANIFEST = `
package: many
triton: 3.8.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  "scale_{factor}":
    for: { factor: [1, 2, 3] }
    source: scale.py:scale
    arguments: { x: "*fp32:16" }
    constants: { FACTOR: "{factor}" }
    grid: 1
  other: { source: "scale.py:other", arguments: { x: "*fp32:16" }, grid: 1 }
`;
const CODE = `
import triton

@triton.jit
def scale(x, FACTOR: triton.language.constexpr):
    pass

@triton.jit
def other(x):
    pass
`;

it('a function that many kernels are made from is read once', async () => {
  const file = join(folder, 'kernels.yaml');
  await writeFile(join(folder, 'scale.py'), CODE);
  const read: string[] = [];
  const readSources: SourceReader = (requests, from) => {
    read.push(...requests.map((request) => request.function));
    const settings = { ...context, python: 'python3', bridge: BRIDGE_FOLDER };
    return inspectSources(from, requests, settings);
  };
  const manifest = readManifest(MANIFEST, file);
  const draft = await readManifestPlan(manifest, context, readSources);
  const plan = await completePlan(await withoutHints(draft), context);
  expect(read).toEqual(['scale', 'other']);
  expect(plan.variants.map(({ kernel, job }) => [kernel.name, job.constants])).toEqual([
    ['scale_1', { FACTOR: ['int', '1'] }],
    ['scale_2', { FACTOR: ['int', '2'] }],
    ['scale_3', { FACTOR: ['int', '3'] }],
    ['other', {}],
  ]);
  expect(plan.codes.get('scale_3')).toBe(plan.codes.get('scale_1'));
  expect(plan.codes.get('other')).not.toBe(plan.codes.get('scale_1'));
  expect(new Set(plan.variants.map(({ hash }) => hash)).size).toBe(4);
});

const MANY = `
package: many
triton: 3.8.0
targets: [sm_75, sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_103, sm_120]
defaults:
  specialise: listed
  configs: [${Array.from({ length: 50 }, (_each, index) => `{ num_stages: ${index + 1} }`).join(', ')}]
kernels:
  "other_{n}": { for: { n: [${Array.from({ length: 300 }, (_each, index) => index).join(', ')}] }, source: "scale.py:other", arguments: { x: "*fp32:16" }, grid: 1 }
`;

it('kernels, configs and targets are multiplied before a source is read', async () => {
  const file = join(folder, 'kernels.yaml');
  const readSources: SourceReader = () => Promise.reject(new Error('read a source'));
  const manifest = readManifest(MANY, file);
  await expect(readManifestPlan(manifest, context, readSources)).rejects.toThrow(
    'there are 135000 variants; at most 100000 can be built at once',
  );
});

it('a signal ends planning', async () => {
  const file = join(folder, 'kernels.yaml');
  await writeFile(join(folder, 'scale.py'), CODE);
  const readSources: SourceReader = (requests, from) =>
    inspectSources(from, requests, { ...context, python: 'python3', bridge: BRIDGE_FOLDER });
  const manifest = readManifest(MANIFEST, file);
  const draft = await readManifestPlan(manifest, context, readSources);
  const controller = new AbortController();
  // As the handler of a signal does, when the event loop turns.
  setImmediate(() => controller.abort(new Error('SIGTERM')));
  const { signal } = controller;
  await expect(completePlan(await withoutHints(draft), { ...context, signal })).rejects.toThrow(
    'SIGTERM',
  );
});
