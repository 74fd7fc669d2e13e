import { beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interruptedFailure } from '../../../src/core/base/process.ts';
import {
  ensureToolchain,
  type Toolchain,
  type ToolchainContext,
  type ToolchainRequest,
} from '../../../src/core/toolchain/toolchain.ts';
import {
  calls,
  installerSaw,
  type Machine,
  makeMachine,
  toolchains,
  writeFakePython,
  writeFakeUv,
} from './fakes.ts';

const NAME = 'triton-3.8.0-cp312-x86_64';

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
});

function ensure(
  request: Partial<ToolchainRequest> = {},
  context: Partial<ToolchainContext> = {},
): Promise<Toolchain> {
  return ensureToolchain(
    { tritonVersion: '3.8.0', requirements: [], ...request },
    { ...machine.context, ...context },
  );
}

const folderOf = (name: string): string => join(machine.root, 'home', 'toolchains', name);

describe('a fresh installation', () => {
  it('is made by venv and pip where there is no uv', async () => {
    await writeFakePython(machine, 'python3', { pip: 'echo Collecting triton; echo noise' });
    expect(await ensure({ requirements: ['numpy', 'scipy==1.2'] })).toEqual({
      python: expect.stringMatching(
        /\/home\/toolchains\/triton-3\.8\.0-cp312-x86_64-[0-9a-f]{8}\/bin\/python$/,
      ),
      pythonVersion: '3.12.4',
      tritonVersion: '3.8.0',
      origin: 'installed',
    });
    expect(await calls(machine)).toEqual([
      'python -I -m venv /home/toolchains/.making/env',
      'python -I -m pip install --no-input --disable-pip-version-check --progress-bar=off --only-binary=triton triton==3.8.0 numpy scipy==1.2',
    ]);
    expect(machine.said).toEqual([
      expect.stringMatching(
        /^installing Triton 3\.8\.0, numpy, scipy==1\.2 for Python 3\.12\.4 into \//,
      ),
      'Collecting triton',
      'Successfully installed triton',
    ]);
  });

  it('is made by uv where it is found', async () => {
    await writeFakePython(machine, 'python3', { venv: false });
    await writeFakeUv(machine);
    expect(await ensure()).toMatchObject({
      origin: 'installed',
      python: join(folderOf(NAME), 'bin/python'),
    });
    expect(await calls(machine)).toEqual([
      'uv --version',
      'uv venv --no-project --python /bin/python3 /home/toolchains/.making/env',
      'uv pip install --python /home/toolchains/.making/env/bin/python --only-binary=triton --compile-bytecode triton==3.8.0',
    ]);
    expect(machine.said.at(-1)).toBe(' + triton');
  });

  it('leaves one folder, which says what is in it', async () => {
    await writeFakePython(machine, 'python3');
    await ensure();
    expect(await toolchains(machine)).toEqual([NAME]);
    expect(JSON.parse(await readFile(join(folderOf(NAME), 'toolchain.json'), 'utf8'))).toEqual({
      tritonVersion: '3.8.0',
      requirements: [],
      tag: 'cp312',
      machine: 'x86_64',
    });
  });

  it('gives the installer what an index needs, a temporary folder of its own, and no secrets', async () => {
    await writeFakePython(machine, 'python3');
    const env = { ...machine.env, PIP_NO_INDEX: '1', GITHUB_TOKEN: 'secret', INPUT_X: 'secret' };
    await ensure({}, { env });
    const saw = await installerSaw(machine);
    expect(saw).toMatch(/^PIP_NO_INDEX=1$/m);
    expect(saw).toMatch(/^TMPDIR=.*\/\.making-\w+\/tmp$/m);
    expect(saw).not.toContain('secret');
  });

  it('does not repeat the credentials of an index', async () => {
    const pip =
      'echo "Looking in indexes: https://me:pass@index/simple"; echo "ERROR: at https://me:pass@index" >&2; exit 1';
    await writeFakePython(machine, 'python3', { pip });
    const error = await ensure().catch(String);
    expect(machine.said).toContain('Looking in indexes: https://***@index/simple');
    expect(error).toContain('ERROR: at https://***@index');
    expect(error).not.toContain('pass');
  });

  it('warns of a version newer than those that were tested', async () => {
    await writeFakePython(machine, 'python3');
    expect(await ensure({ tritonVersion: '4.0.0' })).toMatchObject({ tritonVersion: '4.0.0' });
    expect(machine.warned).toEqual([
      { message: 'Triton 4.0.0 is newer than 3.9.0, the newest this program was tested with' },
    ]);
  });
});

