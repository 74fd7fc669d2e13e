import { text } from 'node:stream/consumers';
import type { CacheAnswer, CacheRequest } from './action/cache/exchange.ts';
import { refusalOf } from './cache/refusal.ts';
import { restore } from './cache/restore.ts';
import { save } from './cache/save.ts';

// Speaks to GitHub's cache service in place of the action, which can end it: the service's client cannot be
// interrupted, and some of its promises never settle. The client writes to standard output, too, for the runner;
// nobody shows that.
const request = JSON.parse(await text(process.stdin)) as CacheRequest;
process.stdout.write(`\n${JSON.stringify(await serve(request))}\n`);
// oxlint-disable-next-line unicorn/no-process-exit -- Timers of the client would hold the process for minutes.
process.exit();

async function serve(asked: CacheRequest): Promise<CacheAnswer> {
  try {
    return await (asked.operation === 'restore' ? restore(asked) : save(asked));
  } catch (error) {
    return refusalOf(error);
  }
}
