import { beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compilerEnvironment,
  findCompilers,
  findCudaHeader,
  runCompiler,
} from '../../../src/prove/harness/tools.ts';
import { probeEnvironment, testEnvironment } from '../../../src/prove/harness/vendor.ts';
import { formatProblem } from '../../../src/base/errors.ts';
import { run as runTool } from '../../../src/base/process.ts';
import { expectCpuTime } from '../../support/cpu-time.ts';
import { HERE } from '../../support/here.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiler-'));
});

describe('the compilers', () => {
  it('are the first common ones on PATH', async () => {
    for (const name of ['gcc', 'clang', 'clang++']) await program(name);
    const found = await findCompilers({ PATH: folder });
    expect(found).toEqual({ c: [join(folder, 'gcc')], cxx: [join(folder, 'clang++')] });
  });

  it('are those that CC and CXX name, with their arguments', async () => {
    for (const name of ['cc', 'c++', 'ccache']) await program(name);
    const found = await findCompilers({ PATH: folder, CC: ' ccache gcc', CXX: '' });
    expect(found).toEqual({ c: [join(folder, 'ccache'), 'gcc'], cxx: [join(folder, 'c++')] });
  });

  it('must exist', async () => {
    await program('cc');
    expectGolden(await failureOf(() => findCompilers({ PATH: folder })));
    expectGolden(await failureOf(() => findCompilers({ PATH: folder, CC: 'icc' })));
  });

  it('report their first errors, with the place', async () => {
    const source = join(folder, 'bad.c');
    await writeFile(source, 'int a;\nint b = c;\nint d = e;\n');
    const { signal } = new AbortController();
    const context = { env: { PATH: process.env['PATH'] }, signal, runTool };
    const argv = ['cc', '-c', source, '-o', join(folder, 'bad.o')];
    const problems = await runCompiler({ argv, label: 'bad.c', blame: 'smoke' }, context);
    expect(problems).toMatchObject([
      {
        message: expect.stringMatching(/^bad\.c does not compile: .*undeclared/),
        place: { file: source, line: 2, column: 9 },
        hint: expect.stringContaining('bad.c:3:9'),
      },
    ]);
  });

  it('must write what they are asked for', async () => {
    const argv = ['/bin/true', '-c', 'x.c', '-o', join(folder, 'x.o')];
    const problems = await runCompiler({ argv, label: 'x.c', blame: 'smoke' }, HERE);
    expectGolden(problems.map(formatProblem).join('\n'));
  });

  it('have their temporary files beside what they write', async () => {
    await program('cc', 'for last; do :; done; printf %s "$TMPDIR" >"$last"');
    const output = join(folder, 'x.o');
    const argv = [join(folder, 'cc'), '-o', output];
    expect(await runCompiler({ argv, label: 'x.c', blame: 'smoke' }, HERE)).toEqual([]);
    expect(await readFile(output, 'utf8')).toBe(folder);
  });

  it('are ended if they take too long', async () => {
    const { signal } = new AbortController();
    const context = { env: { PATH: process.env['PATH'] }, signal, runTool };
    const run = { argv: ['sleep', '60'], label: 'k.c', blame: 'environment' } as const;
    expect(await runCompiler(run, context, 0.2)).toMatchObject([
      { message: 'k.c: sleep was ended because it took longer than 0.2 seconds' },
    ]);
  });

  it.each([
    ['lines', 'a\n'.repeat(5e5)],
    ['one line', 'a'.repeat(1e6)],
    ['colons', ':1:1:'.repeat(2e5)],
    ['spaces', ' \n'.repeat(5e5)],
  ])('may print a megabyte of %s', async (_what, output) => {
    const compiler = join(folder, 'cc');
    await writeFile(join(folder, 'output'), output);
    await writeFile(compiler, `#!/bin/sh\ncat "${folder}/output" >&2\nexit 1\n`, { mode: 0o755 });
    const run = { argv: [compiler], label: 'x.c', blame: 'smoke' } as const;
    await expectCpuTime(2000, async () => expect(await runCompiler(run, HERE)).toHaveLength(1));
  });
});

