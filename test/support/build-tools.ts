import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { TEST_HOME } from './command.ts';

const signal = new AbortController().signal;

/** The oldest CMake that packages support, and the newest. */
export const CMAKES = ['3.18.0', '4.4.4'] as const;

/** Meson with the ninja it builds with. */
export const MESON = ['meson==1.12.1', 'ninja==1.13.0'] as const;

/**
 * Whether tests fail if a build tool is missing and cannot be installed (TEST_CMAKE=1). Otherwise
 * such tests are skipped.
 */
export const TOOLS_REQUIRED = process.env['TEST_CMAKE'] === '1';

/**
 * Installs Python packages into TEST_HOME, once, and returns the folder of their programs. Returns
 * undefined if that fails, unless TOOLS_REQUIRED is set.
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
    // Scripts contain the path of their interpreter, which changes with the move.
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
