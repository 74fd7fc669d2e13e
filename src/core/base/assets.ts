import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Files of this program that are not TypeScript, found from wherever the code runs: src or dist. */
const root = findRoot(new URL('.', import.meta.url));

/** The folder of the Python bridge. */
export const BRIDGE_FOLDER = fileURLToPath(new URL('src/bridge/', root));

/** The folder of the C headers that generated sources include. */
export const RUNTIME_FOLDER = fileURLToPath(new URL('src/runtime/', root));

/** The folder of the C++ programs that test packages. */
export const HARNESS_FOLDER = fileURLToPath(new URL('src/harness/', root));

/** This program's version. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))).version;

function findRoot(folder: URL): URL {
  try {
    readFileSync(new URL('package.json', folder));
    return folder;
  } catch {
    // The folder above, unless this is the topmost.
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('this program lies in no package');
    return findRoot(above);
  }
}
