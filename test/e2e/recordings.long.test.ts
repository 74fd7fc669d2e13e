import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const never = new AbortController().signal;

/** A recording is data: it can come from another machine, and must not decide what runs on this one. */
describe('a recording', () => {
  let space: Workspace;
  let python: string;
  /** The lines of the recording of the program. */
  let lines: readonly string[];
  beforeAll(async () => {
    python = await tritonPython(USUAL);
    space = await workspace();
    await cp(join(ROOT, 'test/fixtures/bundle'), join(space.folder, 'app'), { recursive: true });
    lines = await record('recording', {});
  });
  afterAll(() => space.remove());

  const at = (path: string): string => join(space.folder, path);

  const runPython = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<ProcessResult> =>
    run([python, '-B', '-W', 'ignore', ...args], {
      cwd: at('app'),
      env: { PATH: process.env['PATH'], TRITON_CACHE_DIR: at('jit'), ...env },
      signal: never,
    });

  const record = async (
    to: string,
    env: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const recorder = { PYTHONPATH: join(ROOT, 'python/record') };
    const settings = { ...recorder, TRITON_AOT_RECORD: at(to), ...env };
    expectSuccess(await runPython(['program.py', 'usual'], settings));
    const [name = ''] = await readdir(at(to));
    return (await readFile(at(`${to}/${name}`), 'utf8')).trim().split('\n');
  };

  const write = (folder: string, all: readonly string[]): Promise<void> =>
    space.write(`${folder}/1.jsonl`, all.map((line) => `${line}\n`).join(''));

  const bundle = (
    recording: string,
    more: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ProcessResult> => {
    const paths = more.includes('--paths') ? [] : ['--paths', 'app'];
    const args = ['--name', 'demo', '--python', python, '--targets', 'sm_90', ...paths, ...more];
    return space.triton(['bundle', recording, ...args], { env });
  };

  it("takes the program's own file by its name, from a folder or if it is named", async () => {
    await mkdir(at('app/sub'), { recursive: true });
    await cp(at('app/program.py'), at('app/sub/started.py'));
    const moved = lines.map((line) => line.replaceAll('program.py', 'sub/started.py'));
    await write('moved', moved);
    const lacking = await bundle('moved', ['--out', 'moved-dist']);
    expect(lacking.code).toBe(4);
    expect(lacking.stderr).toContain(
      `${at('app/sub/started.py')}, which lies directly in none of the given folders`,
    );
    const named = await bundle('moved', [
      '--out',
      'moved-dist',
      '--paths',
      'app,app/sub/started.py',
    ]);
    expectSuccess(named);
  });
});
