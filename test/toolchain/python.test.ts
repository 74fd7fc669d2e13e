import { beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { findBasePython, inspectNamedPython, newestTriton } from '../../src/toolchain/python.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type Machine, makeMachine, writeFakePython, writeScript } from './fakes.ts';

describe('findBasePython', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });

  it('returns python3 if it can be used', async () => {
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
    await writeFakePython(machine, 'python3.12');
    const base = await findBasePython('3.8.0', machine.context);
    expect(base.python).toBe(join(machine.bin, 'python3'));
  });

  it('skips unusable interpreters and returns the newest of the others', async () => {
    await writeFakePython(machine, 'python3', { version: '3.8.10' });
    await writeScript(join(machine.bin, 'python3.14'), 'exit 127');
    await writeFakePython(machine, 'python3.13', { version: '3.13.1', tag: 'cp313t' });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9' });
    await writeFakePython(machine, 'python3.10', { version: '3.10.9' });
    const base = await findBasePython('3.8.0', machine.context);
    expect(base).toMatchObject({ version: '3.11.9', tag: 'cp311' });
  });

  it('knows that Triton 3.9.0 has no wheels for Python 3.10', async () => {
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9' });
    const base = await findBasePython('3.9.0', machine.context);
    expect(base.version).toBe('3.11.9');
  });

  it('lists all interpreters if none can be used', async () => {
    await writeFakePython(machine, 'python3', { version: '3.8.10' });
    await writeFakePython(machine, 'python', { version: '3.15.0' });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9', implementation: 'pypy' });
    const message = await failureOf(() => findBasePython('3.8.0', machine.context));
    expectGolden(message.replaceAll(machine.bin, 'BIN'));
  });

  it('asks each Python once in a run', async () => {
    const { bin, context } = machine;
    await writeScript(join(bin, 'python3'), `echo >> ${bin}/started; exit 1`);
    const python = await writeFakePython(machine, 'python3.12');
    for (const version of ['3.8.0', '3.8.0', '3.9.0'])
      expect(await findBasePython(version, context)).toMatchObject({ python });
    expect(await readFile(join(bin, 'started'), 'utf8')).toBe('\n');
  });

  it('says if there is no Python', async () => {
    expectGolden(await failureOf(() => findBasePython('3.8.0', machine.context)));
  });
});

describe('newestTriton', () => {
  it('is one that a named Python can have', async () => {
    const machine = await makeMachine();
    const old = await writeFakePython(machine, 'python3', { version: '3.10.1' });
    expect(await newestTriton(old, machine.context)).toBe('3.8.0');
  });

  it('is the newest of all for the Pythons on PATH, since uv can install another', async () => {
    const machine = await makeMachine();
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
    expect(await newestTriton(undefined, machine.context)).toBe('3.9.0');
  });
});

describe('inspectNamedPython', () => {
  it('accepts a name on PATH and a path', async () => {
    const machine = await makeMachine();
    const python = await writeFakePython(machine, 'mypython', { triton: '3.8.0' });
    for (const name of ['mypython', python]) {
      expect(await inspectNamedPython({ name, requirements: [] }, machine.context)).toMatchObject({
        python,
        triton: '3.8.0',
      });
    }
  });

  it('asks a Python once in a run, which has one memory', async () => {
    const { bin, context } = await makeMachine();
    const started = join(bin, 'started');
    await writeScript(join(bin, 'counted'), `echo >> ${started}; exit 1`);
    for (const each of [context, context, { ...context, memory: new Memory() }])
      await failureOf(() => inspectNamedPython({ name: 'counted', requirements: [] }, each));
    expect(await readFile(started, 'utf8')).toBe('\n\n');
  });

  it('says why a named Python cannot be used', async () => {
    const machine = await makeMachine();
    await writeFakePython(machine, 'old', { version: '3.9.18' });
    for (const name of ['old', 'absent', '/absent/python']) {
      const message = await failureOf(() =>
        inspectNamedPython({ name, requirements: [] }, machine.context),
      );
      expectGolden(message.replaceAll(machine.bin, 'BIN'));
    }
  });
});