describe('an existing installation', () => {
  beforeEach(async () => {
    await writeFakePython(machine, 'python3');
    await ensure();
    await rm(join(machine.root, 'calls'));
    machine.said.length = 0;
  });

  it('is used again, whatever the disk', async () => {
    expect(await ensure({}, { freeBytes: () => Promise.resolve(0) })).toMatchObject({
      origin: 'reused',
    });
    expect(await calls(machine)).toEqual([]);
    expect(machine.said).toEqual([`using Triton 3.8.0 in ${folderOf(NAME)}`]);
  });

  it('is used again from a folder that cannot be written', async () => {
    await chmod(folderOf(''), 0o555);
    expect(await ensure()).toMatchObject({ origin: 'reused' });
    await chmod(folderOf(''), 0o755);
  });

  it('is not used for other requirements, whose order does not matter', async () => {
    const first = await ensure({ requirements: ['numpy', 'scipy'] });
    const second = await ensure({ requirements: ['scipy', 'numpy', 'numpy '] });
    expect(first.origin).toBe('installed');
    expect(second).toEqual({ ...first, origin: 'reused' });
  });

  it.each<[string, () => Promise<void>, string | undefined]>([
    ['whose Python has gone', () => rm(join(folderOf(NAME), 'bin', 'python')), 'cannot be started'],
    ['whose Triton has gone', () => rm(join(folderOf(NAME), 'bin', 'triton')), 'has no Triton'],
    [
      'whose Triton is another',
      () => writeFile(join(folderOf(NAME), 'bin', 'triton'), '3.7.0'),
      'has Triton 3.7.0, not 3.8.0',
    ],
    ['without its marker', () => rm(join(folderOf(NAME), 'toolchain.json')), undefined],
    [
      'with a marker for something else',
      () => writeFile(join(folderOf(NAME), 'toolchain.json'), '{"tritonVersion":1}'),
      undefined,
    ],
  ])('%s is made anew', async (_name, harm, reason) => {
    await harm();
    expect(await ensure()).toMatchObject({ origin: 'installed' });
    expect(await toolchains(machine)).toEqual([NAME]);
    if (reason !== undefined) {
      expect(machine.said[0]).toContain(`${folderOf(NAME)} is made anew: its Python ${reason}`);
    }
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });
});

describe('concurrent runs', () => {
  it('share what the first of them finishes', async () => {
    await writeFakePython(machine, 'python3', { pip: 'sleep 0.3' });
    const both = await Promise.all([ensure(), ensure()]);
    expect(both.map(({ origin }) => origin).toSorted()).toEqual(['installed', 'reused']);
    expect(new Set(both.map(({ python }) => python)).size).toBe(1);
    expect(await toolchains(machine)).toEqual([NAME]);
  });

  it('replace a broken installation without harm to each other', async () => {
    await writeFakePython(machine, 'python3', { pip: 'sleep 0.3' });
    await mkdir(join(folderOf(NAME), 'bin'), { recursive: true });
    const all = await Promise.all([ensure(), ensure(), ensure()]);
    expect(all.map(({ origin }) => origin)).toContain('installed');
    expect(await toolchains(machine)).toEqual([NAME]);
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });
});

describe('a named Python', () => {
  it('that has it all is used as it is, on any platform', async () => {
    const python = await writeFakePython(machine, 'mine', { triton: '3.8.0' });
    const platform = { ...machine.context.platform, os: 'darwin' };
    expect(await ensure({ python: 'mine' }, { platform })).toEqual({
      python,
      pythonVersion: '3.12.4',
      tritonVersion: '3.8.0',
      origin: 'named',
    });
    expect(await toolchains(machine)).toEqual([]);
  });

  it.each([
    ['has no Triton', {}],
    ['has Triton 3.7.0, not 3.8.0', { triton: '3.7.0' }],
    ['lacks numpy==2', { triton: '3.8.0', unmet: ['numpy==2'] }],
  ])('that %s becomes the base of an environment', async (missing, fake) => {
    const python = await writeFakePython(machine, join(machine.root, 'mine', 'python'), fake);
    await writeFakePython(machine, 'python3', { version: '3.11.1' });
    const made = await ensure({ python, requirements: ['numpy==2'] });
    expect(made).toMatchObject({ origin: 'installed', pythonVersion: '3.12.4' });
    expect(machine.said[0]).toBe(
      `${python} ${missing}; it becomes the base of an environment that has it`,
    );
    expect(await ensure({ python, requirements: ['numpy==2'] })).toEqual({
      ...made,
      origin: 'reused',
    });
  });

  it('without a venv module is no base for pip', async () => {
    await writeFakePython(machine, 'mine', { venv: false });
    await expect(ensure({ python: 'mine' })).rejects.toThrow('apt install python3.12-venv');
  });
});

