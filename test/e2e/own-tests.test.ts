import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { type Workspace, workspace } from '../support/command.ts';

// What needs PyTorch is in python/emulate/with_torch. These programs note launches, and launch nothing.
const NOTES = `
import os, sys
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.tally import Tally
options = Options.from_environment(os.environ)
tally = Tally(Journal(options.folder))
tally.begin("add"); tally.end("add", 0.5, is_judged=True)
`;

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
});
afterEach(() => space.remove());

async function emulate(program: string, ...options: readonly string[]) {
  await space.write('app.py', program);
  return space.triton(['emulate', ...options, '--', 'python3', 'app.py', '--gpu', 'of-program']);
}

describe('emulate', () => {
  it('gives the program its arguments, and Python the options', async () => {
    const text = `${NOTES}print(options.gpu, options.limit, *sys.argv[1:])`;
    const { code, stdout, stderr } = await emulate(text, '--gpu', 'H100', '--limit=7');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'H100 7.0 --gpu of-program\n' });
    expect(stderr).toMatch(
      /1 launch of 1 kernel emulated for H100 in 0\.5 of \d+\.\d s, all right/,
    );
  });

  it('ends as the program does, and says nothing more', async () => {
    const { code, stderr } = await emulate(`${NOTES}sys.exit(9)`);
    expect(code).toBe(9);
    expect(stderr).not.toContain('error');
  });

  it('fails if the program launches nothing', async () => {
    const { code, stderr } = await emulate('print("nothing")');
    expect(code).toBe(6);
    expect(stderr).toContain('error: no launch was emulated: the program did not import Triton');
  });

  it('says which signal ended the program', async () => {
    const { code, stderr } = await emulate(`${NOTES}os.kill(os.getpid(), 11)`);
    expect(code).toBe(139);
    expect(stderr).toContain('error: the program was ended by signal 11 (SIGSEGV)');
  });

  it('leaves nothing when it is killed, also no process in a session of its own', async () => {
    const start = 'subprocess.Popen([sys.executable, "-c", WAIT], start_new_session=True)';
    const wait = 'import time; open("ready", "w"); time.sleep(600)';
    await space.write('app.py', `import subprocess, sys\nWAIT = '${wait}'\n${start}.wait()`);
    // Its output ends when the last process that has it is gone.
    const ended = space.interrupt(['emulate', '--', 'python3', 'app.py'], 'SIGKILL', 'ready');
    expect(await ended).toEqual({ code: null, stderr: '' });
  });

  it('refuses a GPU that it does not know', async () => {
    const { code, stderr } = await emulate(NOTES, '--gpu=sm_70');
    expect(code).toBe(2);
    expect(stderr).toContain('error: --gpu: unknown GPU `sm_70`; it must be a GPU such as H100, ');
  });

  it('is not in the path of the program', async () => {
    const { stdout } = await emulate(
      `${NOTES}print([each for each in sys.path if 'emulate' in each])`,
    );
    expect(stdout).toBe('[]\n');
  });
});
