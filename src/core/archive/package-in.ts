import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../errors.ts';
import { MANIFEST_FILE } from '../package/files.ts';

/**
 * The folder of the package in what an archive was unpacked to: `root` itself, the folder `named` in it, or its only
 * folder.
 * @throws {Failure} `usage` listing what is there instead.
 */
export async function packageFolder(root: string, named?: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const places = named === undefined ? folders : [named];
  const packages = ['', ...places]
    .map((place) => join(root, place))
    .filter((folder) => existsSync(join(folder, MANIFEST_FILE)));
  const [folder, another] = packages;
  if (folder !== undefined && (folder === root || another === undefined)) return folder;
  const names = entries.map(({ name }) => name).toSorted();
  const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  throw new Failure('usage', {
    message:
      another === undefined
        ? `the archive has no package${named === undefined ? '' : ` in \`${named}\``}: ${MANIFEST_FILE} is neither at its top nor in ${named === undefined ? 'a folder there' : 'that folder'}`
        : `the archive has ${packages.length} packages, where one is expected`,
    hint: `It holds ${shown.join(', ') || 'nothing'}.`,
  });
}
