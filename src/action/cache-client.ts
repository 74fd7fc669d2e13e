import { restoreCache, saveCache } from '@actions/cache';
import { execFile } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { copyFile, lstat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type CacheLimit, cacheLimit, cacheRefusal } from './cache-errors.ts';
import type { CacheAnswer, CacheRequest } from './cache-process.ts';

/**
 * The file that every entry of the cache holds. The service finds an entry only by the path and the
 * compression (zstd, or gzip on machines without it) that it was saved with, so this name is also
 * the version of the format.
 */
const ENTRY_FILE = 'triton-aot-store-2';

async function serve(request: CacheRequest): Promise<CacheAnswer> {
  switch (request.operation) {
    case 'restore': {
      const [key = '', ...restoreKeys] = request.prefixes;
      const found = await restoreCache([ENTRY_FILE], key, restoreKeys);
      if (found !== undefined) await takeEntry(request.file);
      return { found: found ?? null };
    }
    case 'find':
      return {
        found: (await restoreCache([ENTRY_FILE], request.name, [], { lookupOnly: true })) ?? null,
      };
    case 'save':
      await copyFile(request.file, ENTRY_FILE);
      return { kept: (await saveCache([ENTRY_FILE], request.name)) >= 0 };
  }
}

/**
 * Copies the extracted file. Any job of the repository can have written the entry, so it can hold
 * anything.
 */
async function takeEntry(file: string): Promise<void> {
  if (!(await lstat(ENTRY_FILE)).isFile()) throw new Error('the entry is not a regular file');
  await copyFile(ENTRY_FILE, file);
}

/** Only GNU tar reads TAR_OPTIONS: with another one, an entry could write any file. */
async function requireGnuTar(): Promise<void> {
  const version = await promisify(execFile)('tar', ['--version']).catch(() => undefined);
  if (version?.stdout.includes('GNU tar') !== true) throw new Error('GNU tar is not on PATH');
}

// The library runs in a separate process because it cannot be interrupted and some of its promises
// never settle. The working directory is empty and private, but the library extracts archives with
// `tar -P`, which writes to any path that an archive names. So GNU tar gives every member, and the
// target of every link, the one expected name.
process.env['TAR_OPTIONS'] = `--transform=s,.*,${ENTRY_FILE},`;
process.env['RUNNER_TEMP'] = process.cwd();
const { token, ...request } = JSON.parse(await text(process.stdin)) as CacheRequest & {
  readonly token?: string;
};
if (token !== undefined) process.env['ACTIONS_RUNTIME_TOKEN'] = token;
// The library does not say how long to wait, nor always that it was a limit that ended a request.
let limit: CacheLimit | undefined;
subscribe('http.client.response.finish', (message) => {
  const { statusCode, headers } = (message as { readonly response: IncomingMessage }).response;
  limit = statusCode === 429 ? cacheLimit(headers['retry-after'], Date.now()) : undefined;
});
const answer = await requireGnuTar()
  .then(() => serve(request))
  .catch(cacheRefusal);
process.stdout.write(`\n${JSON.stringify({ ...answer, ...limit })}\n`);
// oxlint-disable-next-line unicorn/no-process-exit -- Timers of the library would keep the process alive for minutes.
process.exit();
