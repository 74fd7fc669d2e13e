import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Applies only to dist/cache-client.js, which inherits the environment. */
const SCRIPT = `
const started = globalThis.setTimeout;
if (process.argv[1]?.endsWith('cache-client.js'))
  globalThis.setTimeout = (callback, ms = 0, ...args) => started(callback, ms / 100, ...args);
`;

/** An environment in which all timers of the cache library take a hundredth of the time. */
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
