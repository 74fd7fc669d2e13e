import { beforeEach, describe, expect, it } from '#jest';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { Failure, formatProblem } from '../../src/base/errors.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import type { Interpreter } from '../../src/toolchain/inspected-python.ts';
import { NUMPY, withWholeToolchain } from '../../src/toolchain/own-environment.ts';
import type { ToolchainContext } from '../../src/toolchain/installer.ts';
import {
  ensureToolchain,
  openToolchain,
  type ToolchainRequest,
} from '../../src/toolchain/toolchain.ts';
import { installedDigest, releaseDigest } from '../../src/toolchain/triton-digest.ts';
import { KeptWorkers } from '../../src/toolchain/workers/kept-workers.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { untilEnded } from '../support/running.ts';
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

const INSTALL =
  'uv pip install --python /home/toolchains/.making/env/bin/python --compile-bytecode';
const TRITON = '/locks/triton-3.8.0.txt';
const NAME = 'triton-3.8.0-cp312-x86_64';

let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
  await writeFakeUv(machine);
});

/** A Python with Triton, and where it comes from. */
interface Toolchain extends Pick<Interpreter, 'python' | 'version' | 'triton'> {
  readonly digest: string;
  readonly origin: 'reused' | 'installed' | 'named';
}

function ensure(
  request: Partial<ToolchainRequest> = {},
  context: Partial<ToolchainContext> = {},
): Promise<Toolchain> {
  const whole = { tritonVersion: '3.8.0', requirements: [], ...request };
  return observed(() => ensureToolchain(whole, { ...machine.context, ...context }));
}

async function observed(find: () => Promise<Interpreter>): Promise<Toolchain> {
  const before = await calls(machine);
  const found = await find();
  const isInstalled = (await calls(machine)).length > before.length;
  const isOwn = found.python.startsWith(folderOf(''));
  return {
    python: found.python,
    version: found.version,
    triton: found.triton,
    digest: installedDigest(found),
    origin: isInstalled ? 'installed' : isOwn ? 'reused' : 'named',
  };
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
  return text.replaceAll(machine.root, 'ROOT').replaceAll(/\.making\.[\w-]+/g, '.making');
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
      version: '3.12.4',
      triton: '3.8.0',
      digest: releaseDigest('3.8.0'),
      origin: 'installed',
    });
    expect(await calls(machine)).toEqual([
      'uv venv --no-project --python /bin/python3 /home/toolchains/.making/env',
      `${INSTALL} --require-hashes --only-binary=triton -r ${TRITON}`,
      `${INSTALL} --only-binary=triton -r ${TRITON} numpy scipy==1.2`,
    ]);
    expectGolden(withoutPaths(machine.logged.join('\n')));
  });

  it('requires the digests of the wheels of a known release', async () => {
    await writeFakePython(machine, 'python3');
    await ensure({ requirements: NUMPY });
    expect((await calls(machine)).at(-1)).toBe(
      `${INSTALL} --require-hashes --only-binary=triton -r ${TRITON} -r /locks/numpy.txt`,
    );
    await ensure({ requirements: [...NUMPY, 'scipy'] });
    expect((await calls(machine)).at(-1)).toBe(
      `${INSTALL} --only-binary=triton -r ${TRITON} -r /locks/numpy.txt scipy`,
    );
  });

  it('of a known version that has other files than the release is rejected', async () => {
    await writeFakePython(machine, 'python3', { content: 'c0ffee' });
    expectGolden(await failure());
  });

  it('of another version has its digest noted, and must have the same files later', async () => {
    const python = await writeFakePython(machine, 'python3', { content: 'aaaa' });
    const request = { tritonVersion: '3.8.0+mine' };
    const first = await ensure(request);
    expect(first.digest).toBe('sha256:aaaa');
    expect((await calls(machine)).at(-1)).toBe(
      `${INSTALL} --only-binary=triton -r /home/toolchains/.making/triton.txt`,
    );
    expect(machine.logged).toContain(
      'Triton 3.8.0+mine is not a known release; its files have sha256:aaaa',
    );
    expect(await ensure(request)).toEqual({ ...first, origin: 'reused' });
    await rm(folderOf(''), { recursive: true });
    expect(await ensure(request)).toEqual(first);
    await rm(folderOf(''), { recursive: true });
    await writeFakePython(machine, python, { content: 'bbbb' });
    expectGolden(await failure(request));
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
      layout: 2,
      tritonVersion: '3.8.0',
      requirements: [],
      tag: 'cp312',
      machine: 'x86_64',
    });
  });

  it('gets index settings, a temporary folder and a cache in the home folder, and no secrets', async () => {
    await writeFakePython(machine, 'python3');
    const settings = {
      PIP_INDEX_URL: 'https://pip',
      UV_HTTP_RETRIES: '7',
      UV_CACHE_DIR: '/elsewhere',
    };
    const env = { ...machine.env, ...settings, GITHUB_TOKEN: 'secret', INPUT_X: 'secret' };
    await ensure({}, { env });
    const saw = await installerSaw(machine);
    expect(saw).toMatch(/^UV_HTTP_RETRIES=7$/m);
    expect(saw).toMatch(/^UV_DEFAULT_INDEX=https:\/\/pip$/m);
    expect(saw).toMatch(/^TMPDIR=.*\/\.making\.[\w-]+\/tmp$/m);
    expect(saw).toContain(`UV_CACHE_DIR=${join(machine.root, 'home/uv/cache')}\n`);
    expect(saw).toMatch(/^UV_LINK_MODE=hardlink$/m);
    expect(saw).not.toContain('secret');
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
    expect(await ensure({ tritonVersion: '4.0.0' })).toMatchObject({ triton: '4.0.0' });
    expectGolden(machine.warned.map(formatProblem).join('\n'));
  });
});

