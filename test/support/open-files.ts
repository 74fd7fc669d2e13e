import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Returns the files in a folder that this process keeps open: closing one can take a moment. */
export async function keptOpenIn(folder: string): Promise<readonly string[]> {
  let open: readonly string[] = [];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    open = await openIn(folder);
    if (open.length === 0) break;
    await setTimeout(10);
  }
  return open;
}

async function openIn(folder: string): Promise<readonly string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const files = await Promise.all(
    // That of the listing itself is closed by now.
    descriptors.map((each) => readlink(join('/proc/self/fd', each)).catch(() => '')),
  );
  return files.filter((file) => file.startsWith(folder));
}
