import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { TEST_HOME } from './command.ts';

const signal = new AbortController().signal;

/** The oldest CMake that packages support, and the newest there is. */
export const CMAKES = ['3.18.0', '4.4.4'] as const;

/** Meson with the ninja it builds with. */
export const MESON = ['meson==1.12.1', 'ninja==1.13.0'] as const;

/**
 * Whether what installs or is a build tool may be missing here: such tests are then skipped. TEST_CMAKE=1 says that all
 * of them must be there.
 */
export const TOOLS_REQUIRED = process.env['TEST_CMAKE'] === '1';

/**
 * The folder of programs from these Python packages, installed once into the tests' own home; undefined where that is
 * not possible and TOOLS_REQUIRED does not ask for them.
 */
export async function buildTools(requirements: readonly string[]): Promise<string | undefined> {
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
    // Programs name their interpreter by its path, which must stay good after the move.
    await install(['sed', '-i', `1s|${building}|${folder}|`, ...(await scripts(building))]);
    await rename(building, folder).catch(() => rm(building, { recursive: true }));
    return programs;
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (TOOLS_REQUIRED) throw error;
    return undefined;
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
