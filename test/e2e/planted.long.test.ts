import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, TEST_HOME, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';

describe('the packages that test the smoke test', () => {
  const folder = (name: string): string => join(ROOT, 'test/gpu', name);
  let space: Workspace;
  beforeAll(async () => {
    space = await workspace();
  });
  afterAll(() => space.remove());
  const build = async (name: string): Promise<void> => {
    const manifest = join(folder(name), 'kernels.yaml');
    const place = ['--out', name, '--store', 'store'];
    expectSuccess(await space.triton(['build', '--manifest', manifest, ...place]));
  };

  it('fail with the fault that is planted in them, as on a GPU', async () => {
    await build('faults');
    const argv = [process.execPath, join(folder('faults'), 'planted.js')];
    const { stdout } = await run([...argv, 'faults', '--emulate', '--store', 'store'], {
      ...HERE,
      env: { ...process.env, TRITON_AOT_HOME: TEST_HOME },
      cwd: space.folder,
    });
    expect(stdout.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([]);
    expect(stdout).toMatch(/^14 passed, 0 failed$/m);
  }, 300_000);

  it('pass with every kind of argument and buffer, and say what they were compared with', async () => {
    await build('gate');
    const smoke = ['smoke', '--package', 'gate', '--emulate', '--store', 'store'];
    // scale_fp8 needs conversions that the emulator does not know yet.
    const known = ['--only', 'scale_fp16,scale_bf16,scale_fp32,scale_fp64,scale_i32,[acd]*'];
    const { code, stdout, stderr } = await space.triton([...smoke, ...known]);
    expectSuccess({ code, stderr });
    expect(stdout).toMatch(/^169 passed, 0 failed$/m);
    expect(stdout).toContain("scale_i32: 2 runs compared with Triton's interpreter, 4 checks");
    const { stdout: verified } = await space.triton(['verify', '--package', 'gate']);
    expect(verified).toContain("executed on a CPU (1 compared with Triton's interpreter)");
  });
});
