import { readFileSync } from 'node:fs';
import { RESERVED_NAMES_FILE } from '../../base/assets.ts';

/**
 * A list of names: keywords of C and C++, macros without parameters, what else headers declare,
 * headers (`math`, `sys/types`), libraries (`m` for libm), and what CMake uses.
 */
type List = 'keywords' | 'macros' | 'declared' | 'headers' | 'libraries' | 'cmake';

let lists: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * Returns true if a name is in a list of reserved-names.txt. The file is read at the first call.
 * Source: scripts/reserved_names.py, which makes the lists from headers, compilers and libraries.
 */
export function isListed(name: string, list: List): boolean {
  lists ??= readLists();
  const names = lists.get(list);
  if (names === undefined) throw new Error(`${RESERVED_NAMES_FILE} has no list [${list}]`);
  return names.has(name);
}

function readLists(): ReadonlyMap<string, ReadonlySet<string>> {
  const [, ...parts] = readFileSync(RESERVED_NAMES_FILE, 'utf8').split('\n[');
  return new Map(
    parts.map((part) => {
      const [title = '', ...names] = part.split('\n');
      return [title.slice(0, -1), new Set(names.filter((name) => name !== ''))];
    }),
  );
}
