import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../../../src/core/base/process.ts';
import { chooseInstaller, type Installer } from '../../../src/core/toolchain/installer.ts';
import { type Machine, makeMachine, writeFakeUv, writeScript } from './fakes.ts';

describe('chooseInstaller', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await makeMachine();
  });

  const choose = (env: Environment = {}): Promise<Installer> => {
    const { signal, platform } = machine.context;
    return chooseInstaller({ env: { ...machine.env, ...env }, signal, platform });
  };

  const touch = async (...path: readonly string[]): Promise<void> => {
    const file = join(machine.root, ...path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
  };

  it('returns pip if there is no uv', async () => {
    expect(await choose()).toEqual({ kind: 'pip' });
  });

  it('returns uv if it is on PATH', async () => {
    const uv = await writeFakeUv(machine);
    expect(await choose()).toEqual({ kind: 'uv', uv });
  });

  it('returns pip if uv does not run', async () => {
    await writeScript(join(machine.bin, 'uv'), 'exit 127');
    expect(await choose()).toEqual({ kind: 'pip' });
  });

  it.each([
    'PIP_INDEX_URL',
    'PIP_EXTRA_INDEX_URL',
    'PIP_FIND_LINKS',
    'PIP_NO_INDEX',
    'PIP_CONFIG_FILE',
    'PIP_CERT',
  ])('returns pip if %s is set, unless uv has an index too', async (name) => {
    await writeFakeUv(machine);
    expect(await choose({ [name]: 'x' })).toEqual({ kind: 'pip' });
    expect(await choose({ [name]: 'x', UV_DEFAULT_INDEX: 'https://i' })).toMatchObject({
      kind: 'uv',
    });
    expect(await choose({ [name]: '' })).toMatchObject({ kind: 'uv' });
  });

  it.each([
    'etc/pip.conf',
    'etc/xdg/pip/pip.conf',
    'user/.config/pip/pip.conf',
    'user/.pip/pip.conf',
  ])('returns pip if there is %s, unless uv has a configuration file too', async (file) => {
    await writeFakeUv(machine);
    await touch(file);
    expect(await choose()).toEqual({ kind: 'pip' });
    await touch('user/.config/uv/uv.toml');
    expect(await choose()).toMatchObject({ kind: 'uv' });
  });
});
