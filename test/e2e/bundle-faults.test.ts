import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeBundle } from '../../src/features/bundle/make-bundle.ts';
import { readBundle } from '../../src/features/bundle/read-bundle.ts';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { fakeContext } from '../package/verify/context.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { silentLog } from '../support/silent-log.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const APP = join(ROOT, 'test/fixtures/bundle');

let space: Workspace;
let python: string;
beforeAll(async () => {
  python = await tritonPython(USUAL);
  space = await workspace();
  await cp(APP, join(space.folder, 'app'), { recursive: true });
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: join(ROOT, 'python/record'),
    TRITON_AOT_RECORD: join(space.folder, 'recording'),
    TRITON_CACHE_DIR: join(space.folder, 'jit'),
  };
  const argv = [python, '-B', '-W', 'ignore', 'program.py', 'usual'];
  const cwd = join(space.folder, 'app');
  expectSuccess(await run(argv, { cwd, env, signal: HERE.signal }));
});
afterAll(() => space.remove());

/** Makes the module with the kernels do something when it is imported. Returns its folder. */
async function appWith(name: string, lines: string): Promise<string> {
  const folder = join(space.folder, name);
  await cp(APP, folder, { recursive: true });
  await appendFile(join(folder, 'kernels.py'), lines);
  return folder;
}

/** Runs `bundle` with a store of its own, in which nothing is. */
async function bundle(
  app: string,
  more: { readonly env?: Record<string, string>; readonly args?: readonly string[] } = {},
): Promise<ProcessResult> {
  const home = join(space.folder, 'home');
  await rm(home, { recursive: true, force: true });
  const argv = ['bundle', 'recording', '--name', 'demo', '--python', python, '--paths', app];
  return space.triton([...argv, '--targets', 'sm_90', ...(more.args ?? [])], {
    env: { TRITON_AOT_HOME: home, ...more.env },
  });
}

describe('a module that is imported for a bundle', () => {
  it('is not waited for longer than it runs, and takes with it what it has started', async () => {
    const app = await appWith(
      'daemon',
      'import os, subprocess\nchild = subprocess.Popen(["sleep", "600"], start_new_session=True)\nopen(f"{os.path.dirname(__file__)}/pid", "w").write(str(child.pid))\n',
    );
    expectSuccess(await bundle(app));
    const pid = await readFile(join(app, 'pid'), 'utf8');
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
  });

  it('is ended if it hangs', async () => {
    const app = await appWith('hang', 'import time\ntime.sleep(600)\n');
    const { code, stderr } = await bundle(app, { args: ['--timeout', '20'] });
    expect(stderr).toContain(
      'an import or a compile took longer than 20 seconds (raise the limit with --timeout)',
    );
    expect(code).toBe(3);
  });
});

describe('a fault of the machine while kernels are compiled for a bundle', () => {
  it('ends it with 3: it is not a fault of the kernels', async () => {
    // In the processes that compile, as of a full disk: nothing can be written.
    const app = await appWith(
      'full',
      'import os, resource\nos.register_at_fork(after_in_child=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, -1)))\n',
    );
    const { code, stderr } = await bundle(app);
    expect(stderr).toContain('error: the file would exceed the limit of its size (write: EFBIG)');
    expect(code).toBe(3);
  });

  it('ends it with 3 if a module meets it', async () => {
    const app = await appWith(
      'disk',
      'import errno, os\nraise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/data/cache")\n',
    );
    const { code, stderr } = await bundle(app);
    expect(stderr).toContain('/data/cache: the disk is full, or has no room for more files');
    expect(code).toBe(3);
  });
});

describe('a bundle that is killed', () => {
  it('leaves no temporary files after the next one', async () => {
    const temporary = join(space.folder, 'tmp');
    await mkdir(temporary);
    const lines = `import os, tempfile, time
tempfile.mkstemp()
open(f"{os.path.dirname(__file__)}/imported", "w").close()
time.sleep(600)
`;
    const app = await appWith('killed', lines);
    const args = ['bundle', 'recording', '--name', 'demo', '--python', python, '--paths', app];
    await space.interrupt([...args, '--targets', 'sm_90'], 'SIGKILL', 'killed/imported', {
      env: { TMPDIR: temporary },
    });
    expectSuccess(await bundle('app', { env: { TMPDIR: temporary } }));
    // The process that was killed with it might have written one more.
    while ((await readdir(temporary)).length > 0) {
      await setTimeout(100);
      expectSuccess(await bundle('app', { env: { TMPDIR: temporary } }));
    }
  });
});

describe('a bundle that another process replaces at once', () => {
  it('gives its own files to the image and to the wheel, which needs no network', async () => {
    const out = join(space.folder, 'replaced');
    const request = {
      recordings: [join(space.folder, 'recording')],
      name: 'demo',
      version: '1.0.0',
      out,
      python,
      paths: [join(space.folder, 'app')],
      targets: [],
      complete: false,
      wheel: true,
      image: true,
      jobs: 1,
      timeout: 600,
    };
    const group = async <T>(title: string, body: () => Promise<T>): Promise<T> => {
      if (/^(?:Make the wheel|Write the OCI image)/.test(title))
        await rm(join(out, 'demo_bundle'), { recursive: true, force: true });
      return body();
    };
    const context = fakeContext();
    const result = await makeBundle(request, {
      ...context,
      // Nothing is installed there, and no index answers.
      home: join(space.folder, 'empty'),
      env: { ...context.env, UV_OFFLINE: '1', PIP_NO_INDEX: '1' },
      scratch: space.folder,
      log: { ...silentLog, group },
    });
    expect(await readdir(result.image ?? '')).toContain('oci-layout');
    const unpacked = join(space.folder, 'unpacked');
    await mkdir(unpacked);
    const wheel = await readBundle(result.wheel ?? '', unpacked, HERE.signal);
    expect(wheel.index.entries).toHaveLength(result.entries);
    await writeFile(join(out, 'demo_bundle', 'is-there'), '');
  });
});
