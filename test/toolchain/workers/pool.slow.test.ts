import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../src/base/errors.ts';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import { keepingWorkers } from '../../../src/toolchain/workers/kept-workers.ts';
import {
  compileAll,
  configsAll,
  describeAll,
  type PoolContext,
} from '../../../src/toolchain/workers/pool.ts';
import type { CompileOutcome } from '../../../src/toolchain/workers/answers.ts';
import type { CompileJob } from '../../../src/toolchain/workers/protocol.ts';
import { fakeCode } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';
import { untilEnded } from '../../support/running.ts';

const BRIDGE = fileURLToPath(new URL('../../fixtures/fake-bridge', import.meta.url));

let scratch: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'pool-'));
});

afterEach(async () => {
  await rm(scratch, { recursive: true, force: true });
});

function context(changes: Partial<PoolContext> = {}): PoolContext {
  return {
    python: 'python3',
    bridge: BRIDGE,
    env: process.env,
    scratch,
    workers: 2,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

function job(id: number, what: string, file = '/kernels/k.py'): CompileJob {
  return {
    id,
    source: { ...fakeCode('k.py', what).source, file },
    signature: [],
    constants: {},
    divisors: {},
    options: {},
    target: { backend: 'cuda', arch: 90, warpSize: 32 },
  };
}

function jobs(...what: readonly string[]): CompileJob[] {
  return what.map((each, id) => job(id, each));
}

function failureOf(outcome: CompileOutcome | undefined) {
  return outcome?.ok === false ? outcome.failure : undefined;
}

function nameOf(outcome: CompileOutcome | undefined): string {
  return outcome?.ok === true ? outcome.kernel.name : '';
}

/** Waits until a hanging job has written its process ids. */
async function processesOf(file: string): Promise<number[]> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (/^\d+ \d+$/.test(text)) return text.split(' ').map(Number);
    await sleep(10);
  }
}

describe('compileAll', () => {
  it('returns the outcomes in the order of the jobs and reports each when it is known', async () => {
    const done: number[] = [];
    const outcomes = await compileAll(jobs('a', 'b', 'c', 'd'), context(), ({ id }) => {
      done.push(id);
    });
    expect(outcomes.map((outcome) => nameOf(outcome).split('_')[0])).toEqual(['a', 'b', 'c', 'd']);
    expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(outcomes[0]).toMatchObject({ cpuSeconds: 0.25, kernel: { numWarps: 4 } });
    expect(outcomes[0]?.ok === true && [...outcomes[0].kernel.cubin]).toEqual([0, 1, 2]);
  });

  it('starts no worker for no jobs', async () => {
    expect(await compileAll([], context({ python: '/nowhere' }))).toEqual([]);
  });

  it('starts no more workers than there are jobs, and reuses them', async () => {
    const outcomes = await compileAll(jobs('a', 'b'), context({ workers: 8 }));
    expect(new Set(outcomes.map(nameOf)).size).toBe(2);
    const alone = await compileAll(jobs('a', 'a', 'a'), context({ workers: 1 }));
    expect(new Set(alone.map(nameOf)).size).toBe(1);
  });

  it('has a worker stay with the code it runs, and takes the first job otherwise', async () => {
    const files = ['a', 'b', 'c', 'b', 'a', 'c'];
    const asked = files.map((name, id) => ({
      ...job(id, 'a'),
      source: { ...fakeCode(`${name}.py`, 'a').source, file: '/kernels/k.py' },
    }));
    const done: number[] = [];
    await compileAll(asked, context({ workers: 1 }), ({ id }) => done.push(id));
    expect(done).toEqual([0, 4, 1, 3, 2, 5]);
  });

  it('replaces a worker before it uses too much memory', async () => {
    const many = Array.from({ length: 1001 }, (_each, id) => job(id, 'a'));
    const outcomes = await compileAll(many, context({ workers: 1 }));
    expect(new Set(outcomes.map(nameOf)).size).toBe(3);
  });

  it('returns a failed outcome for a job that fails', async () => {
    const outcomes = await compileAll(jobs('a', 'fails', 'b'), context());
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(outcomes[1]).toEqual({
      ok: false,
      failure: { reason: 'compile', message: 'no', file: 'k.py', line: 3 },
      cpuSeconds: 0.5,
    });
  });

  it('adds the errors that the compiler printed to a failure without details', async () => {
    const [outcome] = await compileAll(jobs('diagnosed'), context());
    expect(failureOf(outcome)).toEqual({
      reason: 'compile',
      message: 'pass failed\nbad layout\ntwice',
      file: '/k.py',
      line: 7,
    });
  });

  it('starts a new worker if one is aborted, killed or exits', async () => {
    const outcomes = await compileAll(
      jobs('aborts', 'killed', 'exits', 'a'),
      context({ workers: 1 }),
    );
    const failures = outcomes.slice(0, 3).map((outcome) => failureOf(outcome)?.message);
    expectGolden(failures.join('\n'));
    expect(failureOf(outcomes[0])).toMatchObject({ reason: 'crash', file: '/kernels/k.py' });
    expect(outcomes[3]?.ok).toBe(true);
  });

  it('ends a job that takes too long, with all its processes', async () => {
    const file = join(scratch, 'pids');
    const outcomes = await compileAll(
      [job(0, 'hangs', file), job(1, 'a')],
      context({ workers: 1, timeoutMs: 10_000 }),
    );
    expect(failureOf(outcomes[0])).toMatchObject({ reason: 'timeout' });
    expectGolden(failureOf(outcomes[0])?.message ?? '');
    expect(outcomes[1]?.ok).toBe(true);
    await untilEnded(...(await processesOf(file)));
  });

  it('accepts large output on standard error and other output before the first line', async () => {
    const noisy = context({ env: { ...process.env, FAKE: 'noisy' }, workers: 1 });
    const outcomes = await compileAll(jobs('floods', 'a'), noisy);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('ends all processes when aborted, and rejects with the reason', async () => {
    const controller = new AbortController();
    const file = join(scratch, 'pids');
    const running = compileAll(
      [job(0, 'hangs', file), ...jobs('a', 'b')],
      context({ signal: controller.signal }),
    );
    const pids = await processesOf(file);
    const reason = interruptedFailure('SIGINT');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await untilEnded(...pids);
    expect(await readdir(scratch)).toEqual(['pids']);
  });

  it('starts nothing if already aborted', async () => {
    const reason = interruptedFailure('SIGTERM');
    const aborted = context({ signal: AbortSignal.abort(reason) });
    await expect(compileAll(jobs('a'), aborted)).rejects.toBe(reason);
    expect(await readdir(scratch)).toEqual([]);
  });

  it('leaves short jobs to the first worker, unless they take longer than starting another', async () => {
    const settings = { areJobsShort: true, headStartMs: 60_000 };
    const outcomes = await compileAll(jobs('a', 'b', 'c'), context(settings));
    expect(new Set(outcomes.map((outcome) => nameOf(outcome).split('_')[1])).size).toBe(1);
  });

  it('always removes the scratch folders', async () => {
    await compileAll(jobs('a', 'aborts', 'fails', 'b'), context());
    expect(await readdir(scratch)).toEqual([]);
  });

  it.each([
    ['is missing', { python: '/nowhere/python' }, /\/nowhere\/python\) could not be started/],
    ['lacks Triton', { env: { ...process.env, FAKE: 'broken' } }, /No module named triton/],
    [
      'is silent',
      { env: { ...process.env, FAKE: 'silent' }, startTimeoutMs: 300 },
      /was not ready after 0\.3 seconds/,
    ],
    ['is of another version', { env: { ...process.env, FAKE: 'old' } }, /another version/],
  ])('fails if the worker %s', async (_case, changes, message) => {
    const running = compileAll(jobs('a', 'b', 'c'), context(changes));
    const error: unknown = await running.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ kind: 'environment', message: expect.stringMatching(message) });
    expect(await readdir(scratch)).toEqual([]);
  });
});

