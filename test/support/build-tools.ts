import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { cacheFolder } from '../../src/core/toolchain/install.ts';
import { readPackageSettings } from '../../src/core/toolchain/package-settings.ts';
import { readPlatform, wheelMachine } from '../../src/core/toolchain/platform.ts';
import { findUv, UV_WHEELS } from '../../src/core/toolchain/uv.ts';
import { downloadFile } from '../../src/github/web.ts';
import { TEST_HOME } from './command.ts';
import { HERE } from './here.ts';
import { silentLog } from './silent-log.ts';

/** The oldest CMake that packages support, and the newest. */
export const OLDEST_CMAKE = '3.18.0';
export const NEWEST_CMAKE = '4.4.4';

/** Meson, pkg-config, and what CMake and Meson build with. */
const OTHERS = ['meson==1.12.1', 'ninja==1.13.0', 'pkgconf==3.0.7.post0'];

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

/** Installs Python packages with uv, unless they are. Returns their environment. */
async function installed(requirements: readonly string[]): Promise<string> {
  const folder = join(TEST_HOME, 'tools', requirements.join('+').replaceAll('==', '-'));
  if (existsSync(join(folder, 'bin'))) return folder;
  const building = `${folder}.${process.pid}`;
  const platform = readPlatform();
  const settings = await readPackageSettings({ ...HERE, platform });
  const context = { ...HERE, platform, home: TEST_HOME, log: silentLog, download: downloadFile };
  const uv = await findUv(settings, UV_WHEELS[wheelMachine(platform)], context);
  const env = { ...settings.env, UV_CACHE_DIR: cacheFolder(TEST_HOME), UV_LINK_MODE: 'hardlink' };
  try {
    await mkdir(building, { recursive: true });
    const python = join(building, 'bin/python');
    for (const argv of [
      // Its scripts find their interpreter after the move.
      [uv, 'venv', '--no-project', '--relocatable', '--allow-existing', building],
      [uv, 'pip', 'install', '--python', python, ...requirements],
    ]) {
      const { code, stdout, stderr } = await run(argv, { env, signal: HERE.signal, cwd: building });
      if (code !== 0) throw new Error(`${argv.join(' ')}\n${stdout}${stderr}`);
    }
    // Another process may have been faster.
    await rename(building, folder).catch(() => undefined);
    return folder;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}
