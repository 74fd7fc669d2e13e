import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dropConfigs } from '../../../src/compile/drop-configs.ts';
import { listFiles } from '../../../src/package/folder.ts';
import { planChoices } from '../../../src/plan/choices.ts';
import { checkGenerated } from '../../../src/package/verify/generated.ts';
import { fakeCompiled, fakePreparation } from '../../support/fake-build.ts';
import { packageOf } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { A100, tunedKernel, tuningFile } from '../../support/tuning.ts';
import { edit } from './whole-package.ts';

/** Has every kind of constant, hint, condition and launch, a name of C, and configs for a target. */
const MANIFEST = `
package: demo
version: 1.2.0-rc.1
triton: 3.8.0
targets: [sm_80, sm_90, sm_120]
kernels:
  scale:
    source: k.py:scale
    targets: [sm_120, sm_80]
    arguments: { x: "*fp32:16", n: [i32:1, i32:16, i32], double: fp32, big: u64 }
    grid_parameters: { rows: i64 }
    constants: { F: 1.0, G: -0.5, D: tl.float16, T: tl.exp, S: "*/ text", N: null, B: true, L: 123456789012345678901, I: .inf }
    configs:
      - { BLOCK: 64, targets: sm_80 }
      - { BLOCK: 128, num_warps: 8, launch_pdl: true }
    requires: [n <= big, rows > 0]
    grid: [cdiv(n, BLOCK), rows]
  add:
    source: k.py:add
    arguments: { x: "*fp32", n: i32 }
    configs: autotune
    grid: "cdiv(n, BLOCK), EVEN ? 1 : 2"
  copy: { source: "k.py:copy", signature: "*fp32", grid: 1, targets: [sm_90], launch_cooperative_grid: true }
`;

const SCALE = ['x', 'n', 'double', 'big', 'F', 'G', 'D', 'T', 'S', 'N', 'B', 'L', 'I', 'BLOCK'];
const add = {
  line: 3,
  parameters: ['x', 'n', 'BLOCK', 'EVEN'].map((name) => ({ name })),
  autotune: [16n, 32n].map((value) => ({
    constants: new Map([['BLOCK', { kind: 'int', value } as const]]),
    options: {},
  })),
  heuristics: [{ parameter: 'EVEN', line: 2, expression: 'n % BLOCK == 0' }],
};

let folder = '';
beforeEach(async () => {
  const plan = fakePreparation(MANIFEST, { scale: SCALE, add, copy: ['x'] });
  const lacking = plan.variants.filter(
    ({ kernel, config, target }) => kernel.name === 'add' && config === 1 && target.arch === 90,
  );
  const failures = new Map(lacking.map(({ hash }) => [hash, { message: 'no' }]));
  const { preparation } = dropConfigs(plan, failures, 'kernels.yaml');
  const sizes = [
    [{ n: 64 }, 1, 2],
    [{ n: 4096 }, 2, 1],
  ] as const;
  const tuned = [tunedKernel(preparation.variants, 'add', 'sm_80', sizes, { device: A100 })];
  const { choices } = planChoices(tuningFile(tuned), preparation);
  folder = await packageOf(
    MANIFEST,
    preparation.variants,
    (each) =>
      fakeCompiled(
        each,
        { registers: 16 + each.config },
        {
          shared: 1024 * (1 + each.config),
          launchPdl: each.config === 1,
          launchCooperativeGrid: each.kernel.name === 'copy',
          globalScratch: { size: each.config * 256, align: 128 },
        },
      ),
    choices,
  );
});
afterEach(() => rm(dirname(folder), { recursive: true }));

const at = (path: string): string => join(folder, path);

async function problems(): Promise<readonly string[]> {
  const finding = await checkGenerated(folder);
  return finding.problems.map(({ message, place }) => {
    const { file = '', line, column } = place ?? {};
    return `${file.slice(folder.length + 1)}:${line}:${column}: ${message}`;
  });
}

/** Changes manifest.json. */
async function editManifest(change: (text: string) => string): Promise<void> {
  await edit(at('manifest.json'), change);
}

