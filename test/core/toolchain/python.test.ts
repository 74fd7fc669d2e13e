import { beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import {
  findBasePython,
  inspectNamedPython,
  requireVenv,
} from '../../../src/core/toolchain/python.ts';
import { type Machine, makeMachine, writeFakePython, writeScript } from './fakes.ts';

const NEEDS = { tritonVersion: '3.8.0', installer: 'pip' } as const;

describe('findBasePython', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });

  it('takes python3 where it serves', async () => {
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
    await writeFakePython(machine, 'python3.12');
    const base = await findBasePython(NEEDS, machine.context);
    expect(base.python).toBe(join(machine.bin, 'python3'));
  });

  it('passes over what cannot serve and takes the newest of the rest', async () => {
    await writeFakePython(machine, 'python3', { version: '3.8.10' });
    await writeScript(join(machine.bin, 'python3.14'), 'exit 127');
    await writeFakePython(machine, 'python3.13', { version: '3.13.1', tag: 'cp313t' });
    await writeFakePython(machine, 'python3.12', { venv: false });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9' });
    await writeFakePython(machine, 'python3.10', { version: '3.10.9' });
    const base = await findBasePython(NEEDS, machine.context);
    expect(base).toMatchObject({ version: '3.11.9', tag: 'cp311' });
  });

  it('does not ask for a venv module where uv makes the environment', async () => {
    await writeFakePython(machine, 'python3', { venv: false });
    const base = await findBasePython({ ...NEEDS, installer: 'uv' }, machine.context);
    expect(base.version).toBe('3.12.4');
  });

  it('knows that Triton 3.9.0 has no wheels for Python 3.10', async () => {
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9' });
    const base = await findBasePython({ ...NEEDS, tritonVersion: '3.9.0' }, machine.context);
    expect(base.version).toBe('3.11.9');
  });

  it('names all it tried where none serves', async () => {
    await writeFakePython(machine, 'python3', { version: '3.8.10' });
    await writeFakePython(machine, 'python', { version: '3.15.0' });
    await writeFakePython(machine, 'python3.12', { venv: false });
    await writeFakePython(machine, 'python3.11', { version: '3.11.9', implementation: 'pypy' });
    const outcome = await findBasePython(NEEDS, machine.context).catch(
      ({ message }: Error) => message,
    );
    expect(JSON.stringify(outcome).replaceAll(machine.bin, 'BIN').replaceAll('\\n', '\n')).toBe(
      `"no Python on PATH can serve Triton 3.8.0, which needs CPython 3.10 to 3.14
    BIN/python3: Python 3.8.10 is too old, 3.10 is needed
    BIN/python: Python 3.15.0 is newer than Triton's wheels
    BIN/python3.12: Python 3.12 has no venv module (Debian and Ubuntu: apt install python3.12-venv)
    BIN/python3.11: pypy is not CPython
    Install Python 3.12 (in a workflow: actions/setup-python), or name an interpreter (--python, or the input python)."`,
    );
  });

  it('says so where there is no Python at all', async () => {
    await expect(findBasePython(NEEDS, machine.context)).rejects.toThrow(
      'None of the usual names was found.',
    );
  });
});

describe('inspectNamedPython', () => {
  it('finds a bare name on PATH and takes a path as it stands', async () => {
    const machine = await makeMachine();
    const python = await writeFakePython(machine, 'mypython', { triton: '3.8.0' });
    for (const name of ['mypython', python]) {
      expect(await inspectNamedPython(name, [], machine.context)).toMatchObject({
        python,
        triton: '3.8.0',
      });
    }
  });

  it('says why a named Python cannot be used', async () => {
    const machine = await makeMachine();
    const python = await writeFakePython(machine, 'old', { version: '3.9.18' });
    await expect(inspectNamedPython('old', [], machine.context)).rejects.toThrow(
      `the named Python cannot be used: ${python}: Python 3.9.18 is too old, 3.10 is needed`,
    );
    await expect(inspectNamedPython('absent', [], machine.context)).rejects.toThrow(
      'the named Python cannot be used: absent: not found on PATH',
    );
    await expect(inspectNamedPython('/absent/python', [], machine.context)).rejects.toThrow(
      'the named Python cannot be used: /absent/python: no such program',
    );
  });
});

describe('requireVenv', () => {
  it('says what to install where a named Python cannot make environments', async () => {
    const machine = await makeMachine();
    const python = await writeFakePython(machine, 'bare', { venv: false });
    const base = await inspectNamedPython('bare', [], machine.context);
    expect(() => requireVenv(base, 'pip')).toThrow(
      `${python}: Python 3.12 has no venv module (Debian and Ubuntu: apt install python3.12-venv)`,
    );
    expect(() => requireVenv(base, 'uv')).not.toThrow();
  });
});
