import { delimiter } from 'node:path';
import type { FetchedPackage } from '../github/fetch/fetch.ts';
import { searchPaths } from '../github/fetch/search-path.ts';

/** What `fetch` prints: what a POSIX shell takes, so that `eval "$(triton-aot fetch …)"` has CMake find the package. */
export function fetchText({ folder }: FetchedPackage): string {
  return searchPaths(folder, {})
    .map(
      ({ name, folder: added }) =>
        `export ${name}=${quoted(added)}"\${${name}:+${delimiter}$${name}}"\n`,
    )
    .join('');
}

/** For a POSIX shell: nothing in single quotes means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
