import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const STAND_IN = join(ROOT, 'test/support/stand-in-gpu');
const ENV = { PYTHONPATH: STAND_IN, PYTHONWARNINGS: 'ignore' };

let space: Workspace;
let python: string;
/** What is recorded of the whole program. */
let whole: string;
beforeAll(async () => {
  python = await tritonPython(USUAL);
  space = await withProgram();
  expectSuccess(await record([python, 'program.py', 'return']));
  whole = await manifest();
  await space.remove();
});
beforeEach(async () => {
  space = await withProgram();
});
afterEach(() => space.remove());

const record = (program: readonly string[], ...options: readonly string[]) =>
  space.triton(['record', ...options, '--', ...program], { env: ENV });

const manifest = (): Promise<string> => readFile(join(space.folder, 'kernels.yaml'), 'utf8');

async function withProgram(): Promise<Workspace> {
  const made = await workspace();
  await cp(join(STAND_IN, 'program.py'), join(made.folder, 'program.py'));
  return made;
}

/** The manifest without what differs between versions and programs. */
const kernelsIn = (text: string): string => text.replace(/^[^]*?\nkernels:\n/, '');

describe('record', () => {
  it.each([
    ['raise', 1],
    ['exit', 5],
    ['crash', 137],
  ])('writes what was seen when the program ends with %s', async (end, status) => {
    const { code, stderr } = await record([python, 'program.py', end]);
    expect(code).toBe(status);
    expectGolden(errorsIn(stderr).replace(python, 'python'));
    expect(kernelsIn(await manifest())).toBe(kernelsIn(whole));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'writes what was seen when %s interrupts it',
    async (signal) => {
      await mkdir(join(space.folder, 'lib'));
      await cp(join(STAND_IN, 'stand_in_gpu.py'), join(space.folder, 'stand_in_gpu.py'));
      const command = ['record', '--', python, 'program.py', 'wait'];
      const { code, stderr } = await space.interrupt(command, signal, 'waiting');
      expect(code).toBe(130);
      expect(errorsIn(stderr)).toBe(`error: interrupted by ${signal}\n`);
      expect(kernelsIn(await manifest())).toContain('add_kernel');
    },
  );

  it('counts the launches of forked processes', async () => {
    await space.write(
      'forking.py',
      `import multiprocessing
import program


def work():
    program.work()
    program.work()


program.work()
multiprocessing.set_start_method("fork")
children = [multiprocessing.Process(target=work) for _ in range(2)]
for child in children:
    child.start()
for child in children:
    child.join()
`,
    );
    const { stdout } = await record([python, 'forking.py']);
    expect(stdout).toContain('add_kernel_fp32  (program.py:14 add_kernel, 15 calls)');
  });

  it('records what a thread launches while another one measures configs', async () => {
    await space.write(
      'threads.py',
      `import threading
import program as p
import triton

measuring, launched = threading.Event(), threading.Event()


def bench(call, quantiles):
    call()
    measuring.set()
    assert launched.wait(20)
    return [1.0, 1.0, 1.0]


tuned = triton.autotune([triton.Config({"BLOCK": size}) for size in (64, 128)], key=["n"], do_bench=bench)(p.scale_kernel.fn)
thread = threading.Thread(target=lambda: tuned[p.blocks(1000)](p.gpu.tensor(1000), 0.5, 1000))
thread.start()
assert measuring.wait(20)
p.add_kernel[p.blocks(640)](*[p.gpu.tensor(640)] * 3, 640, BLOCK=256)
launched.set()
thread.join()
`,
    );
    const { stdout } = await record([python, 'threads.py']);
    expect(stdout).toContain('+ add_kernel  (program.py:14 add_kernel, 1 call)');
  });

  it('adds to a manifest and leaves what it has to the byte', async () => {
    const [head, ...rest] = whole.split(/^(?= {2}# program\.py)/m);
    const edited = `# mine\n${head?.replace('[sm_90]', '[ sm_80,  sm_90 ] # both')}${rest[2]?.replace('num_warps: 4', 'num_warps:   8 # faster')}`;
    await writeFile(join(space.folder, 'kernels.yaml'), edited);
    const { code, stdout } = await record([python, 'program.py', 'return']);
    expect(code).toBe(0);
    expectGolden(stdout);
    const merged = await manifest();
    expect(merged.startsWith(edited.trimEnd())).toBe(true);
    const again = await record([python, 'program.py', 'return']);
    expect(again.stdout).toContain('0 kernels added, 5 kept');
    expect(await manifest()).toBe(merged);
  });
});