describe('kept workers', () => {
  it('answer the jobs of later calls, and others are started only if jobs remain', async () => {
    const seen = await keepingWorkers({ scratch }, async (kept) => {
      const settings = context({ kept, scratch: await kept.scratch() });
      const first = await compileAll(jobs('a'), settings);
      const second = await compileAll(jobs('b', 'b'), settings);
      return [...first, ...second].map((outcome) => nameOf(outcome).split('_')[1]);
    });
    expect(new Set(seen).size).toBe(1);
    await untilEnded(...seen.map(Number));
    expect(await readdir(scratch)).toEqual([]);
  });

  it('that have ended meanwhile are replaced', async () => {
    const names = await keepingWorkers({ scratch }, async (kept) => {
      const settings = context({ kept, scratch: await kept.scratch() });
      const [first] = await compileAll(jobs('a'), settings);
      const pid = Number(nameOf(first).split('_')[1]);
      process.kill(pid, 'SIGKILL');
      // Then Node has noticed it.
      while (existsSync(`/proc/${pid}`)) await sleep(5);
      await sleep(50);
      const [second] = await compileAll(jobs('a'), settings);
      return [nameOf(first), nameOf(second)];
    });
    expect(new Set(names).size).toBe(2);
  });

  it('end with a job when the run is aborted', async () => {
    const file = join(scratch, 'pids');
    const stop = new AbortController();
    await keepingWorkers({ scratch }, async (kept) => {
      const settings = context({ kept, scratch: await kept.scratch() });
      await compileAll(jobs('a'), settings);
      const running = compileAll([job(0, 'hangs', file)], { ...settings, signal: stop.signal });
      const pids = await processesOf(file);
      const reason = interruptedFailure('SIGINT');
      stop.abort(reason);
      await expect(running).rejects.toBe(reason);
      await untilEnded(...pids);
    });
  });
});

describe('describeAll', () => {
  it('returns the parameters of each function', async () => {
    const outcomes = await describeAll(jobs('a', 'aborts'), context());
    expect(outcomes[0]).toMatchObject({
      ok: true,
      function: { line: 4, parameters: [{ name: 'n', default: { kind: 'int', value: 3n } }] },
    });
    expect(outcomes[1]).toMatchObject({ ok: false, failure: { reason: 'crash' } });
  });
});

describe('configsAll', () => {
  it('returns the configs of each function', async () => {
    const outcomes = await configsAll(jobs('a', 'aborts'), context());
    expect(outcomes[0]).toEqual({
      ok: true,
      configs: [{ constants: { BLOCK: { kind: 'int', value: 64n } }, options: { num_warps: 8 } }],
      cpuSeconds: expect.any(Number),
    });
    expect(outcomes[1]).toMatchObject({ ok: false, failure: { reason: 'crash' } });
  });
});
