import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the program of dist/cache-client.js alone: it inherits the environment of others. */
const SCRIPT = `
const started = globalThis.setTimeout;
if (process.argv[1]?.endsWith('cache-client.js'))
  globalThis.setTimeout = (callback, ms = 0, ...args) => started(callback, ms / 100, ...args);
`;

/** An environment in which the client of the cache waits a hundredth of the time, for whatever it waits. */
export interface Hurried extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
}

export async function hurried(): Promise<Hurried> {
  const folder = await mkdtemp(join(tmpdir(), 'hurried-'));
  const file = join(folder, 'timers.mjs');
  await writeFile(file, SCRIPT);
  return {
    env: { NODE_OPTIONS: `--import=${file}` },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
