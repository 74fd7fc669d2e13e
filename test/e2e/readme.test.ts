import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { expectGoldenFile } from '../support/golden.ts';
import { drawRedPullRequest, PICTURE } from '../support/red-pull-request.ts';
import { act } from '../support/runner.ts';

describe('README', () => {
  let space: Workspace;
  /** The blocks of "Try it": commands, and what they print. */
  let blocks: readonly { readonly language: string; readonly text: string }[];
  beforeAll(async () => {
    // What a clone has.
    space = await workspace();
    for (const path of ['examples/vector-add', 'package.json'])
      await cp(join(ROOT, path), join(space.folder, path), { recursive: true });
    await symlink(join(ROOT, 'dist'), join(space.folder, 'dist'));
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const section = /## Try it\n(.*?)\nIn a workflow/s.exec(readme)?.[1] ?? '';
    blocks = [...section.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
      ([, language = '', text = '']) => ({ language, text }),
    );
  });
  afterAll(() => space.remove());

  const type = (command: string): Promise<ProcessResult> => {
    const { TRITON_AOT_STARTED_AS: _, ...env } = process.env;
    const settings = { cwd: space.folder, signal: new AbortController().signal };
    return run(['sh', '-c', command], { ...settings, env: { ...env, TRITON_AOT_HOME: TEST_HOME } });
  };
  /** Expects that the output has the lines of a block, which leaves out others with `…`. */
  const expectLines = (output: string, block: string): void => {
    const lines = block.trimEnd().split('\n');
    for (const line of lines.filter((each) => each !== '…'))
      expect(output.split('\n')).toContain(line);
  };

  it('has commands that work one after another, and print what it says', async () => {
    const shapes = blocks.map(({ language }) => language);
    expect(shapes).toEqual(['sh', 'sh', '', 'sh', '']);
    const [build, test, passed, broken, error] = blocks.map(({ text }) => text);
    const built = await type(build ?? '');
    expectSuccess(built);
    // The build proposes the test, which can be typed as it is.
    const [, next = ''] = /^Next: (.*)$/m.exec(built.stdout) ?? [];
    expect(`${next}\n`).toBe(test);
    const tested = await type(next);
    expectSuccess(tested);
    expectLines(tested.stdout, passed ?? '');
    const wrong = await type(broken ?? '');
    expect(wrong.code).toBe(6);
    expectLines(wrong.stderr, error ?? '');
    const [, again = ''] = /Run only this test: (.*)$/m.exec(wrong.stderr) ?? [];
    expect(again).toContain(
      ' --manifest examples/vector-add/kernels.yaml --emulate --store store --only ',
    );
    expect((await type(again)).code).toBe(6);
  });

  it('has a picture of a pull request, with the error that the action writes', async () => {
    const repository = await workspace();
    await cp(join(ROOT, 'examples/repository'), repository.folder, { recursive: true });
    const file = 'kernels/mlp.py';
    const before = await readFile(join(repository.folder, file), 'utf8');
    const after = before.replace('(weight_ptr + col, mask=inside)', '(weight_ptr + col)');
    await repository.write(file, after);
    const inputs = { only: 'rms_norm_fp16', targets: 'sm_80', report: 'false' };
    // A file that is no library is a driver that cannot be loaded.
    await repository.write('no-driver/libcuda.so.1', 'no library');
    const env = {
      TRITON_AOT_STORE: join(repository.folder, 'store'),
      LD_LIBRARY_PATH: join(repository.folder, 'no-driver'),
    };
    const { code, stdout } = await act(repository, 'main', { inputs, env });
    expect(code).toBe(6);
    const [, line = '', text = ''] =
      new RegExp(`^::error file=${file},line=(\\d+)[^:]*::(.*)$`, 'm').exec(stdout) ?? [];
    const drawing = drawRedPullRequest({
      // As GitHub names the jobs of the workflow `Kernels` that the reusable workflow has.
      checks: ['Package', 'All kernels'].map((job) => `Kernels / kernels / ${job} (pull_request)`),
      job: 'kernels / Package',
      file,
      before,
      after,
      annotation: { line: Number(line), text: text.replaceAll('%0A', '\n').replaceAll('%25', '%') },
    });
    expectGoldenFile(PICTURE, drawing);
    await repository.remove();
  });
});
