import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, findExecutable, run } from '../base/process.ts';
import { installerEnvironment } from './environment.ts';

/** The program that fills an environment. */
export type Installer = { readonly kind: 'uv'; readonly uv: string } | { readonly kind: 'pip' };

interface InstallerContext {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The folder of system-wide configuration. */
  readonly etc: string;
}

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
 * uv where it is found, being several times faster, else pip. uv reads neither pip's variables nor its files, so
 * where pip alone has been told which index to use, uv would go to another one: then it is pip.
 */
export async function chooseInstaller(context: InstallerContext): Promise<Installer> {
  const uv = await findExecutable('uv', context.env);
  if (uv === undefined) return { kind: 'pip' };
  if (!(await isUvConfigured(context)) && (await isPipConfigured(context))) return { kind: 'pip' };
  return (await starts(uv, context)) ? { kind: 'uv', uv } : { kind: 'pip' };
}

/** A version manager's stand-in is on PATH even where there is no uv behind it. */
async function starts(uv: string, { env, signal }: InstallerContext): Promise<boolean> {
  try {
    return (await run([uv, '--version'], { env: installerEnvironment(env), signal })).code === 0;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

async function isUvConfigured({ env, etc }: InstallerContext): Promise<boolean> {
  if (UV_VARIABLES.some((name) => env[name])) return true;
  return anyExists(configFolders(env, etc).map((folder) => join(folder, 'uv', 'uv.toml')));
}

async function isPipConfigured({ env, etc }: InstallerContext): Promise<boolean> {
  if (PIP_VARIABLES.some((name) => env[name])) return true;
  const folders = configFolders(env, etc).map((folder) => join(folder, 'pip'));
  const legacy = [etc, join(env['HOME'] ?? '/', '.pip')];
  return anyExists([...folders, ...legacy].map((folder) => join(folder, 'pip.conf')));
}

/** The folders pip and uv look for a folder of their own in. Source: "Configuration" in either's documentation. */
function configFolders(env: Environment, etc: string): readonly string[] {
  return [
    env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '/', '.config'),
    ...(env['XDG_CONFIG_DIRS'] || join(etc, 'xdg')).split(':'),
    etc,
  ];
}

async function anyExists(files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map(async (file) =>
      stat(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
