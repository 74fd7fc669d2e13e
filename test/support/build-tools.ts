import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { TEST_HOME } from './command.ts';

const signal = new AbortController().signal;

/** The oldest CMake that packages support, and the newest. */
export const CMAKES = ['3.18.0', '4.4.4'] as const;

/** Meson, pkg-config, and what CMake and Meson build with. */
const OTHERS = ['meson==1.12.1', 'ninja==1.13.0', 'pkgconf==3.0.7.post0'];

/**
 * Installs build tools into TEST_HOME, once, so that tests need none of the machine's. Returns the
 * environment in which `cmake`, `meson`, `ninja` and `pkg-config` are these.
 */
export async function buildTools(cmake: string): Promise<Readonly<Record<string, string>>> {
  const folders = [await installed([`cmake==${cmake}`]), await installed(OTHERS)];
  return { PATH: [...folders, process.env['PATH']].join(delimiter), CMAKE_GENERATOR: 'Ninja' };
}

/** Installs Python packages, unless they are. Returns the folder of their programs. */
async function installed(requirements: readonly string[]): Promise<string> {
  const home = join(TEST_HOME, 'tools');
  const folder = join(home, requirements.join('+').replaceAll('==', '-'));
  const programs = join(folder, 'bin');
  if (existsSync(programs)) return programs;
  const building = `${folder}.${process.pid}`;
  try {
    await mkdir(home, { recursive: true });
    await install(['python3', '-m', 'venv', building]);
    const pip = [join(building, 'bin/python'), '-m', 'pip', 'install', '--quiet'];
    await install([...pip, '--disable-pip-version-check', ...requirements]);
    // Scripts contain the path of their interpreter, which changes with the move.
    await install(['sed', '-i', `1s|${building}|${folder}|`, ...(await scripts(building))]);
    await rename(building, folder).catch(() => undefined);
    return programs;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function scripts(venv: string): Promise<readonly string[]> {
  const { stdout } = await run(['grep', '-rIl', `^#!${venv}`, join(venv, 'bin')], {
    env: process.env,
    signal,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

async function install(argv: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(argv, { env: process.env, signal });
  if (code !== 0) throw new Error(`${argv.join(' ')}\n${stdout}${stderr}`);
}
