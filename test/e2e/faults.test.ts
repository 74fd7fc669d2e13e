import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { errorsIn, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { HERE } from '../support/here.ts';
import { act } from '../support/runner.ts';

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
});
afterEach(() => space.remove());

const inText = (text: string): string => text.replaceAll(space.folder, '…');

describe('a fault of the machine ends a command with 3', () => {
  it('if there is no folder for temporary files', async () => {
    await writeFile(join(space.folder, 'demo.tar.gz'), '');
    const args = ['verify', '--package', 'demo.tar.gz'];
    const { code, stderr } = await space.triton(args, { env: { TMPDIR: '/nowhere' } });
    expect(code).toBe(3);
    expectGolden(errorsIn(stderr));
  });

  it('if the current folder was removed', async () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" build`;
    const argv = ['sh', '-c', script, process.execPath, join(ROOT, 'dist/cli.js')];
    const { code, stderr } = await run(argv, { ...HERE, cwd: space.folder });
    expect(code).toBe(3);
    expectGolden(errorsIn(stderr));
  });

  it('if it happens in an action', async () => {
    const env = { RUNNER_TEMP: '/nowhere', GITHUB_REPOSITORY: 'we/kernels' };
    const inputs = { release: 'v1.0.0', token: 'none' };
    const { code, stdout } = await act(space, 'fetch', { inputs, env });
    expect(code).toBe(3);
    expectGolden(stdout.replace(/\d+\.\d s/, 'TIME'));
  });
});

describe('an output folder', () => {
  const build = (out: string): ReturnType<Workspace['triton']> =>
    space.triton(['build', '--out', out]);

  it('can be a mount point, which is refused', async () => {
    const { code, stderr } = await build('/proc');
    expect(code).toBe(3);
    expectGolden(errorsIn(stderr));
  });

  it('can be a link to nothing, which is refused', async () => {
    await symlink('/nowhere', join(space.folder, 'aot'));
    const { code, stderr } = await build('aot');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('can be the root of the disk, which is refused at once', async () => {
    const { code, stderr } = await build('/');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });
});

describe('a pipe', () => {
  it.each([
    ['as manifest', ['plan']],
    ['as package', ['verify', '--package', 'kernels.yaml']],
    ['as manifest of a package', ['verify', '--package', 'aot']],
  ])('%s is not waited for', async (_as, args) => {
    await mkdir(join(space.folder, 'aot'));
    for (const name of ['kernels.yaml', 'aot/manifest.json'])
      execFileSync('mkfifo', [join(space.folder, name)]);
    const { code, stderr } = await space.triton(args);
    expect(code).toBe(2);
    expectGolden(inText(errorsIn(stderr)));
    expect((await readdir(space.folder)).toSorted()).toEqual(['aot', 'kernels.yaml']);
  });
});
