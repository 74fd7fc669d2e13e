import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AskCache, type CacheAnswer, cacheProcess } from '../../src/action/cache-process.ts';
import { cacheRemote } from '../../src/action/cache.ts';
import type { Problem } from '../../src/core/base/errors.ts';
import type { Remote } from '../../src/core/store/remote.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'));
});
afterAll(() => rm(folder, { recursive: true }));

const RESTORE = { operation: 'restore', prefixes: ['a-', 'b-'], file: '/f' } as const;
const never = new AbortController().signal;

/** Asks a program that is written here: `request` is what it was asked. */
async function asking(
  body: string,
  { env = {}, signal = never, seconds = 60 } = {},
): Promise<AskCache> {
  const program = join(folder, `program-${Math.random()}.mjs`);
  const reading = `import { text } from 'node:stream/consumers';\nconst request = JSON.parse(await text(process.stdin));\n`;
  await writeFile(program, `${reading}${body}`);
  const timeouts = { call: 7, restore: seconds, save: seconds };
  return cacheProcess({ env, signal, timeouts, program });
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the program that speaks to the cache', () => {
  it('gets the request and gives the answer', async () => {
    const ask = await asking('console.log(JSON.stringify({ found: JSON.stringify(request) }))');
    const { found } = (await ask(RESTORE)) as { found: string };
    expect(JSON.parse(found)).toEqual({ ...RESTORE, callTimeout: 7 });
  });

  it('may talk before it answers, which nobody sees', async () => {
    const ask = await asking(`console.log('::warning::no\\n{"kept":true}\\n{"found":null}')`);
    expect(await ask(RESTORE)).toEqual({ found: null });
  });

  it('has the environment that the client and the network need, and no other', async () => {
    const needed = {
      ACTIONS_CACHE_SERVICE_V2: 'True',
      ACTIONS_RESULTS_URL: 'https://results.example',
      ACTIONS_RUNTIME_TOKEN: 'token',
      GITHUB_SERVER_URL: 'https://github.com',
      NODE_EXTRA_CA_CERTS: '',
      NO_PROXY: 'localhost',
      https_proxy: 'http://proxy.example',
    };
    const others = {
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
      GITHUB_ENV: 'file',
      GITHUB_TOKEN: 'secret',
      INPUT_KEY: 'secret',
    };
    const ask = await asking(
      'console.log(JSON.stringify({ found: JSON.stringify(process.env) }))',
      { env: { ...others, ...needed } },
    );
    const { found } = (await ask(RESTORE)) as { found: string };
    expect(JSON.parse(found)).toEqual(needed);
  });

  it.each([
    ['says nothing', '', ''],
    ['says something else', 'console.log("{}")', ''],
    ['breaks', 'process.stderr.write("stack\\nout of luck\\n"); process.exit(1)', ': out of luck'],
  ])('is taken for a connection that ended when it %s', async (_what, body, more) => {
    const ask = await asking(body);
    const message = `the connection ended early${more}`;
    expect(await ask(RESTORE)).toEqual({ problem: 'down', message });
  });

  it('is ended with its children when it takes too long', async () => {
    const file = join(folder, 'pids');
    const ask = await asking(
      `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       const child = spawn('sleep', ['60']);
       writeFileSync('${file}', process.pid + ' ' + child.pid);`,
      { seconds: 1 },
    );
    expect(await ask(RESTORE)).toEqual({ problem: 'down', message: 'it took more than 1 s' });
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
    while (pids.some(runs)) await setTimeout(10);
  });

  it('is ended without an answer when the run is interrupted', async () => {
    const controller = new AbortController();
    const ask = await asking('globalThis.setTimeout(() => {}, 60_000)', {
      signal: controller.signal,
    });
    const asked = ask(RESTORE);
    await setTimeout(200);
    controller.abort(new Error('interrupted'));
    expect(await asked).toBeUndefined();
    expect(await ask(RESTORE)).toBeUndefined();
  });
});

interface Told {
  readonly remote: Remote;
  readonly asked: string[];
  readonly warnings: Problem[];
  readonly notices: Problem[];
}

/** A remote whose cache gives these answers, one after another, then the last one for ever. */
function answering(answers: readonly (CacheAnswer | undefined)[], allowed = {}): Told {
  const told = { asked: [] as string[], warnings: [] as Problem[], notices: [] as Problem[] };
  const ask: AskCache = async (request) => {
    told.asked.push(request.operation === 'restore' ? request.prefixes.join() : request.name);
    return answers[Math.min(told.asked.length, answers.length) - 1];
  };
  const remote = cacheRemote({ restores: true, saves: true, ...allowed }, ask, {
    warning: (problem) => told.warnings.push(problem),
    notice: (problem) => told.notices.push(problem),
  });
  return { remote, ...told };
}

describe('the remote', () => {
  it('restores and saves', async () => {
    const { remote, asked } = answering([{ found: 'a-1' }, { found: null }, { kept: true }]);
    expect(await remote.restore(['a-', 'b-'], '/f')).toBe('a-1');
    expect(await remote.restore(['c-'], '/f')).toBeUndefined();
    expect(await remote.save('a-2', '/f')).toBe(true);
    expect(asked).toEqual(['a-,b-', 'c-', 'a-2']);
  });

  it('asks for nothing that is not allowed', async () => {
    const { remote, asked } = answering([{ kept: true }], { restores: false, saves: false });
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('takes no name that was not asked for, and leaves no file of it', async () => {
    const file = join(folder, 'foreign');
    await writeFile(file, 'foreign');
    const { remote, warnings } = answering([{ found: 'x-1' }]);
    expect(await remote.restore(['a-'], file)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    expect(warnings).toMatchObject([{ message: 'the cache does not restore a file: it gave x-1' }]);
  });

  it('goes on after a failure of one file', async () => {
    const failure = { problem: 'failed', message: 'aborted' } as const;
    const { remote, warnings } = answering([failure, { found: 'a-1' }]);
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.restore(['a-'], '/f')).toBe('a-1');
    expect(warnings).toEqual([
      {
        message: 'the cache does not restore a file: aborted',
        hint: 'What is not in the store is compiled.',
      },
    ]);
  });

  it('is not asked again once it is down, and warns once, of requests under way too', async () => {
    const { remote, asked, warnings } = answering([{ problem: 'down', message: 'it sleeps' }]);
    const restores = ['a-', 'b-'].map((prefix) => remote.restore([prefix], '/f'));
    expect(await Promise.all(restores)).toEqual([undefined, undefined]);
    expect(await remote.restore(['c-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(asked).toEqual(['a-', 'b-']);
    expect(warnings).toEqual([
      {
        message: 'the cache cannot be used: it sleeps',
        hint: 'What is not in the store is compiled.',
      },
    ]);
  });

  it('is not asked again for what is denied: a notice', async () => {
    const denied = { problem: 'denied', message: 'cache write denied: no' } as const;
    const { remote, warnings, notices } = answering([denied, { found: 'a-1' }]);
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(await remote.save('a-2', '/f')).toBe(false);
    expect(await remote.restore(['a-'], '/f')).toBe('a-1');
    expect(warnings).toEqual([]);
    expect(notices).toEqual([
      {
        message: 'this run may not save files of the cache: cache write denied: no',
        hint: 'What was compiled now is compiled again by the next run.',
      },
    ]);
  });

  it('says nothing of an interruption', async () => {
    const { remote, warnings, notices } = answering([undefined]);
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect([warnings, notices]).toEqual([[], []]);
  });
});
