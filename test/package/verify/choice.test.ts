import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planChoices } from '../../../src/plan/choices.ts';
import { inspectPackage } from '../../../src/verify/verify.ts';
import { fakeCompiled, fakePreparation } from '../../support/fake-build.ts';
import { packageOf } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { A100, tunedKernel, tuningFile } from '../../support/tuning.ts';
import { fakeContext } from './context.ts';
import { edit, reseal } from './whole-package.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  add:
    source: k.py:add
    arguments: { x: "*fp32", n: i32 }
    configs: [{ BLOCK: 16 }, { BLOCK: 32 }]
    grid: cdiv(n, BLOCK)
  copy: { source: "k.py:copy", signature: "*fp32", grid: 1 }
`;

let folder = '';
beforeEach(async () => {
  const plan = fakePreparation(MANIFEST, { add: ['x', 'n', 'BLOCK'], copy: ['x'] });
  const sizes = [
    [{ n: 64 }, 1, 2],
    [{ n: 4096 }, 2, 1],
  ] as const;
  const tuned = [
    tunedKernel(plan.variants, 'add', 'sm_90', sizes),
    tunedKernel(plan.variants, 'add', 'sm_80', sizes.slice(0, 1), { device: A100 }),
  ];
  const { choices } = planChoices(tuningFile(tuned), plan);
  folder = await packageOf(MANIFEST, plan.variants, (each) => fakeCompiled(each), choices);
});
afterEach(() => rm(dirname(folder), { recursive: true }));

const at = (path: string): string => join(folder, path);

async function problems(): Promise<readonly string[]> {
  const { findings } = await inspectPackage(folder, fakeContext());
  return findings.flatMap((finding) => finding.problems.map(({ message }) => message));
}

interface Choice {
  devices: { name?: string; table: number }[];
  tables: { tree: { atMost?: number; small?: { algo: number } } }[];
}

/** Changes the choice of the first kernel in manifest.json. */
async function editChoice(change: (choice: Choice) => unknown): Promise<void> {
  const manifest = JSON.parse(await readFile(at('manifest.json'), 'utf8')) as {
    kernels: { choice?: Choice }[];
  };
  const [kernel] = manifest.kernels;
  if (kernel?.choice === undefined) throw new Error('there is no choice');
  if (change(kernel.choice) === 'remove') delete kernel.choice;
  await writeFile(at('manifest.json'), JSON.stringify(manifest));
  await reseal(folder);
}

describe('a package with measured choices', () => {
  it('has no problems as it was built', async () => {
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['a threshold', (text: string) => text.replace('a->n <= 512', 'a->n <= 513')],
    ['an algo', (text: string) => text.replace('a->n <= 512) return 0', 'a->n <= 512) return 1')],
    ['a device', (text: string) => text.replace('{"NVIDIA A100', '{"NVIDIA A200')],
    ['a capability', (text: string) => text.replace('{NULL, 90, 1}', '{NULL, 89, 1}')],
    ['another choice', (text: string) => text.replaceAll('aot_tuned_algo(', 'own_algo(')],
  ])('has a problem if the C source has another %s', async (_what, change) => {
    await edit(at('src/add.c'), change);
    await reseal(folder);
    expect(await problems()).toEqual([
      'add: the C source does not choose algos as manifest.json lists it',
    ]);
  });

  it.each<[string, (choice: Choice) => unknown]>([
    ['no choice', () => 'remove'],
    [
      'an algo that the kernel does not have',
      ({ tables }) => Object.assign(tables[1]?.tree ?? {}, { small: { algo: 2 } }),
    ],
    ['a table that is missing', ({ tables }) => tables.pop()],
    ['no entry for all devices', ({ devices }) => devices.pop()],
    ['another threshold', ({ tables }) => Object.assign(tables[1]?.tree ?? {}, { atMost: 7 })],
    ['a tree without algos', ({ tables }) => Object.assign(tables[1] ?? {}, { tree: {} })],
  ])('has a problem if manifest.json has %s', async (_what, change) => {
    await editChoice(change);
    let found;
    try {
      found = (await problems()).join('\n');
    } catch (error) {
      found = String(error).replaceAll(folder, 'FOLDER');
    }
    expectGolden(found);
  });
});
