import { describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ForeignExit, runForeignProgram } from '../../src/base/foreign-program.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { untilEnded } from '../support/running.ts';

const env = { PATH: process.env['PATH'] };
const never = new AbortController().signal;
/** Longer than the time limit of a test. */
const LONG = 600_000;

const shell = (
  script: string,
  limit = LONG,
  more: Partial<Parameters<typeof runForeignProgram>[1]> = {},
): Promise<ForeignExit> =>
  runForeignProgram(['/bin/sh', '-c', script], { env, signal: never, limit, ...more });

describe('a program with code of others', () => {
  it.each([
    ['in its group', 'sleep 600 & echo $!'],
    ['in a session of its own', 'setsid sleep 600 & echo $!'],
    [
      'in a session of its own, by a program that has ended',
      'echo $(setsid sh -c "echo \\$\\$; exec sleep 600 >&2" &)',
    ],
  ])('takes with it what it has started %s', async (_where, script) => {
    const { code, printed } = await shell(`${script}; exit 3`, LONG, { onLine: (line) => line });
    expect(code).toBe(3);
    expect(printed).toMatch(/^\d+\n$/);
    await untilEnded(Number(printed));
  });

  it('takes it with it if the run is interrupted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foreign-'));
    const controller = new AbortController();
    const file = join(folder, 'pid');
    const started = shell(`setsid sleep 600 & echo $! > ${file}; sleep 600`, LONG, {
      signal: controller.signal,
    });
    while (!existsSync(file)) await setTimeout(10);
    controller.abort(interruptedFailure('SIGINT'));
    await expect(started).rejects.toThrow('interrupted by SIGINT');
    await untilEnded(Number(await readFile(file, 'utf8')));
    await rm(folder, { recursive: true });
  });

  it('is ended if it says nothing that is wanted', async () => {
    const found = await shell('echo one; echo two; while :; do sleep 0.05; echo; done', 400, {
      onLine: (line) => (line === '' ? line : undefined),
    });
    expect(found).toMatchObject({ isTimeout: true, signal: 'SIGTERM' });
  });

  it.each([
    ['standard error', 'yes | head -c 50000000 >&2'],
    ['standard output', 'yes "$(head -c 5000 /dev/zero | tr "\\0" x)" | head -c 50000000'],
    ['a line without end', 'head -c 50000000 /dev/zero'],
  ])('may flood %s', async (_what, script) => {
    const { code, printed } = await shell(script);
    expect(code).toBe(0);
    expect(printed.length).toBeLessThan(40_000);
  });

  it('gets its input, and gives its lines', async () => {
    const lines: string[] = [];
    const { code } = await shell('cat; printf end', LONG, {
      input: 'one\ntwo\n',
      onLine: (line) => void lines.push(line),
    });
    expect([code, ...lines]).toEqual([0, 'one', 'two', 'end']);
  });
});
