import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readerContext, runReader, startReader } from '../../src/toolchain/reader.ts';
import { failureOf } from '../support/golden.ts';
import { type Machine, makeMachine, writeFakePython, writeScript } from './fakes.ts';

const SCRIPT = 'inspect_sources.py';
const QUESTION = { manifestFolder: '/', sources: [] };

describe('a reader that is started before its question is known', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });
  const ask = async (question: unknown = QUESTION): Promise<unknown> =>
    runReader(SCRIPT, question, await readerContext('3.8.0', undefined, machine.context));
  /** Writes a Python that counts the scripts it runs, and returns how to read the count. */
  const countingPython = async (name: string, version: string): Promise<() => Promise<number>> => {
    const python = await writeFakePython(machine, `${machine.root}/real/${name}`, { version });
    const runs = join(machine.root, `${name}-runs`);
    await writeScript(
      join(machine.bin, name),
      `case "$*" in *${SCRIPT}*) echo >> ${runs} ;; esac\nexec ${python} "$@"`,
    );
    return async () => (await readFile(runs, 'utf8').catch(() => '')).length;
  };

  it('answers the question that comes later, and only one', async () => {
    const runs = await countingPython('python3', '3.12.4');
    const end = startReader(SCRIPT, machine.context);
    expect(await ask()).toEqual([]);
    expect(await runs()).toBe(1);
    // The fake's own path is another, as with a version manager: this one starts by itself.
    expect(await ask()).toEqual([]);
    end();
  });

  it('is not asked if another Python was chosen', async () => {
    const old = await countingPython('python3', '3.8.10');
    await writeFakePython(machine, 'python3.12');
    const end = startReader(SCRIPT, machine.context);
    expect(await ask()).toEqual([]);
    end();
    expect(await old()).toBeLessThanOrEqual(1);
  });

  it('says what is wrong as one that starts later does', async () => {
    await writeFakePython(machine, 'python3');
    const later = await failureOf(() => ask({}));
    const end = startReader(SCRIPT, machine.context);
    expect(await failureOf(() => ask({}))).toBe(later);
    expect(later).toContain("KeyError: 'manifestFolder'");
    end();
  });

  it('does nothing if there is no Python', async () => {
    const end = startReader(SCRIPT, machine.context);
    expect(await failureOf(ask)).toContain('no usable Python on PATH');
    end();
  });

  it('ends with the run', async () => {
    await writeFakePython(machine, 'real');
    const pid = join(machine.root, 'pid');
    await writeScript(
      join(machine.bin, 'python3'),
      `case "$*" in *${SCRIPT}*) echo $$ > ${pid} ;; esac\nexec real "$@"`,
    );
    const end = startReader(SCRIPT, machine.context);
    const started = async (): Promise<number> => {
      for (;;) {
        const found = Number(await readFile(pid, 'utf8').catch(() => ''));
        if (found > 0) return found;
        await delay(10);
      }
    };
    const process_ = await started();
    end();
    await expect(gone(process_)).resolves.toBe(true);
  });
});

/** Whether a process ends within five seconds. */
async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await delay(10);
  }
  return false;
}
