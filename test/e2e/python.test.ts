import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '../../src/base/executable.ts';
import { run } from '../../src/base/process.ts';
import { VERSION } from '../../src/base/assets.ts';
import { BUILD_BACKEND } from '../../src/toolchain/wheel-tools.ts';
import { expectSuccess, ROOT } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { HERE } from '../support/here.ts';
import { makeWheel, type PypiPackage, pypiPackage } from './pypi-package.ts';

describe('the package for PyPI', () => {
  let space: PypiPackage['space'];
  let uv: PypiPackage['uv'];
  let wheel: PypiPackage['wheel'];
  let emulation: PypiPackage['emulation'];
  let start: PypiPackage['start'];
  /** The programs of an environment with everything, and of one without a Node. */
  let [complete, bare] = ['', ''];

  beforeAll(async () => {
    const made = await pypiPackage();
    ({ space, uv, wheel, emulation, start } = made);
    [complete, bare] = await Promise.all([
      made.install('complete'),
      made.install('bare', ['--no-deps']),
    ]);
  });
  afterAll(() => space.remove());

  it('is the same file, wherever it is made', async () => {
    const copy = join(space.folder, 'copy');
    const parts = ['dist', 'python', 'schema', 'src', 'CHANGELOG.md', 'LICENSE', 'package.json'];
    for (const part of parts)
      await cp(join(ROOT, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
    for (const [project, first] of [
      ['python', wheel],
      ['python/emulate', emulation],
    ] as const) {
      const again = await makeWheel(join(copy, project), join(space.folder, `again/${project}`));
      expect((await readFile(again)).equals(await readFile(first))).toBe(true);
    }
    const project = await readFile(join(ROOT, 'python/pyproject.toml'), 'utf8');
    expect(project).toContain(`requires = ["${BUILD_BACKEND}"]`);
  });

  it('is run by uvx, without Node', async () => {
    const python = ['--python', join(complete, 'python'), '--with', emulation];
    const argv = [uv.uv, 'tool', 'run', ...python, '--from', wheel, 'triton-aot', '--version'];
    // The script that uv writes takes these from PATH.
    const tools = join(space.folder, 'tools');
    await mkdir(tools);
    for (const tool of ['dirname', 'realpath'])
      await symlink((await findExecutable(tool, HERE.env)) ?? '', join(tools, tool));
    const env = { ...uv.env, PATH: tools };
    const { code, stdout, stderr } = await run(argv, { ...HERE, env });
    expectSuccess({ code, stderr });
    expect(stdout).toBe(`${VERSION}\n`);
  });

  it('proposes commands that start it in the same way', async () => {
    const init = ['init', 'vector_add.py:add_kernel', '--out'];
    const nextOf = async (command: readonly string[], path: string): Promise<string> => {
      const out = `${command.length}-${path.length}.yaml`;
      const { code, stdout, stderr } = await start([...command, ...init, out], path);
      expectSuccess({ code, stderr });
      return (
        /^Next: fill in each TODO, then (.*) build --manifest \S+$/m.exec(stdout)?.[1] ?? stdout
      );
    };
    const script = join(complete, 'triton-aot');
    expect(await nextOf([script], '/usr/bin:/bin')).toBe(script);
    expect(await nextOf([script], `${complete}:/usr/bin:/bin`)).toBe('triton-aot');
    const python = join(complete, 'python');
    const module = [python, '-m', 'triton_aot'];
    expect(await nextOf(module, '/usr/bin:/bin')).toBe(module.join(' '));
    const beside = ['--with', emulation];
    const uvx = [
      uv.uv,
      'tool',
      'run',
      '--python',
      python,
      ...beside,
      '--from',
      wheel,
      'triton-aot',
    ];
    const environment = { ...uv.env, PATH: process.env['PATH'] };
    const made = await run([...uvx, ...init, 'uvx.yaml'], {
      ...HERE,
      cwd: space.folder,
      env: environment,
    });
    expectSuccess(made);
    expect(made.stdout).toContain(
      'Next: fill in each TODO, then uvx triton-aot build --manifest uvx.yaml\n',
    );
  });

  it('builds an example from the command line', async () => {
    const place = ['--targets', 'sm_90', '--out', 'other', '--store', 'store'];
    const built = await start(
      [join(complete, 'triton-aot'), 'build', ...place],
      process.env['PATH'],
    );
    expectSuccess(built);
    expect(built.stdout).toMatch(/\(4 compiled, 0 from the store\)$/m);
  });

  it('uses the Node on PATH if it is installed without its own', async () => {
    const command = join(bare, 'triton-aot');
    const ok = await start([command, '--version'], process.env['PATH']);
    expect(ok).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
    const bin = join(space.folder, 'bin');
    await mkdir(bin);
    const messages = [await start([command, '--version'], bin)];
    for (const script of ['echo v20.18.3', 'exit 1']) {
      await writeFile(join(bin, 'node'), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, 'node'), 0o755);
      messages.push(await start([command, '--version'], bin));
    }
    const texts = messages.map(({ code, stderr }) => `exit code ${code}\n${stderr}`);
    expectGolden(texts.join('\n').replaceAll(space.folder, 'FOLDER'));
  });

  it('brings the emulation of programs, and its plugin for pytest', async () => {
    const test = `from triton_aot_emulate.options import Options
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.tally import Tally
import os
def test_launch():
    tally = Tally(Journal(Options.from_environment(os.environ).folder))
    tally.begin("add")
    tally.end("add", 0.5, is_judged=True)
`;
    await space.write('test_launch.py', test);
    const pytest = ['pip', 'install', '--python', join(complete, '..'), 'pytest==9.2.0'];
    expectSuccess(await run([uv.uv, ...pytest], { ...HERE, env: uv.env }));
    const python = join(complete, 'python');
    const plugin = await start([python, '-m', 'pytest', '--triton-emulate=H100', 'test_launch.py']);
    expectSuccess(plugin);
    expect(plugin.stdout).toContain('1 launch of 1 kernel emulated for H100');
    const module = [python, '-m', 'triton_aot_emulate', '-m', 'pytest', 'test_launch.py'];
    const command = await start(module);
    expectSuccess(command);
    expect(command.stderr).toContain('1 launch of 1 kernel emulated for sm_80');
  });
});
