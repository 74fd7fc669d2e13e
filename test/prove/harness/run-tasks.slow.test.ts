import { beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import type { HarnessProblem } from '../../../src/prove/harness/problem.ts';
import {
  checkKey,
  type HarnessTask,
  runKey,
  runTasks,
} from '../../../src/prove/harness/run-tasks.ts';
import { expectGolden } from '../../support/golden.ts';
import { untilEnded } from '../../support/running.ts';

const PROGRAM = fileURLToPath(new URL('fake-test-program.mjs', import.meta.url));

const TASKS: readonly HarnessTask[] = [
  ...[0, 1, 2, 3].map((id) => ({ key: runKey(id) })),
  { key: checkKey('memory') },
];

const PASSED = { 'run 0': [], 'run 1': [], 'run 2': [], 'run 3': [], 'check memory': [] };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'execute-'));
});

describe('the tasks of a kernel', () => {
  it('run in one process if nothing goes wrong', async () => {
    expect(await problems({ 'run 1': 'slow' })).toEqual(PASSED);
    expect(await processes()).toBe(1);
  });

  it('report the problems of a run', async () => {
    expect(await problems({ 'run 1': 'fail' })).toEqual({
      ...PASSED,
      'run 1': [{ kind: 'values', message: 'y: off by 1' }],
    });
  });

  it('continue in a new process after one that hangs, which is killed', async () => {
    const found = await problems({ 'run 1': 'hang' }, { limit: 10_000 });
    expect(found).toEqual({ ...PASSED, 'run 1': [{ kind: 'timeout', message: anyText }] });
    expectGolden(textOf(found));
    expect(await processes()).toBe(2);
    await allGone('started');
  });

  it('kill a process that ignores SIGTERM', async () => {
    const found = await problems({ 'check memory': 'ignore SIGTERM' }, { limit: 10_000 });
    expect(found['check memory']).toMatchObject([{ kind: 'timeout' }]);
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('asked\n');
    await allGone('started');
  });

  it('time out if the process prints, but gives no result', async () => {
    const found = await problems({ 'run 3': 'chatter' }, { limit: 10_000 });
    expect(found['run 3']).toMatchObject([
      { kind: 'timeout', message: expect.stringMatching(/:\nstill here\n/) },
    ]);
  });

  it.each(['crash', 'leave', 'complain'])(
    'continue in a new process after one that ends with `%s`',
    async (what) => {
      const found = await problems({ 'run 0': what, 'run 2': what });
      const crashed = [{ kind: 'crash', message: anyText }];
      expect(found).toEqual({ ...PASSED, 'run 0': crashed, 'run 2': crashed });
      expectGolden(textOf(found));
      expect(await processes()).toBe(3);
    },
  );

  it('continue in a new process after a fatal error, and keep the result before it', async () => {
    const found = await problems({ 'run 1': 'fatal' });
    expect(found).toEqual({ ...PASSED, 'run 1': [{ kind: 'values', message: 'y: off by 1' }] });
    expect(await processes()).toBe(2);
  });

  it('are not to blame if the emulator cannot start', async () => {
    await expect(problems({ start: 'not start' })).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('too little memory'),
    });
  });

  it('all fail if the program ends before the first task', async () => {
    const found = await problems({ start: 'complain' });
    expect(Object.values(found).flat()).toHaveLength(5);
    expect(found['run 3']).toMatchObject([{ message: expect.stringContaining('last words') }]);
    expect(await processes()).toBe(1);
  });

  it('are not run after three timeouts', async () => {
    const all = Object.fromEntries(TASKS.map(({ key }) => [key, 'hang']));
    const found = await problems(all, { limit: 5000 });
    expect(found['run 3']).toMatchObject([{ kind: 'timeout' }]);
    expectGolden(textOf(found));
    expect(await processes()).toBe(3);
  });

  it('have results even if kernels print a lot', async () => {
    expect(await problems({ 'run 1': 'garbage', 'run 2': 'flood' })).toEqual(PASSED);
  });

  it('leave no child processes behind, and do not wait for them', async () => {
    // The children would end long after the time limit of a test.
    expect(await problems({ 'run 3': 'child' })).toEqual(PASSED);
    await allGone('children');
  });

  it('assign a report of compute-sanitizer to the run that caused it', async () => {
    const found = await problems({ 'run 1': 'sanitized', status: 99 });
    expect(found).toEqual({
      ...PASSED,
      'run 1': [
        {
          kind: 'out-of-bounds',
          message: 'compute-sanitizer: Invalid __global__ write of size 4 bytes\n    at scale+0x40',
        },
      ],
    });
  });

  it('end if the test is interrupted', async () => {
    const controller = new AbortController();
    const running = problems({ 'run 0': 'hang' }, { signal: controller.signal });
    while (!existsSync(join(folder, 'started'))) await setTimeout(20);
    controller.abort(interruptedFailure('SIGINT'));
    await expect(running).rejects.toThrow('interrupted by SIGINT');
    await allGone('started');
  });
});

interface Settings {
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

type Problems = Readonly<Record<string, readonly HarnessProblem[]>>;

const anyText: unknown = expect.any(String);

/** The problems, a line each. */
function textOf(found: Problems): string {
  const lines = Object.entries(found).flatMap(([key, all]) =>
    all.map(({ kind, message }) => `${key}: ${kind}: ${message}`),
  );
  return lines.join('\n');
}

/** Runs the tasks with a fake test program. `behaviour` says what it does for each task. */
async function problems(
  behaviour: Readonly<Record<string, unknown>>,
  { limit = 20_000, signal = new AbortController().signal }: Settings = {},
): Promise<Problems> {
  await writeFile(join(folder, 'behaviour.json'), JSON.stringify(behaviour));
  const outcomes = await runTasks(TASKS, {
    argv: [process.execPath, PROGRAM],
    env: { PATH: process.env['PATH'] },
    signal,
    folder,
    limit,
    maxTimeouts: 3,
    plan: (tasks) => tasks.map(({ key }) => `${key} 0\n`).join(''),
  });
  return Object.fromEntries([...outcomes].map(([{ key }, outcome]) => [key, outcome.problems]));
}

async function processes(): Promise<number> {
  return (await readFile(join(folder, 'started'), 'utf8')).trim().split('\n').length;
}

/** Waits until all processes in a file have ended. By themselves they would run longer than a test may take. */
async function allGone(file: string): Promise<void> {
  const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n');
  await untilEnded(...lines.map((line) => Number(line.split(' ')[0])));
}