describe('a failed installation', () => {
  it('names the cause and leaves nothing behind', async () => {
    const pip = 'echo "ERROR: [Errno 28] No space left on device" >&2; exit 1';
    await writeFakePython(machine, 'python3', { pip });
    const failure = ensure();
    await expect(failure).rejects.toMatchObject({ kind: 'environment' });
    await expect(failure).rejects.toThrow(/^the disk filled up while Triton 3\.8\.0 was installed/);
    expect(await toolchains(machine)).toEqual([]);
  });

  it('asks pip which Pythons have the version', async () => {
    const pip = `
      echo "ERROR: Could not find a version that satisfies the requirement triton==3.8.0 (from versions: 3.6.0)" >&2
      echo "ERROR: No matching distribution found for triton==3.8.0" >&2
      exit 1`;
    const download = `
      for tags in cp310-cp310 cp312-abi3 cp314-cp314t; do
        echo "  Skipping link: https://i/triton-3.8.0-$tags-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl#sha256=0"
      done
      echo "  Skipping link: https://i/triton-3.8.0-cp311-cp311-manylinux_2_27_aarch64.whl"
      echo "  Skipping link: https://i/triton-3.7.0-cp39-cp39-manylinux_2_27_x86_64.whl"
      exit 1`;
    await writeFakePython(machine, 'python3', { pip, download });
    await expect(ensure()).rejects.toThrow(
      'Triton 3.8.0 has no wheel for Python 3.12.4 on this machine; it has wheels for cp310, cp312-abi3, cp314-cp314t\n',
    );
  });

  it('that served another build is refused', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'echo 3.8.0+other > "$(dirname "$4")/triton"; exit 0');
    await expect(ensure()).rejects.toThrow(
      'the environment made for Triton 3.8.0 does not serve: its Python has Triton 3.8.0+other, not 3.8.0',
    );
    expect(await toolchains(machine)).toEqual([]);
  });

  it('is not begun on too small a disk', async () => {
    await writeFakePython(machine, 'python3');
    await expect(ensure({}, { freeBytes: () => Promise.resolve(1e9) })).rejects.toThrow(
      `1.0 GB free in ${folderOf(NAME)}, but installing Triton needs about 1.6 GB`,
    );
    expect(await calls(machine)).toEqual([]);
    expect(await toolchains(machine)).toEqual([]);
  });

  it('is not begun where there are no wheels', async () => {
    await writeFakePython(machine, 'python3');
    const platform = { ...machine.context.platform, glibc: undefined };
    await expect(ensure({}, { platform })).rejects.toThrow(
      'Triton has no wheels for Linux without glibc',
    );
  });

  it('is not begun for a version or requirements that are none, and all of them are named', async () => {
    const failure = ensure({ tritonVersion: 'latest', requirements: ['-r x', 'numpy', 'triton'] });
    await expect(failure).rejects.toMatchObject({ kind: 'usage', problems: { length: 3 } });
  });

  it('says which folder cannot be made', async () => {
    await writeFakePython(machine, 'python3');
    const home = join(machine.root, 'file');
    await writeFile(home, '');
    await expect(ensure({}, { home })).rejects.toThrow(
      `cannot make a folder in ${home}/toolchains: ENOTDIR`,
    );
  });
});

describe('an interrupt', () => {
  it('ends the installer and its children, and leaves nothing behind', async () => {
    const pid = join(machine.root, 'pid');
    await writeFakePython(machine, 'python3', {
      pip: `sleep 60 & echo $! > '${pid}'; echo Collecting triton; wait`,
    });
    const log = {
      ...machine.context.log,
      info: (message: string) => {
        if (message.startsWith('Collecting'))
          machine.controller.abort(interruptedFailure('SIGINT'));
      },
    };
    await expect(ensure({}, { log })).rejects.toMatchObject({ kind: 'interrupted' });
    expect(await toolchains(machine)).toEqual([]);
    expect(await isRunning(Number(await readFile(pid, 'utf8')))).toBe(false);
  });
});

describe('folders of crashed runs', () => {
  it('are cleared away a day later by the next installation', async () => {
    await writeFakePython(machine, 'python3');
    const [old, young] = ['.making-old', '.making-young'] as const;
    for (const name of [old, young]) await mkdir(join(folderOf(name), 'env'), { recursive: true });
    const { mtimeMs } = await stat(folderOf(old));
    const yesterday = mtimeMs / 1000 - 25 * 3600;
    await utimes(folderOf(old), yesterday, yesterday);
    await ensure();
    expect(await toolchains(machine)).toEqual([young, NAME]);
  });
});

/** Whether a process still runs; one that was killed and not yet waited for does not. */
async function isRunning(pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line !== '' && !/\) [ZX] /.test(line);
}
