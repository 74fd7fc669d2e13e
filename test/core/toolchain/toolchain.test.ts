import { beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatProblem } from '../../../src/core/base/errors.ts';
import { interruptedFailure } from '../../../src/core/base/process.ts';
import {
  ensureToolchain,
  type Toolchain,
  type ToolchainContext,
  type ToolchainRequest,
} from '../../../src/core/toolchain/toolchain.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import {
  calls,
  installerFolder,
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
  await writeFakeUv(machine);
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

/** The message of the failure, with ROOT for the machine's folder. */
async function failure(
  request: Partial<ToolchainRequest> = {},
  context: Partial<ToolchainContext> = {},
): Promise<string> {
  const message = await failureOf(() => ensure(request, context));
  return withoutPaths(message);
}

function withoutPaths(text: string): string {
  return text.replaceAll(machine.root, 'ROOT').replaceAll(/\.making-\w+/g, '.making');
}

const folderOf = (name: string): string => join(machine.root, 'home', 'toolchains', name);

describe('a fresh installation', () => {
  it('is created by uv, and has what was requested', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'echo Resolved 1 package; echo noise');
    expect(await ensure({ requirements: ['numpy', 'scipy==1.2'] })).toEqual({
      python: expect.stringMatching(
        /\/home\/toolchains\/triton-3\.8\.0-cp312-x86_64-[0-9a-f]{8}\/bin\/python$/,
      ),
      pythonVersion: '3.12.4',
      tritonVersion: '3.8.0',
      origin: 'installed',
    });
    expect(await calls(machine)).toEqual([
      'uv venv --no-project --python /bin/python3 /home/toolchains/.making/env',
      'uv pip install --python /home/toolchains/.making/env/bin/python --only-binary=triton --compile-bytecode triton==3.8.0 numpy scipy==1.2',
    ]);
    expectGolden(withoutPaths(machine.logged.join('\n')));
  });

  it('is made in a folder without settings of a project', async () => {
    await writeFakePython(machine, 'python3');
    await ensure();
    // uv stops to look for settings of projects at this file, which is empty.
    expect(await installerFolder(machine)).toEqual(['uv.toml']);
  });

  it('leaves one folder, which describes its content', async () => {
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

  it('gets index settings, a temporary folder and a cache in the home folder, and no secrets', async () => {
    await writeFakePython(machine, 'python3');
    const settings = { PIP_NO_INDEX: '1', UV_HTTP_RETRIES: '7', UV_CACHE_DIR: '/elsewhere' };
    const env = { ...machine.env, ...settings, GITHUB_TOKEN: 'secret', INPUT_X: 'secret' };
    await ensure({}, { env });
    const saw = await installerSaw(machine);
    expect(saw).toMatch(/^UV_HTTP_RETRIES=7$/m);
    expect(saw).toMatch(/^TMPDIR=.*\/\.making-\w+\/tmp$/m);
    expect(saw).toContain(`UV_CACHE_DIR=${join(machine.root, 'home/uv/cache')}\n`);
    expect(saw).toMatch(/^UV_LINK_MODE=hardlink$/m);
    expect(saw).not.toContain('secret');
    expect((await calls(machine)).at(-1)).toContain(' --no-index ');
  });

  it('does not print the credentials of an index', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(
      machine,
      'echo "Downloading https://me:pass@index/simple"; echo "error: at https://me:pass@index" >&2; exit 1',
    );
    const error = await ensure().catch(String);
    expect(machine.logged).toContain('Downloading https://***@index/simple');
    expect(error).toContain('error: at https://***@index');
    expect(error).not.toContain('pass');
  });

  it('warns about a version newer than the tested ones', async () => {
    await writeFakePython(machine, 'python3');
    expect(await ensure({ tritonVersion: '4.0.0' })).toMatchObject({ tritonVersion: '4.0.0' });
    expectGolden(machine.warned.map(formatProblem).join('\n'));
  });
});

describe('an existing installation', () => {
  beforeEach(async () => {
    await writeFakePython(machine, 'python3');
    await ensure();
    await rm(join(machine.root, 'calls'));
    machine.logged.length = 0;
  });

  it('is reused even if the disk is full', async () => {
    expect(await ensure({}, { freeBytes: () => Promise.resolve(0) })).toMatchObject({
      origin: 'reused',
    });
    expect(await calls(machine)).toEqual([]);
    expectGolden(withoutPaths(machine.logged.join('\n')));
  });

  it('is reused from a read-only folder', async () => {
    await chmod(folderOf(''), 0o555);
    expect(await ensure()).toMatchObject({ origin: 'reused' });
    await chmod(folderOf(''), 0o755);
  });

  it('is not reused for other requirements; their order does not matter', async () => {
    const first = await ensure({ requirements: ['numpy', 'scipy'] });
    const second = await ensure({ requirements: ['scipy', 'numpy', 'numpy '] });
    expect(first.origin).toBe('installed');
    expect(second).toEqual({ ...first, origin: 'reused' });
  });

  it.each<[string, () => Promise<void>]>([
    ['without its Python', () => rm(join(folderOf(NAME), 'bin', 'python'))],
    ['without Triton', () => rm(join(folderOf(NAME), 'bin', 'triton'))],
    ['with another Triton', () => writeFile(join(folderOf(NAME), 'bin', 'triton'), '3.7.0')],
    ['without its marker', () => rm(join(folderOf(NAME), 'toolchain.json'))],
    [
      'with a marker for something else',
      () => writeFile(join(folderOf(NAME), 'toolchain.json'), '{"tritonVersion":1}'),
    ],
  ])('%s is created again', async (_name, damage) => {
    await damage();
    expect(await ensure()).toMatchObject({ origin: 'installed' });
    expect(await toolchains(machine)).toEqual([NAME]);
    expectGolden(withoutPaths(machine.logged.join('\n')));
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });
});