describe('the C code of a package', () => {
  it('is generated again from manifest.json and the cubins, to the byte', async () => {
    const { check, problems: found } = await checkGenerated(folder);
    expect(found).toEqual([]);
    expect(check.outcome).toBe('ok');
    expectGolden(check.text);
  });

  it.each([
    ['a threshold between algos', 'src/add.c', 'a->n <= 512', 'a->n <= 513'],
    ['a condition of a specialisation', 'src/scale.c', 'a->x % 16 == 0', 'a->x % 8 == 0'],
  ])('differs in %s', async (_what, file, from, to) => {
    await edit(at(file), (text) => text.replace(from, to));
    expect(await problems()).toHaveLength(1);
  });

  it('is the same only if no file differs', async () => {
    const paths = (await listFiles(folder)).filter(
      (path) => !['manifest.json', 'SHA256SUMS'].includes(path),
    );
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const before = await readFile(at(path));
      await writeFile(at(path), Buffer.concat([before, Buffer.from('\n')]));
      expect([path, (await problems()).length]).toEqual([path, 1]);
      await writeFile(at(path), before);
    }
    expect(await problems()).toEqual([]);
  });

  it('is compared with the line that differs', async () => {
    await edit(at('src/scale.c'), (text) =>
      text.replace('(void)a;', '(void)a; system("rm -rf /"); /* \u202e */'),
    );
    await rm(at('lib/pkgconfig/demo.pc'));
    await edit(at('CMakeLists.txt'), (text) => `${text}execute_process(COMMAND id)\n`);
    await mkdir(at('cmake/more'));
    await writeFile(at('cmake/more/more.cmake'), '');
    expectGolden((await problems()).join('\n'));
  });

  it('may have tests of its own beside it', async () => {
    await mkdir(at('smoke/tests/scale'), { recursive: true });
    await writeFile(at('smoke/tests/scale/test.cpp'), 'int main() {}');
    expect(await problems()).toEqual([]);
  });
});

describe('the C code of a package with PTX', () => {
  it.each(['compressed', 'raw'])('is generated again to the byte: %s', async (embed) => {
    const text = MANIFEST.replace('kernels:', `embed: ${embed}\nptx_fallback: true\nkernels:`);
    const { variants } = fakePreparation(text, { scale: SCALE, add, copy: ['x'] });
    const own = await packageOf(text, variants, (each) => fakeCompiled(each));
    expect((await checkGenerated(own)).problems).toEqual([]);
    expect(await listFiles(own)).toContain('src/aot_ptx.h');
    await rm(dirname(own), { recursive: true });
  });
});

describe('a manifest.json', () => {
  it.each([
    ['another grid', '"grid": "cdiv(n, BLOCK), rows"', '"grid": "cdiv(n, 64), rows"'],
    ['another launch', '"scratch": 256', '"scratch": 512'],
    ['another kind of constant', '"F": "float"', '"F": "int"'],
    ['another condition', '"rows > 0"', '"rows > 1"'],
    ['another threshold', '"atMost": 512', '"atMost": 513'],
  ])('with %s gives other C code', async (_what, before, after) => {
    await editManifest((text) => text.replace(before, after));
    expect((await problems()).length).toBeGreaterThan(0);
  });

  it.each([
    ['an expression that is none', '"cdiv(n, BLOCK), rows"', '"cdiv(n BLOCK), rows"'],
    ['an unknown name', '"cdiv(n, BLOCK), rows"', '"cdiv(m, BLOCK), rows"'],
    ['a name that ends a comment', '"name": "x"', '"name": "x*/ evil /*"'],
    ['a symbol that ends a text', '"symbol": "scale"', '"symbol": "??/\\", evil() //"'],
    ['a name of the C library', '"name": "copy"', '"name": "system"'],
    ['a cubin that is not there', '"sha256": "', '"sha256": "0'],
    ['an unknown condition', '"x % 16 == 0, n == 1"', '"x % 16 == 0, n == 2"'],
    ['a device that ends a line', '"name": "NVIDIA A100', '"name": "NVIDIA\\nA100'],
  ])('with %s is refused', async (_what, before, after) => {
    await editManifest((text) => text.replace(before, after));
    const found = await problems();
    expect(found).toHaveLength(1);
    expectGolden(found.join('\n').replaceAll(/0?[0-9a-f]{64}/g, 'HASH'));
  });

  it('of an earlier version is refused, since it does not say enough', async () => {
    await editManifest((text) => text.replaceAll(/^ *"grid": .*\n/gm, ''));
    const { problems: found } = await checkGenerated(folder);
    expectGolden(found.map(({ message, hint }) => `${message}\n${hint}`).join('\n'));
  });
});