describe('a Python that does not fit Triton', () => {
  beforeEach(async () => {
    await mkdir(join(machine.root, 'home/uv/python'), { recursive: true });
    await writeFakePython(machine, 'python3', { version: '3.10.1' });
  });

  it('is replaced by one that uv installs into the home folder, once', async () => {
    // What Triton 3.9.0 has for CPython 3.12 on x86_64.
    const content = 'e15cfed0ff5e070b9de29168734f3a7b9e57d51c0c9123633420489731bf5843';
    const managed = join(machine.root, 'managed-python');
    await writeFakePython(machine, managed, { version: '3.12.16', content });
    const env = { ...machine.env, UV_PYTHON_INSTALL_DIR: '/elsewhere' };
    const request = { tritonVersion: '3.9.0' };
    expect(await ensure(request, { env })).toMatchObject({ version: '3.12.16' });
    expect(await calls(machine)).toEqual([
      'uv python find --managed-python --no-python-downloads 3.12',
      'uv python install --no-bin 3.12',
      'uv python find --managed-python --no-python-downloads 3.12',
      'uv venv --no-project --python /home/uv/python/managed-python /home/toolchains/.making/env',
      `${INSTALL} --require-hashes --only-binary=triton -r /locks/triton-3.9.0.txt`,
    ]);
    expectGolden(withoutPaths(machine.logged.join('\n')));
    expect(await ensure(request)).toMatchObject({ origin: 'installed', version: '3.12.16' });
    expect(await calls(machine)).toHaveLength(6);
  });

  it('is an error if uv can install none', async () => {
    await writeFakeUv(machine);
    expectGolden(await failure({ tritonVersion: '3.9.0' }));
    expect(await toolchains(machine)).toEqual([]);
  });

  it('is used if it was named', async () => {
    const python = join(machine.bin, 'python3');
    expect(await ensure({ python })).toMatchObject({ version: '3.10.1' });
    expect((await calls(machine))[0]).toContain(`venv --no-project --python /bin/python3`);
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

  it('is inspected once for a manifest in a run', async () => {
    const manifest = readManifest(
      'package: demo\ntriton: 3.8.0\ntargets: [sm_90]\nkernels: { k: { source: "k.py:k", arguments: {}, grid: [1] } }',
      'kernels.yaml',
    );
    const find = (context: Partial<ToolchainContext> = {}): Promise<Toolchain> =>
      observed(
        openToolchain(manifest, {}, new KeptWorkers(machine.root), {
          ...machine.context,
          ...context,
        }).interpreter,
      );
    const python = join(folderOf(NAME), 'bin', 'python');
    expect(await find()).toMatchObject({ origin: 'reused' });
    await rm(python);
    expect(await find()).toMatchObject({ origin: 'reused', python });
    expect(await find({ memory: new Memory() })).toMatchObject({ origin: 'installed' });
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
      'that an earlier version of this program has made',
      async () => {
        const file = join(folderOf(NAME), 'toolchain.json');
        const { layout: _, ...earlier } = JSON.parse(await readFile(file, 'utf8'));
        await writeFile(file, JSON.stringify(earlier));
      },
    ],
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

describe('damaged files', () => {
  const DAMAGE = JSON.stringify([
    { package: 'triton', problem: 'triton/_C/libtriton.so has 7 bytes instead of 8' },
    { package: 'numpy', problem: 'numpy/core.so is missing' },
  ]);

  beforeEach(async () => {
    await writeFakePython(machine, 'python3');
    await ensure();
    await rm(join(machine.root, 'calls'));
    machine.logged.length = 0;
    await writeFile(join(folderOf(NAME), 'bin', 'damage'), DAMAGE);
  });

  it('of an environment are installed again', async () => {
    expect(await ensure()).toMatchObject({ origin: 'installed' });
    expect(await calls(machine)).toHaveLength(2);
    expectGolden(withoutPaths(machine.logged.join('\n')));
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });

  it("that uv's cache has too are downloaded again", async () => {
    await writeFile(join(machine.root, 'cached-damage'), DAMAGE);
    expect(await ensure()).toMatchObject({ origin: 'installed' });
    expect(await calls(machine)).toContain('uv cache clean triton numpy');
    expectGolden(withoutPaths(machine.logged.join('\n')));
    expect(await ensure()).toMatchObject({ origin: 'reused' });
  });

  it('are to blame for a failed compile, and installed again by the next run', async () => {
    const file = join(folderOf(NAME), 'bin', 'damage');
    await rm(file);
    const python = (await ensure()).python;
    const crash = new Failure('compile', { message: 'add: the compiler crashed' });
    const compile = () =>
      withWholeToolchain(python, machine.context, async () => {
        throw crash;
      });
    expect(await failureOf(compile)).toContain('add: the compiler crashed');
    expect(await ensure()).toMatchObject({ origin: 'reused' });

    await writeFile(file, DAMAGE);
    expectGolden(withoutPaths(await failureOf(compile)));
    await rm(file);
    expect(await ensure()).toMatchObject({ origin: 'installed' });
  });

  it('of a named Python make it the base of an environment', async () => {
    const python = await writeFakePython(machine, join(machine.root, 'mine', 'python'), {
      triton: '3.8.0',
    });
    await writeFile(join(machine.root, 'mine', 'damage'), DAMAGE);
    expect(await ensure({ python })).toMatchObject({ origin: 'installed' });
    expectGolden(withoutPaths(machine.logged[0] ?? ''));
  });
});

describe('concurrent runs', () => {
  it('share the environment of the first one', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, 'sleep 0.3');
    const both = await Promise.all([ensure(), ensure()]);
    expect(both.map(({ origin }) => origin)).toEqual(['installed', 'installed']);
    expect(new Set(both.map(({ python }) => python)).size).toBe(1);
    expect(await toolchains(machine)).toEqual([NAME]);
  });

  it('install one after the other, so that the second finds the downloads of the first', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(
      machine,
      `mkdir '${machine.root}/busy' || exit 1; sleep 0.2; rmdir '${machine.root}/busy'`,
    );
    const wanted = [[], ['numpy'], ['scipy']];
    const all = await Promise.all(wanted.map((requirements) => ensure({ requirements })));
    expect(all.map(({ origin }) => origin)).toEqual(['installed', 'installed', 'installed']);
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
      version: '3.12.4',
      triton: '3.8.0',
      digest: releaseDigest('3.8.0'),
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
    expect(made).toMatchObject({ origin: 'installed', version: '3.12.4' });
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

  it('of a release that does not exist says which there are, and nothing else', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(
      machine,
      'printf "error: No solution found when resolving dependencies\\n  cause: Because there is no version of triton==3.10.0 and you require triton==3.10.0, we can conclude\\n" >&2; exit 1',
    );
    expectGolden(await failure({ tritonVersion: '3.10.0' }));
  });

  it('for another reason has the message of uv', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(
      machine,
      'printf "Resolved 1 package\\n\\nerror: Failed to fetch: https://me:pass@index/triton/\\n  cause: dns error\\n" >&2; exit 2',
    );
    expectGolden(await failure());
  });

  describe('without a network', () => {
    const HAS = { triton: '3.8.0', unmet: ['numpy==2.3.5'], unmetFor: 'numpy==' };
    beforeEach(async () => {
      await writeFakeUv(machine, 'echo "error: dns error" >&2; exit 2');
      await writeFakePython(machine, 'python3');
    });

    it('is replaced by a named Python that has another NumPy, which is said', async () => {
      const python = await writeFakePython(machine, join(machine.root, 'mine', 'python'), HAS);
      expect(await ensure({ python, requirements: NUMPY })).toMatchObject({ python });
      expectGolden(withoutPaths(machine.warned.map(formatProblem).join('\n')));
    });

    it('proposes to name a Python with Triton, and takes none that lacks it or a requirement', async () => {
      expectGolden(await failure({ requirements: NUMPY }));
      const mine = join(machine.root, 'mine', 'python');
      const python = await writeFakePython(machine, mine, { ...HAS, triton: '3.7.0' });
      expect(await failure({ python, requirements: NUMPY })).toContain('that has Triton 3.8.0');
      await writeFakePython(machine, mine, { ...HAS, unmet: ['scipy'], unmetFor: 'scipy' });
      await failure({ python, requirements: [...NUMPY, 'scipy'] });
      expect(machine.warned).toEqual([]);
    });
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
    await writeFakeUv(machine, `sleep 600 & echo $! > '${pid}'; echo Downloading triton; wait`);
    const log = {
      ...machine.context.log,
      info: (message: string) => {
        if (message.startsWith('Downloading'))
          machine.controller.abort(interruptedFailure('SIGINT'));
      },
    };
    await expect(ensure({}, { log })).rejects.toMatchObject({ kind: 'interrupted' });
    expect(await toolchains(machine)).toEqual([]);
    const child = Number(await readFile(pid, 'utf8'));
    await untilEnded(child);
  });
});

describe('folders of killed runs', () => {
  it('are removed by the next installation', async () => {
    await writeFakePython(machine, 'python3');
    await writeFakeUv(machine, `ls -A '${folderOf('')}' > '${machine.root}/names'`);
    await ensure();
    const [own = ''] = (await readFile(join(machine.root, 'names'), 'utf8')).split('\n');
    const [, here = '', pid] = /^\.making\.(\w{8})-(\d+)-\d+-\w{8}$/.exec(own) ?? [];
    expect(pid).toBe(String(process.pid));
    // Linux gives no process a number above 4194304.
    const [left, running] = [`.making.${here}-4194305-1-0123abcd`, own];
    for (const name of [left, running])
      await mkdir(join(folderOf(name), 'env'), { recursive: true });
    await ensure({ requirements: ['numpy'] });
    const names = await toolchains(machine);
    expect(names.filter((name) => name.startsWith('.'))).toEqual([running]);
  });
});
