import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { readPlatform, wheelMachine } from '../../src/toolchain/platform.ts';
import { ensureWheelTools } from '../../src/toolchain/wheel-tools.ts';
import { uvTool } from '../support/build-tools.ts';
import { expectSuccess, ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { PYTHON_CONTEXT } from '../support/triton.ts';

/** The package for PyPI as a wheel, and a folder with an example. */
export interface PypiPackage {
  readonly space: Workspace;
  readonly uv: Awaited<ReturnType<typeof uvTool>>;
  readonly wheel: string;
  /** `triton-aot-emulate`, which the first needs. */
  readonly emulation: string;
  /** Makes a virtual environment with the wheel. Returns the folder of its programs. */
  readonly install: (name: string, options?: readonly string[]) => Promise<string>;
  /** Runs a program in the workspace. There is no Node on PATH. */
  readonly start: (argv: readonly string[], path?: string) => Promise<ProcessResult>;
}

export async function pypiPackage(): Promise<PypiPackage> {
  const space = await workspace();
  await space.example('vector-add');
  const uv = await uvTool();
  const wheel = await makeWheel(join(ROOT, 'python'), join(space.folder, 'made'));
  const emulation = await makeWheel(join(ROOT, 'python/emulate'), join(space.folder, 'emulation'));
  return {
    space,
    uv,
    wheel,
    emulation,
    install: async (name, options = []) => {
      const folder = join(space.folder, name);
      const python = ['--python', 'python3', '--no-python-downloads'];
      expectSuccess(await run([uv.uv, 'venv', ...python, folder], { ...HERE, env: uv.env }));
      const argv = [uv.uv, 'pip', 'install', '--python', folder, ...options, wheel, emulation];
      expectSuccess(await run(argv, { ...HERE, env: uv.env }));
      return join(folder, 'bin');
    },
    start: (argv, path = '/nowhere') =>
      run(argv, {
        ...HERE,
        cwd: space.folder,
        env: { ...process.env, PATH: path, TRITON_AOT_HOME: TEST_HOME },
      }),
  };
}

/** Makes the wheel of a project, and returns its path. */
export async function makeWheel(project: string, out: string): Promise<string> {
  const python = await ensureWheelTools(wheelMachine(readPlatform()), PYTHON_CONTEXT);
  const hatch = [python, '-I', '-m', 'hatchling', 'build', '--target', 'wheel'];
  const made = await run([...hatch, '--directory', out], { ...HERE, cwd: project });
  expectSuccess(made);
  const [name = ''] = await readdir(out);
  return join(out, name);
}
