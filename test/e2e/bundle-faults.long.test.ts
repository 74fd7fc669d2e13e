import { afterAll, beforeAll, describe, it } from '#jest';
import { appendFile, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const APP = join(ROOT, 'test/fixtures/bundle');

let space: Workspace;
let python: string;
beforeAll(async () => {
  python = await tritonPython(USUAL);
  space = await workspace();
  await cp(APP, join(space.folder, 'app'), { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: join(ROOT, 'python/record'),
    TRITON_AOT_RECORD: join(space.folder, 'recording'),
    TRITON_CACHE_DIR: join(space.folder, 'jit'),
  };
  const argv = [python, '-B', '-W', 'ignore', 'program.py', 'usual'];
  const cwd = join(space.folder, 'app');
  expectSuccess(await run(argv, { cwd, env, signal: HERE.signal }));
});
afterAll(() => space.remove());

/** Makes the module with the kernels do something when it is imported. Returns its folder. */
async function appWith(name: string, lines: string): Promise<string> {
  const folder = join(space.folder, name);
  await cp(APP, folder, { recursive: true });
  await appendFile(join(folder, 'kernels.py'), lines);
  return folder;
}

/** Runs `bundle` with a store of its own, in which nothing is. */
async function bundle(
  app: string,
  more: { readonly env?: Record<string, string>; readonly args?: readonly string[] } = {},
): Promise<ProcessResult> {
  const home = join(space.folder, 'home');
  await rm(home, { recursive: true, force: true });
  const argv = ['bundle', 'recording', '--name', 'demo', '--python', python, '--paths', app];
  return space.triton([...argv, '--targets', 'sm_90', ...(more.args ?? [])], {
    env: { TRITON_AOT_HOME: home, ...more.env },
  });
}

describe('a module that is imported for a bundle', () => {
  it('may print as much as it wants to', async () => {
    const noise =
      'import sys\nfor _ in range(620):\n    sys.stderr.write("x" * 1_000_000 + "\\n")\n';
    expectSuccess(await bundle(await appWith('noise', noise)));
  });
});
