import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Remote } from '../../../src/compile/store/remote-names.ts';

/** A remote in a folder that records its calls. */
export interface FolderRemote extends Remote {
  readonly folder: string;
  /** `restore PREFIX,…` and `save NAME`. */
  readonly calls: string[];
  /** The names of the files, the oldest first. */
  names(): Promise<readonly string[]>;
}

export function folderRemote(folder: string): FolderRemote {
  const calls: string[] = [];
  const order: string[] = [];
  const names = async (): Promise<readonly string[]> => {
    const there = await readdir(folder);
    return there.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  };
  return {
    folder,
    calls,
    names,
    async restore(prefixes, file) {
      calls.push(`restore ${prefixes.join(',')}`);
      const all = await names();
      for (const prefix of prefixes) {
        const name = all.findLast((each) => each.startsWith(prefix));
        if (name === undefined) continue;
        await copyFile(join(folder, name), file);
        return name;
      }
      return undefined;
    },
    async save(name, file) {
      calls.push(`save ${name}`);
      const isThere = await stat(join(folder, name)).catch(() => undefined);
      if (isThere === undefined) {
        await copyFile(file, join(folder, name));
        order.push(name);
      }
      return true;
    },
  };
}
