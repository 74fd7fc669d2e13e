import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The C compilers generated code is tried with: `cc`, and clang where there is one. TEST_COMPILERS names them
 * instead, so that a machine that must have both cannot pass without one.
 */
export const COMPILERS: readonly string[] = process.env['TEST_COMPILERS']?.split(',') ?? [
  'cc',
  ...(isOnPath('clang') ? ['clang'] : []),
];

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}