describe('concurrent runs', () => {
  it('share the environment of the first one', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'sleep 0.3');
    const both = await Promise.all([ensure(), ensure()]);
    expect(both.map(({ origin }) => origin).toSorted()).toEqual(['installed', 'reused']);
    expect(new Set(both.map(({ python }) => python)).size).toBe(1);
    expect(await toolchains(machine)).toEqual([NAME]);
  });

  it('replace a broken installation without affecting each other', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'sleep 0.3');
    await mkdir(join(folderOf(NAME), 'bin'), { recursive: true });
    const all = await Promise.all([ensure(), ensure(), ensure()]);
    expect(all.map(({ origin }) => origin)).toContain('installed');
    expect(await toolchains(machine)).toEqual([NAME]);
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });
});

describe('a named Python', () => {
  it('that has everything is used as it is, on any platform', async () => {
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
    ['without Triton', {}],
    ['with another Triton', { triton: '3.7.0' }],
    ['without a requirement', { triton: '3.8.0', unmet: ['numpy==2'] }],
  ])('%s becomes the base of an environment', async (_name, fake) => {
    const python = await writeFakePython(machine, join(machine.root, 'mine', 'python'), fake);
    await writeFakePython(machine, 'python3', { version: '3.11.1' });
    const made = await ensure({ python, requirements: ['numpy==2'] });
    expect(made).toMatchObject({ origin: 'installed', pythonVersion: '3.12.4' });
    expectGolden(withoutPaths(machine.logged[0] ?? ''));
    expect(await ensure({ python, requirements: ['numpy==2'] })).toEqual({
      ...made,
      origin: 'reused',
    });
  });
});

describe('a failed installation', () => {
  it('reports the cause and leaves nothing behind', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'echo "error: No space left on device" >&2; exit 1');
    expectGolden(await failure());
    expect(await toolchains(machine)).toEqual([]);
  });

  it('that gives another build is rejected', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'echo 3.8.0+other > "$(dirname "$4")/triton"; exit 0');
    expectGolden(await failure());
    expect(await toolchains(machine)).toEqual([]);
  });

  it('does not start if the disk is too small', async () => {
    await writeFakePython(machine, 'python3');
    expectGolden(await failure({}, { freeBytes: () => Promise.resolve(1e9) }));
    expect(await calls(machine)).toEqual([]);
    expect(await toolchains(machine)).toEqual([]);
  });

  it('does not start if there are no wheels', async () => {
    await writeFakePython(machine, 'python3');
    const platform = { ...machine.context.platform, glibc: undefined };
    expectGolden(await failure({}, { platform }));
  });

  it('does not start for an invalid version or requirement, and reports all of them', async () => {
    const request = { tritonVersion: 'latest', requirements: ['-r x', 'numpy', 'triton'] };
    await expect(ensure(request)).rejects.toMatchObject({ problems: { length: 3 } });
    expectGolden(await failure(request));
  });

  it('reports the folder that cannot be created', async () => {
    await writeFakePython(machine, 'python3');
    const home = join(machine.root, 'file');
    await writeFile(home, '');
    expectGolden(await failure({}, { home }));
  });
});

describe('an interrupt', () => {
  it('ends the installer and its children, and leaves nothing behind', async () => {
    const pid = join(machine.root, 'pid');
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, `sleep 60 & echo $! > '${pid}'; echo Downloading triton; wait`);
    const log = {
      ...machine.context.log,
      info: (message: string) => {
        if (message.startsWith('Downloading'))
          machine.controller.abort(interruptedFailure('SIGINT'));
      },
    };
    await expect(ensure({}, { log })).rejects.toMatchObject({ kind: 'interrupted' });
    expect(await toolchains(machine)).toEqual([]);
    expect(await isRunning(Number(await readFile(pid, 'utf8')))).toBe(false);
  });
});

describe('folders of crashed runs', () => {
  it('are removed a day later by the next installation', async () => {
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

/** Whether a process still runs; zombies do not. */
async function isRunning(pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line !== '' && !/\) [ZX] /.test(line);
}
