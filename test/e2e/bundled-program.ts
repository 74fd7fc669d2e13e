import { expect } from '#jest';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { BUNDLE_FOLDER } from '../../src/base/assets.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { tritonPython } from '../support/triton.ts';

type Variables = Readonly<Record<string, string>>;

/** A program in `image/app`, and the bundle of what it compiled when it was recorded in `image/dist`. */
export interface BundledProgram {
  readonly space: Workspace;
  readonly python: string;
  /** Runs Python with the program's folder as the current one. */
  readonly runPython: (
    args: readonly string[],
    env: Variables,
    cwd?: string,
  ) => Promise<ProcessResult>;
  /** Runs the program with the bundle, which it cannot compile without. */
  readonly replay: (
    calls: readonly string[],
    env?: Variables,
    dist?: string,
  ) => Promise<ProcessResult>;
}

export async function bundledProgram(triton: string): Promise<BundledProgram> {
  const python = await tritonPython(triton);
  const space = await workspace();
  const at = (path: string): string => join(space.folder, path);
  // What Triton's JIT compiles its helper library with, where Python is installed without its headers.
  const headers = at('python-headers');
  const runPython: BundledProgram['runPython'] = (args, env, cwd = 'image/app') =>
    run([python, '-B', '-W', 'ignore', ...args], {
      cwd: at(cwd),
      env: { PATH: process.env['PATH'], CPATH: headers, TRITON_CACHE_DIR: at('jit'), ...env },
      signal: HERE.signal,
    });
  await cp(join(BUNDLE_FOLDER, 'include'), headers, { recursive: true });
  const version = await runPython(['-c', 'import sys; print(sys.hexversion)'], {}, '.');
  await writeFile(join(headers, 'patchlevel.h'), `#define PY_VERSION_HEX ${version.stdout}`);
  const replay: BundledProgram['replay'] = (calls, env = {}, dist = 'image/dist') =>
    runPython(['program.py', ...calls], {
      PYTHONPATH: at(dist),
      TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
      TRITON_CACHE_DIR: '/dev/null/no-cache',
      TRITON_AOT_BUNDLE: 'error',
      ...env,
    });

  await cp(join(ROOT, 'test/fixtures/bundle'), at('app'), { recursive: true });
  const recorder = {
    PYTHONPATH: join(ROOT, 'python/record'),
    TRITON_AOT_RECORD: at('recording'),
  };
  expectSuccess(await runPython(['program.py', 'usual', 'tuned', 'nested'], recorder, 'app'));
  // The kernel of a function that is made when the program runs cannot be found again.
  const where = ['--name', 'demo', '--python', python, '--paths', 'app'];
  const what = ['--targets', 'sm_80,sm_90', '--complete', '--wheel', '--oci'];
  const result = await space.triton(['bundle', 'recording', ...where, ...what]);
  expect(result.code).toBe(4);
  expect(result.stderr).toContain('dist/demo_bundle lacks 1 recorded kernel');
  expect(result.stderr).toContain('kernels:made.<locals>.inner: ');
  expect(result.stderr).toContain('makes it inside of a function');
  // It is used from elsewhere.
  await mkdir(at('image'));
  await rename(at('dist'), at('image/dist'));
  await cp(at('app'), at('image/app'), { recursive: true });
  await rm(at('app'), { recursive: true });
  return { space, python, runPython, replay };
}
