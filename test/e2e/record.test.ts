import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden, expectGoldenFile } from '../support/golden.ts';
import { TRITON_VERSIONS, tritonPython, USUAL } from '../support/triton.ts';

const STAND_IN = join(ROOT, 'test/support/stand-in-gpu');
const ENV = { PYTHONPATH: STAND_IN, PYTHONWARNINGS: 'ignore' };

let space: Workspace;
let python: string;
beforeAll(async () => {
  python = await tritonPython(USUAL);
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
  it.each(TRITON_VERSIONS)('writes a manifest with Triton %s', async (version) => {
    const { code, stdout, stderr } = await record(
      [await tritonPython(version), 'program.py', 'return'],
      '--out',
      'kernels.yaml',
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await manifest()).toContain(`triton: ${version}\n`);
    const text = (await manifest()).replace(`triton: ${version}`, 'triton: VERSION');
    expectGoldenFile(
      join(ROOT, 'test/golden/e2e/record-manifest.txt'),
      `${text}\n# Printed:\n${stdout.replaceAll(/^/gm, '# ')}\n`,
    );
  });

  it('writes a manifest that builds as it is', async () => {
    // The build has no stand-in for PyTorch, so the kernels are in a file of their own.
    const text = await readFile(join(STAND_IN, 'program.py'), 'utf8');
    const program = text.replace(/import stand_in_gpu as gpu\n/, '');
    const start = program.indexOf('import triton\n');
    const end = program.indexOf('def blocks');
    await space.write('own_kernels.py', program.slice(start, end));
    await space.write(
      'program.py',
      `import sys\nimport stand_in_gpu as gpu\nimport triton\nfrom own_kernels import *\n\n${program
        .slice(end)
        .replace(/def main[^]*/, '')}\nwork()\n`,
    );
    expectSuccess(await record([python, 'program.py']));
    const args = ['build', '--python', python, '--out', 'aot'];
    const built = await space.triton(args);
    expect(errorsIn(built.stderr)).toBe('');
    expectSuccess(built);
  });

  it('writes a constexpr that is a tuple as a list', async () => {
    await space.write(
      'app.py',
      `import stand_in_gpu as gpu, triton, triton.language as tl
@triton.jit
def fill(x_ptr, N, TILE: tl.constexpr, HOW: tl.constexpr):
    at = tl.program_id(0) * TILE[0] + tl.arange(0, TILE[0])
    tl.store(x_ptr + at, HOW[1][1], mask=at < N)
fill[(2,)](gpu.tensor(100), 100, TILE=(64, 2), HOW=("value", (tl.float32, 2.0)))
`,
    );
    expectSuccess(await record([python, 'app.py']));
    const text = await manifest();
    expect(text).toMatch(/TILE: \[64, 2\]/);
    expect(text).toMatch(/HOW: \["value", \[tl\.float32, 2\.0\]\]/);
    expectSuccess(await space.triton(['plan', '--python', python]));
  });

  it.each([
    ['a module', ['-m', 'program', 'return']],
    ['a program that starts another', ['program.py', 'child']],
  ])('records %s', async (_what, args) => {
    expectSuccess(await record([python, ...args]));
    expect(kernelsIn(await manifest())).toContain('  scale_kernel:');
  });

  it("runs the program's own sitecustomize too, and leaves no trace on its path", async () => {
    await mkdir(join(space.folder, 'site'));
    await space.write('site/sitecustomize.py', 'MARK = 7\n');
    await space.write(
      'check.py',
      'import sys, sitecustomize\nprint(sitecustomize.MARK, [p for p in sys.path if "python/record" in p])\n',
    );
    const { stdout } = await space.triton(['record', '--', python, 'check.py'], {
      env: { PYTHONPATH: join(space.folder, 'site') },
    });
    expect(stdout).toBe('7 []\n');
  });
});

describe('record without a result', () => {
  it.each<[string, string, number]>([
    ['launches no kernel', 'import triton', 2],
    ['uses no Triton', 'print("hello")', 2],
    [
      'has a kernel that no manifest can have',
      `import stand_in_gpu as gpu, triton, triton.language as tl
exec("import triton")
def make():
    @triton.jit
    def inner(x_ptr):
        tl.store(x_ptr, 1.0)
    return inner
make()[(1,)](gpu.tensor(1))
@triton.jit
def pair(x_ptr, two):
    tl.store(x_ptr, two[0])
pair[(1,)](gpu.tensor(1), (1.0, 2.0))
`,
      2,
    ],
  ])('says why if the program %s', async (_what, text, status) => {
    await space.write('app.py', text);
    const { code, stdout, stderr } = await record([python, 'app.py']);
    expect(code).toBe(status);
    expectGolden(stdout + errorsIn(stderr));
  });

  it('exits with 3 if Python has no Triton, or if there is no such program', async () => {
    const none = await record(['python3', '-c', 'pass']);
    expect(none.code).toBe(3);
    expect(errorsIn(none.stderr)).toContain('has no Triton');
    const missing = await record(['no-such-program']);
    expect(missing.code).toBe(3);
    expectGolden(errorsIn(missing.stderr));
  });

  it('prints only its own JSON to standard output', async () => {
    const { stdout, stderr } = await record(['sh', '-c', 'echo printed'], '--json');
    expect(JSON.parse(stdout)).toMatchObject({ added: [], exit: { code: 0 } });
    expect(stderr).toMatch(/^printed$/m);
  });

  it('exits with 2 if the program is no Python', async () => {
    const { code, stderr } = await record(['true']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('reads the manifest before it runs the program', async () => {
    await space.write('kernels.yaml', 'package: 3\n');
    const { code } = await record([python, '-c', 'open("ran", "w")']);
    expect(code).toBe(2);
    await expect(readFile(join(space.folder, 'ran'))).rejects.toThrow('ENOENT');
  });
});
