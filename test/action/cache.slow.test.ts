import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AskCache, type CacheAnswer, cacheProcess } from '../../src/action/cache-process.ts';
import { cacheRemote } from '../../src/action/cache.ts';
import { formatProblem, type Problem } from '../../src/base/errors.ts';
import type { Remote } from '../../src/compile/store/remote-names.ts';
import { expectGolden } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'));
});
afterAll(() => rm(folder, { recursive: true }));

const RESTORE = { operation: 'restore', prefixes: ['a-', 'b-'], file: '/f' } as const;
const never = new AbortController().signal;

/** Asks a program with this body, in which `request` is the request. */
async function asking(
  body: string,
  { env = {}, signal = never, seconds = 60, call = 60 } = {},
): Promise<AskCache> {
  const program = join(folder, `program-${Math.random()}.mjs`);
  const reading = `import { text } from 'node:stream/consumers';\nconst request = JSON.parse(await text(process.stdin));\n`;
  await writeFile(program, `${reading}${body}`);
  const timeouts = { call, restore: seconds, save: seconds, limit: 60 };
  return cacheProcess({ env, signal, log: silentLog, scratch: folder, timeouts, program });
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the process that calls the cache library', () => {
  it('reads the request and prints the answer', async () => {
    const ask = await asking('console.log(JSON.stringify({ found: JSON.stringify(request) }))');
    const { found } = (await ask(RESTORE)) as { found: string };
    expect(JSON.parse(found)).toEqual(RESTORE);
  });

  it('may log before its answer, which is not shown', async () => {
    const ask = await asking(`console.log('[command]tar\\n{"kept":true}\\n{"found":null}')`);
    expect(await ask(RESTORE)).toEqual({ found: null });
  });

  it('gets the token with the request, where other processes cannot read it', async () => {
    const ask = await asking('console.log(JSON.stringify({ found: JSON.stringify(request) }))', {
      env: { ACTIONS_RUNTIME_TOKEN: 'token' },
    });
    const { found } = (await ask(RESTORE)) as { found: string };
    expect(JSON.parse(found)).toEqual({ ...RESTORE, token: 'token' });
  });

  it('has only the environment that the library and the network need', async () => {
    const needed = {
      ACTIONS_CACHE_SERVICE_V2: 'True',
      ACTIONS_RESULTS_URL: 'https://results.example',
      GITHUB_SERVER_URL: 'https://github.com',
      NODE_EXTRA_CA_CERTS: '',
      NO_PROXY: 'localhost',
      PATH: '/bin',
      https_proxy: 'http://proxy.example',
    };
    const others = {
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
      ACTIONS_RUNTIME_TOKEN: 'secret',
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
    ['prints nothing', '', ''],
    ['prints something else', 'console.log("{}")', ''],
    ['crashes', 'process.stderr.write("stack\\nout of luck\\n"); process.exit(1)', ': out of luck'],
  ])('counts as a connection that ended if it %s', async (_what, body, more) => {
    const ask = await asking(body);
    const message = `the connection ended early${more}`;
    expect(await ask(RESTORE)).toEqual({ problem: 'down', message });
  });

  it('is ended with its children if it takes too long', async () => {
    const file = join(folder, 'pids');
    const ask = await asking(
      `import { spawn } from 'node:child_process';
       import { writeFileSync } from 'node:fs';
       const child = spawn('sleep', ['60']);
       writeFileSync('${file}', process.pid + ' ' + child.pid);`,
      { seconds: 1 },
    );
    expect(await ask(RESTORE)).toEqual({ problem: 'down', message: 'it took more than 1 s' });
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^cache-/));
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
    while (pids.some(runs)) await setTimeout(10);
  });

  it('is ended if it prints nothing for too long, however long it may take', async () => {
    const talking = `const timer = setInterval(() => console.log('Received 1 of 2'), 100);
       setTimeout(() => { clearInterval(timer); console.log('{"found":null}'); }, 1500);`;
    const ask = await asking(talking, { call: 1 });
    expect(await ask(RESTORE)).toEqual({ found: null });
    const silent = await asking('setTimeout(() => {}, 60_000)', { call: 1 });
    expect(await silent(RESTORE)).toEqual({ problem: 'down', message: 'no answer within 1 s' });
  });

  it('reports the reason that the library logged for a miss', async () => {
    const ask = await asking(
      `console.log('::warning::Failed to restore: aborted\\n{"found":null}')`,
    );
    expect(await ask(RESTORE)).toEqual({ problem: 'failed', message: 'aborted' });
  });

  it('reports a failed upload also if the library returns the number of an entry', async () => {
    const ask = await asking(
      `console.log('::warning::Failed to save: commitCache failed: 400\\n' + (request.operation === 'find' ? '{"found":null}' : '{"kept":true}'))`,
    );
    const message = 'commitCache failed: 400';
    const save = { operation: 'save', name: 'a-1', file: '/f' } as const;
    expect(await ask(save)).toEqual({ problem: 'failed', message });
  });

  describe('if there are too many requests', () => {
    /** A program whose first `limited` runs are refused. The others say how often it ran. */
    const limiting = (limited: number, seconds: number): Promise<AskCache> => {
      const file = join(folder, `runs-${Math.random()}`);
      return asking(`import { appendFileSync, readFileSync } from 'node:fs';
        appendFileSync('${file}', '.');
        const runs = readFileSync('${file}').length;
        console.log(JSON.stringify(runs > ${limited} ? { found: 'run ' + runs } : { found: null, limitedFor: ${seconds} }));`);
    };

    it('waits once as long as the service asks for, and tries again', async () => {
      const ask = await limiting(1, 0.2);
      const start = performance.now();
      expect(await ask(RESTORE)).toEqual({ found: 'run 2' });
      expect(performance.now() - start).toBeGreaterThan(1000);
      expect(await ask(RESTORE)).toEqual({ found: 'run 3' });
    });

    it('counts the service as down after that wait, and if the wait would be too long', async () => {
      const message = 'it gets too many requests (status 429)';
      const ask = await limiting(3, 0);
      expect(await ask(RESTORE)).toEqual({ problem: 'down', message });
      expect(await ask(RESTORE)).toEqual({ problem: 'down', message });
      expect(await ask(RESTORE)).toEqual({ found: 'run 4' });
      const long = await limiting(1, 3599.5);
      const asked = `${message}, and asks to wait 3600 s`;
      expect(await long(RESTORE)).toEqual({ problem: 'down', message: asked });
    });

    it('lets requests at the same time wait together', async () => {
      const ask = await limiting(2, 0.2);
      const answers = await Promise.all([ask(RESTORE), ask(RESTORE)]);
      expect(answers.map((answer) => answer !== undefined && 'found' in answer)).toEqual([
        true,
        true,
      ]);
    });
  });

  it('is ended without an answer if the run is interrupted', async () => {
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

interface Reported {
  readonly remote: Remote;
  readonly asked: string[];
  readonly warnings: Problem[];
  readonly notices: Problem[];
  readonly losses: string[];
}

/** A remote whose cache gives these answers in turn, then repeats the last one. */
function answering(answers: readonly (CacheAnswer | undefined)[], allowed = {}): Reported {
  const seen = {
    asked: [] as string[],
    warnings: [] as Problem[],
    notices: [] as Problem[],
    losses: [] as string[],
  };
  const ask: AskCache = async (request) => {
    seen.asked.push(request.operation === 'restore' ? request.prefixes.join() : request.name);
    return answers[Math.min(seen.asked.length, answers.length) - 1];
  };
  const remote = cacheRemote({ restores: true, saves: true, ...allowed }, ask, {
    warning: (problem) => seen.warnings.push(problem),
    notice: (problem) => seen.notices.push(problem),
    loss: (message) => seen.losses.push(message),
  });
  return { remote, ...seen };
}

const shown = (problems: readonly Problem[]): string => problems.map(formatProblem).join('\n');

describe('the remote', () => {
  it('restores and saves files', async () => {
    const { remote, asked } = answering([{ found: 'a-1' }, { found: null }, { kept: true }]);
    expect(await remote.restore(['a-', 'b-'], '/f')).toBe('a-1');
    expect(await remote.restore(['c-'], '/f')).toBeUndefined();
    expect(await remote.save('a-2', '/f')).toBe(true);
    expect(asked).toEqual(['a-,b-', 'c-', 'a-2']);
  });

  it('sends no request that is not allowed', async () => {
    const { remote, asked } = answering([{ kept: true }], { restores: false, saves: false });
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('rejects a name that was not asked for and removes its file', async () => {
    const file = join(folder, 'foreign');
    await writeFile(file, 'foreign');
    const { remote, warnings } = answering([{ found: 'x-1' }]);
    expect(await remote.restore(['a-'], file)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    expectGolden(shown(warnings));
  });

  it('continues after a failure of one file', async () => {
    const failure = { problem: 'failed', message: 'aborted' } as const;
    const { remote, warnings } = answering([failure, { found: 'a-1' }]);
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.restore(['a-'], '/f')).toBe('a-1');
    expectGolden(shown(warnings));
  });

  it('sends no request once the service is down, and warns once, also of requests at the same time', async () => {
    const { remote, asked, warnings } = answering([{ problem: 'down', message: 'it is down' }]);
    const restores = ['a-', 'b-'].map((prefix) => remote.restore([prefix], '/f'));
    expect(await Promise.all(restores)).toEqual([undefined, undefined]);
    expect(await remote.restore(['c-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(asked).toEqual(['a-', 'b-']);
    expectGolden(shown(warnings));
  });

  it('does not repeat a denied operation, and shows a notice', async () => {
    const denied = { problem: 'denied', message: 'cache write denied: no' } as const;
    const { remote, warnings, notices } = answering([denied, { found: 'a-1' }]);
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(await remote.save('a-2', '/f')).toBe(false);
    expect(await remote.restore(['a-'], '/f')).toBe('a-1');
    expect(warnings).toEqual([]);
    expectGolden(shown(notices));
  });

  it('names what was not saved: refused, or because the service was down before', async () => {
    const failed = { problem: 'failed', message: 'aborted' } as const;
    const down = { problem: 'down', message: 'it is down' } as const;
    const { remote, losses } = answering([failed, { kept: false }, { kept: true }, failed, down]);
    expect(await remote.save('a-1', '/f')).toBe(false);
    // Another job is saving it.
    expect(await remote.save('a-2', '/f')).toBe(false);
    expect(await remote.save('a-3', '/f')).toBe(true);
    expect(await remote.restore(['b-'], '/f')).toBeUndefined();
    expect(await remote.restore(['c-'], '/f')).toBeUndefined();
    expect(await remote.save('a-4', '/f')).toBe(false);
    expect(losses).toEqual([
      "cannot save to GitHub's cache: aborted",
      "cannot save to GitHub's cache: it is down",
    ]);
  });

  it('names nothing that a run may not save', async () => {
    const { remote, losses } = answering([{ kept: true }], { saves: false });
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect(losses).toEqual([]);
  });

  it('reports nothing if the run is interrupted', async () => {
    const { remote, warnings, notices } = answering([undefined]);
    expect(await remote.restore(['a-'], '/f')).toBeUndefined();
    expect(await remote.save('a-1', '/f')).toBe(false);
    expect([warnings, notices]).toEqual([[], []]);
  });
});
