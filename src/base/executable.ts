import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment } from './process.ts';

/**
 * Returns the absolute path of a program, as a shell finds it: a bare name on PATH, a path as it
 * is.
 */
export async function findExecutable(name: string, env: Environment): Promise<string | undefined> {
  if (name.includes('/')) return (await isExecutable(resolve(name))) ? resolve(name) : undefined;
  for (const folder of (env['PATH'] ?? '').split(':').filter(Boolean)) {
    const file = resolve(join(folder, name));
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
