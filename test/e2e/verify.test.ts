import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { edit, reseal } from '../package/verify/whole-package.ts';
import {
  errorsIn,
  expectSuccess,
  SHARED_STORE,
  type Workspace,
  workspace,
} from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

/** The example with two kernels of one variant each, and one case. */
const MANIFEST = `package: vector_add
version: 1.0.0
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  "vector_add_{dtype}":
    for: { dtype: [fp32, fp16] }
    source: vector_add.py:add_kernel
    signature: "*{dtype}:16, *{dtype}:16, *{dtype}:16, i64:16, 1024"
    grid: [cdiv(n, BLOCK)]
    smoke:
      reference: reference.py:add
      buffers: { x_ptr: [n], y_ptr: [n], out_ptr: { shape: [n], role: out } }
      cases: [{ n: 4096 }]
`;

/** Named, since one test has another home. */
const STORE = ['--store', SHARED_STORE];

describe('verify', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const verify = (...args: readonly string[]) => space.triton(['verify', ...args]);
  const rebuild = (...args: readonly string[]) =>
    verify('--manifest', 'kernels.yaml', ...STORE, ...args);

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    await space.write('kernels.yaml', MANIFEST);
    expectSuccess(await space.triton(['build', ...STORE]));
    expectSuccess(await space.triton(['pack', '--package', 'aot', '--out', 'dist']));
  });
  afterAll(() => space.remove());

  it('prints what it checked', async () => {
    const { code, stdout, stderr } = await verify();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectGolden(stdout);
  });

  it('prints JSON', async () => {
    const { code, stdout } = await verify('--json');
    expect(code).toBe(0);
    const { packages } = JSON.parse(stdout) as { packages: unknown[] };
    expect(packages).toHaveLength(1);
    expect(packages[0]).toMatchObject({
      package: 'vector_add',
      version: '1.0.0',
      folder: 'aot',
      checks: [
        { name: 'files', outcome: 'ok' },
        { name: 'interface', outcome: 'ok' },
        { name: 'evidence', outcome: 'skipped' },
        { name: 'sbom', outcome: 'ok' },
        { name: 'rebuilt', outcome: 'skipped' },
      ],
    });
  });

  it('says what changed in the manifest, with --manifest', async () => {
    const edited = MANIFEST.replace('1024', '512')
      .replace('[sm_90]', '[sm_80, sm_90]')
      .replace('fp16]', 'bf16]');
    await space.write('kernels.yaml', edited);
    const { code, stderr } = await rebuild();
    await space.write('kernels.yaml', MANIFEST);
    expect(code).toBe(9);
    expect(stderr).toContain(
      'Changed since: targets sm_90 -> sm_80, sm_90, kernels vector_add_fp32, vector_add_fp16 -> vector_add_fp32, vector_add_bf16, algos of vector_add_fp32. Give',
    );
  });

  it('finds changed sources with --manifest, with exit code 9', async () => {
    const source = await readFile(at('vector_add.py'), 'utf8');
    await writeFile(at('vector_add.py'), source.replace('x + y,', 'x - y,'));
    const { code, stderr, stdout } = await rebuild();
    await writeFile(at('vector_add.py'), source);
    expect(code).toBe(9);
    expectGolden(stdout);
    const [first = '', ...others] = errorsIn(stderr).split('\nerror: ');
    expectGolden(first.replaceAll(/[0-9a-f]{16,}/g, 'HASH'));
    expect(others.map((text) => text.split(':')[0])).toContain('aot/src/vector_add_fp32.c');
  });

  it('rejects a --manifest that does not exist', async () => {
    const { code, stderr } = await verify('--manifest', 'other.yaml');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('rejects a folder without a package', async () => {
    const { code, stderr } = await verify('--package', 'dist');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('reads sources again with --manifest, whatever an earlier build has read', async () => {
    const env = { TRITON_AOT_HOME: at('home') };
    const plan = () => space.triton(['plan', ...STORE], { env });
    expect((await plan()).stdout).toMatch(/^2 variants: 2 stored/);
    const [name = ''] = await readdir(at('home/readings'));
    const file = at(`home/readings/${name}`);
    const kept = await readFile(file, 'utf8');
    const forged = (kept.split('\n')[1] ?? '')
      .replaceAll('x + y', 'x - y')
      .replaceAll(/"sha256":"[0-9a-f]{4}/g, '"sha256":"0000');
    await writeFile(file, `${sha256(forged)}\n${forged}`);
    expect((await plan()).stdout).toMatch(/^2 variants: 2 to compile/);
    const args = ['verify', '--manifest', 'kernels.yaml', ...STORE];
    expectSuccess(await space.triton(args, { env }));
  });

  it('finds a change that checksums and tables do not show with --manifest', async () => {
    const file = at('aot/src/vector_add_fp32.c');
    const before = await readFile(file);
    const sums = await readFile(at('aot/SHA256SUMS'));
    await edit(file, (text) => text.replace('return ALGOS;', 'return ALGOS + 1;'));
    await reseal(at('aot'));
    const plain = await verify();
    const { code, stderr } = await rebuild();
    await writeFile(file, before);
    await writeFile(at('aot/SHA256SUMS'), sums);
    expect([plain.code, code]).toEqual([0, 9]);
    const line = before.toString('latin1').split('return ALGOS;')[0]?.split('\n').length;
    expect(stderr).toContain(`aot/src/vector_add_fp32.c:${line}:17: `);
    expectGolden(
      errorsIn(stderr)
        .replace(`:${line}:`, ':LINE:')
        .replaceAll(/[0-9a-f]{16,}/g, 'HASH')
        .replaceAll(/SUMS:\d+:\d+/g, 'SUMS:LINE'),
    );
  });
});
