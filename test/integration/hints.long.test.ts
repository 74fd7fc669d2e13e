import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

interface Listed {
  readonly name: string;
  readonly specialisations: readonly string[];
  readonly hints?: { readonly origins: readonly string[]; readonly unused: readonly string[] };
}

/** Rows of an odd number of columns: the masks of a loop depend on `rows` and `outputs`. */
const MASKS = `package: masks
triton: VERSION
targets: [sm_90]
kernels:
  linear:
    source: layernorm_linear.py:normalised_linear_kernel
    arguments:
      { x_ptr: "*fp32", mean_ptr: "*fp32", rstd_ptr: "*fp32", gamma_ptr: "*fp32", beta_ptr: "*fp32",
        weight_ptr: "*fp32", bias_ptr: "*fp32", out_ptr: "*fp32", rows: i32, outputs: i32, features: i32 }
    constants: { BLOCK_M: 64, BLOCK_N: 64, BLOCK_K: 32 }
    grid: [cdiv(rows, BLOCK_M), cdiv(outputs, BLOCK_N)]
    smoke:
      reference: none
      buffers:
        x_ptr: [rows, features]
        mean_ptr: [rows]
        rstd_ptr: [rows]
        gamma_ptr: [features]
        beta_ptr: [features]
        weight_ptr: [outputs, features]
        bias_ptr: [outputs]
        out_ptr: { shape: [rows, outputs], role: out }
      cases: [{ rows: 33, outputs: 47, features: 65 }]
    tune: { cases: [{ rows: 4096, outputs: 4096, features: 1001 }] }
`;

describe.each(TRITON_VERSIONS)('the hints that Triton %s finds', (version) => {
  let space: Workspace;
  let run: (command: string, ...more: string[]) => ReturnType<Workspace['triton']>;

  beforeAll(async () => {
    space = await workspace();
    for (const file of ['automatic.py', 'automatic.yaml'])
      await cp(join(ROOT, 'test/cases', file), join(space.folder, file));
    const python = await tritonPython(version);
    const common = ['--manifest', 'automatic.yaml', '--triton', version, '--python', python];
    run = (command, ...more) => {
      const jobs = command === 'build' ? ['--jobs', '1'] : [];
      return space.triton([command, ...common, '--store', 'store', ...jobs, ...more]);
    };
  }, 600_000);
  afterAll(() => space.remove());

  it('are in the package, which is the same if it is built again', async () => {
    const only = ['--only', 'row_sum,matmul_sets,counter'];
    const built = await run('build', '--out', 'aot', '--targets', 'sm_80', ...only);
    expectSuccess(built);
    const manifest = JSON.parse(
      await readFile(join(space.folder, 'aot/manifest.json'), 'utf8'),
    ) as { readonly kernels: readonly { name: string; hints?: object; untested?: number[] }[] };
    expect(manifest.kernels.map(({ name, hints }) => [name, hints !== undefined])).toEqual([
      ['matmul_sets', false],
      ['row_sum', true],
      ['counter', true],
    ]);
    const verify = () => run('verify', '--package', 'aot', '--targets', 'sm_80', ...only);
    expectSuccess(await verify());
    const source = join(space.folder, 'automatic.py');
    const text = await readFile(source, 'utf8');
    await writeFile(source, text.replace('offsets < cols, other=0.0', 'offsets < cols, other=1.0'));
    const changed = await verify();
    await writeFile(source, text);
    expect(changed).toMatchObject({ code: 9 });
    expect(changed.stderr).toContain('Changed since: automatic.py.');
  });

  it('are found again if the stored answer is damaged', async () => {
    await rm(join(space.folder, 'store'), { recursive: true });
    const first = await run('list', '--only', 'counter', '--verbose');
    const again = await run('list', '--only', 'counter', '--verbose');
    expect([first.stderr.includes('hints of 1 kernel'), again.stderr]).toEqual([true, '']);
  });

  it('are 16, as the JIT has them, where weaker ones make the code longer', async () => {
    const file = 'layernorm_linear.py';
    await cp(join(ROOT, 'examples/layernorm-linear', file), join(space.folder, file));
    await space.write('masks.yaml', MASKS.replace('VERSION', version));
    const { code, stdout } = await space.triton([
      'list',
      '--manifest',
      'masks.yaml',
      '--json',
      '--python',
      await tritonPython(version),
    ]);
    expect(code).toBe(0);
    const [kernel] = JSON.parse(stdout) as readonly Listed[];
    expect(kernel?.specialisations).toContainEqual(
      expect.stringMatching(/^mean_ptr .*out_ptr % 16 == 0, rows % 16 == 0, outputs % 16 == 0$/),
    );
  });
});
