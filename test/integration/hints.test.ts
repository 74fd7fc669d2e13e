import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

interface Listed {
  readonly name: string;
  readonly specialisations: readonly string[];
  readonly hints?: { readonly origins: readonly string[]; readonly unused: readonly string[] };
}

/** One line for each specialisation, with where it comes from, and the hints that change nothing. */
function describeKernels(kernels: readonly Listed[]): string {
  return kernels
    .map(({ name, specialisations, hints }) =>
      [
        name,
        ...specialisations.map(
          (each, index) => `  ${hints?.origins[index] ?? 'listed'}: ${each === '' ? '-' : each}`,
        ),
        ...(hints === undefined ? [] : [`  nothing: ${hints.unused.join(', ') || '-'}`]),
      ].join('\n'),
    )
    .join('\n');
}

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

  it('are those that matter to each kernel', async () => {
    const { code, stdout, stderr } = await run('list', '--json', '--verbose');
    expect({ code, stderr: stderr.includes('hints of') }).toEqual({ code: 0, stderr: true });
    expectGolden(describeKernels(JSON.parse(stdout) as readonly Listed[]));
  });

  it('come from the store the next time', async () => {
    const { code, stderr } = await run('plan');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

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
  }, 300_000);

  it('are found again if the stored answer is damaged', async () => {
    await rm(join(space.folder, 'store'), { recursive: true });
    const first = await run('list', '--only', 'counter', '--verbose');
    const again = await run('list', '--only', 'counter', '--verbose');
    expect([first.stderr.includes('hints of 1 kernel'), again.stderr]).toEqual([true, '']);
  });
});