const RUNNER = {
  PATH: '/bin',
  LD_LIBRARY_PATH: '/driver',
  CPATH: '/headers',
  CUDA_VISIBLE_DEVICES: '3',
  LANG: 'de_DE.UTF-8',
  GITHUB_TOKEN: 'secret',
  ACTIONS_RUNTIME_TOKEN: 'secret',
  INPUT_TOKEN: 'secret',
  MY_PASSWORD: 'secret',
};

const gpu = (ordinal: number) => ({ ordinal, uuid: `GPU-${ordinal}` });

describe('the environment', () => {
  it('of a test has the UUIDs of its GPUs and no secrets', () => {
    expect(testEnvironment(RUNNER, [gpu(0), gpu(1)])).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/driver',
      LANG: 'de_DE.UTF-8',
      CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
      CUDA_VISIBLE_DEVICES: 'GPU-0,GPU-1',
    });
  });

  it('of a test on AMD GPUs has their numbers among those that are visible', () => {
    const devices = [1, 0].map((ordinal) => ({ ...gpu(ordinal), arch: 'gfx942' }));
    const env = { ...RUNNER, ROCR_VISIBLE_DEVICES: '2,3,4', HSA_OVERRIDE_GFX_VERSION: '11.0.0' };
    expect(testEnvironment({ ...env, CUDA_VISIBLE_DEVICES: undefined }, devices)).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/driver',
      LANG: 'de_DE.UTF-8',
      ROCR_VISIBLE_DEVICES: '2,3,4',
      HIP_VISIBLE_DEVICES: '1,0',
    });
    const named = { ...env, HIP_VISIBLE_DEVICES: '5,7' };
    expect(testEnvironment(named, devices)).toMatchObject({ HIP_VISIBLE_DEVICES: '7,5' });
    expect(testEnvironment(env, devices.slice(1))).toMatchObject({ HIP_VISIBLE_DEVICES: '3' });
  });

  it('of the probe has the variables that choose GPUs of the vendor', () => {
    const env = { ...RUNNER, ROCR_VISIBLE_DEVICES: '2' };
    expect(probeEnvironment(env, 'cuda')).toMatchObject({ CUDA_VISIBLE_DEVICES: '3' });
    expect(probeEnvironment(env, 'cuda')).not.toHaveProperty('ROCR_VISIBLE_DEVICES');
    const own = { CUDA_VISIBLE_DEVICES: '3', ROCR_VISIBLE_DEVICES: '2' };
    expect(probeEnvironment(env, 'hip')).toMatchObject(own);
    expect(probeEnvironment(env, 'hip')).not.toHaveProperty('CUDA_DEVICE_ORDER');
  });

  it('of a compiler has its search paths, and sets English messages', () => {
    expect(compilerEnvironment(RUNNER)).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/driver',
      CPATH: '/headers',
      LC_ALL: 'C',
    });
  });
});

describe("the driver's header", () => {
  it('is that of the first toolkit that is new enough', async () => {
    await header('old', 11_080);
    await header('new', 12_040);
    const env = { CUDA_HOME: join(folder, 'old'), CUDA_PATH: join(folder, 'new') };
    expect(await findCudaHeader(env, [])).toBe(join(folder, 'new/include'));
    expect(await findCudaHeader({}, [join(folder, 'new')])).toBe(join(folder, 'new/include'));
  });
});

async function program(name: string, script = ''): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function header(toolkit: string, version: number): Promise<void> {
  await mkdir(join(folder, toolkit, 'include'), { recursive: true });
  const text = `#ifndef A\n#define CUDA_VERSION ${version}\n#endif\n`;
  await writeFile(join(folder, toolkit, 'include/cuda.h'), text);
}
