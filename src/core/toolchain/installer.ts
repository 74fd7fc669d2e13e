import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { type Environment, findExecutable, run } from '../base/process.ts';
import { installerEnvironment } from './environment.ts';

/** The program that creates an environment and installs packages into it. */
export type Installer = { readonly kind: 'uv'; readonly uv: string } | { readonly kind: 'pip' };

type InstallerContext = Pick<BuildContext, 'env' | 'platform' | 'signal'>;

const PIP_VARIABLES = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_FIND_LINKS',
  'PIP_NO_INDEX',
  'PIP_CONFIG_FILE',
  'PIP_CERT',
];
const UV_VARIABLES = [
  'UV_INDEX',
  'UV_DEFAULT_INDEX',
  'UV_INDEX_URL',
  'UV_EXTRA_INDEX_URL',
  'UV_FIND_LINKS',
  'UV_NO_INDEX',
  'UV_CONFIG_FILE',
];

/**
 * Returns uv if it is on PATH, since it is several times faster, else pip. Also returns pip if only
 * pip is configured, for example with an index: uv does not read pip's variables and files.
 */
export async function chooseInstaller(context: InstallerContext): Promise<Installer> {
  const uv = await findExecutable('uv', context.env);
  if (uv === undefined) return { kind: 'pip' };
  if (!(await isUvConfigured(context)) && (await isPipConfigured(context))) return { kind: 'pip' };
  return (await starts(uv, context)) ? { kind: 'uv', uv } : { kind: 'pip' };
}

/** Whether uv runs: the shim of a version manager may be on PATH without uv being installed. */
async function starts(uv: string, { env, signal }: InstallerContext): Promise<boolean> {
  try {
    return (await run([uv, '--version'], { env: installerEnvironment(env), signal })).code === 0;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

async function isUvConfigured({ env, platform }: InstallerContext): Promise<boolean> {
  if (UV_VARIABLES.some((name) => env[name])) return true;
  const folders = configFolders(env, platform.etc);
  return anyExists(folders.map((folder) => join(folder, 'uv', 'uv.toml')));
}

async function isPipConfigured({ env, platform: { etc } }: InstallerContext): Promise<boolean> {
  if (PIP_VARIABLES.some((name) => env[name])) return true;
  const folders = configFolders(env, etc).map((folder) => join(folder, 'pip'));
  const legacy = [etc, join(env['HOME'] ?? '/', '.pip')];
  return anyExists([...folders, ...legacy].map((folder) => join(folder, 'pip.conf')));
}

/**
 * Returns the folders in which pip and uv look for their configuration folders.
 * Source: "Configuration" in the documentation of pip and of uv.
 */
function configFolders(env: Environment, etc: string): readonly string[] {
  return [
    env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '/', '.config'),
    ...(env['XDG_CONFIG_DIRS'] || join(etc, 'xdg')).split(':'),
    etc,
  ];
}

async function anyExists(files: readonly string[]): Promise<boolean> {
  const found = await Promise.allSettled(files.map((file) => stat(file)));
  return found.some(({ status }) => status === 'fulfilled');
}
