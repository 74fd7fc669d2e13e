import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
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
});
