import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The C compilers that tests compile generated code with: those of TEST_COMPILERS, or `cc` and, if
 * installed, clang. With TEST_COMPILERS, tests fail if one is missing.
 */
export const COMPILERS: readonly string[] = process.env['TEST_COMPILERS']?.split(',') ?? [
  'cc',
  ...(isOnPath('clang') ? ['clang'] : []),
];

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}
