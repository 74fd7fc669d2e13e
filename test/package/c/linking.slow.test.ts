import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { fakePackage } from '../../support/fake-package.ts';
import {
  buildRecordingCuda,
  compileAndRun,
  CUDA_INCLUDE,
  runRecorded,
} from '../../support/recording-cuda.ts';

const manifest = (name: string, version: string, block: number): string => `
package: ${name}
version: ${version}
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
    source: add.py:add
    signature: "*fp32, i32, ${block}"
    grid: cdiv(n, BLOCK)
`;
const FUNCTIONS = { add: ['x', 'n', 'BLOCK'] };

const ENTER = `
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
`;
const CALLER = (name: string, header: string): string => `
#include <${header}>
CUresult ${name}(void);
CUresult ${name}(void) { return add_default(NULL, 16, 1024); }
`;

const signal = new AbortController().signal;

async function command(argv: readonly string[]): Promise<void> {
  const { code, stderr } = await run(argv, { env: process.env, signal });
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
}

describe('linking', () => {
  const folders: string[] = [];
  const build = async (...parameters: Parameters<typeof fakePackage>): Promise<string> => {
    const folder = await fakePackage(...parameters);
    folders.push(dirname(folder));
    return folder;
  };
  let alpha: string;
  let beta: string;
  let newer: string;

  beforeAll(async () => {
    alpha = await build(manifest('alpha', '1.0.0', 64), FUNCTIONS);
    beta = await build(manifest('beta', '1.0.0', 128), FUNCTIONS);
    newer = await build(manifest('alpha', '2.0.0-rc.1', 256), FUNCTIONS);
  });
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  it('keeps kernels of the same name from two packages and two versions apart', async () => {
    const objects = await Promise.all(
      (
        [
          ['from_alpha', 'alpha.h', alpha],
          ['from_beta', 'beta.h', beta],
          ['from_newer', 'alpha.h', newer],
        ] as const
      ).map(async ([name, header, folder]) => {
        const source = join(folder, '..', `${name}.c`);
        const object = join(folder, '..', `${name}.o`);
        await command(['sh', '-c', `cat > ${source} <<'END'\n${CALLER(name, header)}\nEND`]);
        const include = [`-I${CUDA_INCLUDE}`, `-I${join(folder, 'include')}`];
        await command(['cc', '-c', ...include, source, '-o', object]);
        await command(['cc', '-c', ...include, join(folder, 'src/add.c'), '-o', `${object}.add.o`]);
        // Static libraries: a linker takes a member by the first symbol it needs.
        await command(['ar', 'rcs', `${object}.a`, `${object}.add.o`]);
        return [object, `${object}.a`];
      }),
    );
    const { code, records } = await compileAndRun({
      texts: {
        'main.c': `#include <cuda.h>
CUresult from_alpha(void);
CUresult from_beta(void);
CUresult from_newer(void);
int main(void) { ${ENTER} return (int)from_alpha() + (int)from_beta() + (int)from_newer(); }`,
      },
      objects: objects.flat(),
    });
    expect(code).toBe(0);
    expect(launchesOf(records).map(({ grid }) => grid[0])).toEqual([16, 8, 4]);
  });

  /** Compiles and links a package with a program, or without one to a shared library. */
  const linked = async (name: string, flags: readonly string[], main?: string): Promise<string> => {
    const file = join(alpha, '..', name);
    const source = `${file}.c`;
    if (main !== undefined) await writeFile(source, main);
    const include = [`-I${CUDA_INCLUDE}`, `-I${join(alpha, 'include')}`];
    const sources = [join(alpha, 'src/add.c'), ...(main === undefined ? [] : [source])];
    const driver = [`-L${await buildRecordingCuda()}`, '-lcuda'];
    await command(['cc', ...include, ...sources, ...flags, ...driver, '-o', file]);
    return file;
  };

  /** The symbols that a program or library exports or, if it is an object, that others can link. */
  const symbolsOf = async (file: string, flags: readonly string[] = ['-D']): Promise<string[]> => {
    const argv = ['nm', ...flags, '--defined-only', '--format=posix', file];
    const { stdout } = await run(argv, { env: process.env, signal });
    return stdout.split('\n').flatMap((line) => line.split(' ')[0] || []);
  };

  const ADD = ['add', 'add_choose', 'add_default', 'add_get_num_algos', 'load_add', 'unload_add'];
  const OWN = ADD.map((name) => `alpha_1_0_0_${name}`);

  it.each([
    ['a program', [], []],
    ['a program that exports everything', ['-rdynamic'], OWN],
    ['a shared library', ['-shared', '-fPIC'], OWN],
  ] as const)('gives %s no symbol without the name of the package', async (name, flags, own) => {
    const isLibrary = name === 'a shared library';
    const main = '#include <alpha.h>\nint main(void) { return (int)add_default(NULL, 16, 0); }\n';
    const file = await linked('exported', flags, isLibrary ? undefined : main);
    // What every program exports, such as main.
    const empty = join(alpha, '..', 'empty');
    await writeFile(`${empty}.c`, 'int main(void) { return 0; }\n');
    await command(['cc', ...flags, `${empty}.c`, '-o', empty]);
    const others = isLibrary ? [] : await symbolsOf(empty);
    const all = await symbolsOf(file);
    expect(all.filter((each) => !others.includes(each)).toSorted()).toEqual(own);
  });

  it('gives an object file no global symbol without the name of the package', async () => {
    const object = join(alpha, '..', 'object.o');
    const include = [`-I${CUDA_INCLUDE}`, `-I${join(alpha, 'include')}`];
    await command(['cc', ...include, '-c', join(alpha, 'src/add.c'), '-o', object]);
    expect((await symbolsOf(object, ['-g'])).toSorted()).toEqual(OWN);
  });

  it('takes no function away from another library', async () => {
    const library = join(alpha, '..', 'libother.so');
    const text =
      'int add(void);\nint call_add(void);\nint add(void) { return 7; }\nint call_add(void) { return add(); }\n';
    await writeFile(`${library}.c`, text);
    await command(['cc', '-shared', '-fPIC', `${library}.c`, '-o', library]);
    const { code } = await compileAndRun({
      texts: {
        'main.c': `#include <alpha.h>\nint call_add(void);\nint main(void) { return (int)add_default(NULL, 16, 0) + call_add(); }`,
      },
      sources: [join(alpha, 'src/add.c')],
      includeDirs: [join(alpha, 'include')],
      objects: [library, `-Wl,-rpath,${dirname(library)}`],
    });
    expect(code).toBe(7);
  });

  it('exports the full names from a shared library, for dlsym', async () => {
    const library = await linked('libalpha.so', ['-shared', '-fPIC']);
    const { code, records } = await compileAndRun({
      texts: {
        'main.c': `#include <cuda.h>
#include <dlfcn.h>
#include <stdint.h>
int main(void) {
  ${ENTER}
  void *library = dlopen("${library}", RTLD_NOW);
  void *found = library == NULL ? NULL : dlsym(library, "alpha_1_0_0_add_default");
  CUresult (*add)(CUstream, CUdeviceptr, int32_t);
  if (found == NULL) return 99;
  *(void **)&add = found;
  return (int)add(NULL, 16, 1024);
}`,
      },
    });
    expect(code).toBe(0);
    expect(launchesOf(records)).toHaveLength(1);
  });

  describe('with AOT_DYNAMIC_DRIVER', () => {
    const program = async (body: string): Promise<string> => {
      const source = join(alpha, '..', 'dynamic.c');
      const executable = join(alpha, '..', 'dynamic');
      await command([
        'sh',
        '-c',
        `cat > ${source} <<'END'\n#include <alpha.h>\n#include <dlfcn.h>\n#include <stdio.h>\nint main(void) {${body}}\nEND`,
      ]);
      const warnings = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
      const include = [`-I${CUDA_INCLUDE}`, `-I${join(alpha, 'include')}`];
      await command([
        'cc',
        ...warnings,
        '-DAOT_DYNAMIC_DRIVER',
        ...include,
        source,
        join(alpha, 'src/add.c'),
        '-ldl',
        '-o',
        executable,
      ]);
      return executable;
    };

    it('starts without a driver and returns an error at the call', async () => {
      const executable = await program(
        'printf("%d %d", (int)add_default(NULL, 16, 0), (int)add_default(NULL, 16, 5));',
      );
      const { stdout } = await run([executable], { env: { LD_LIBRARY_PATH: '' }, signal });
      expect(stdout).toBe('0 303');
    });

    it('finds the driver at the first call', async () => {
      const enter = `
        void *driver = dlopen("libcuda.so.1", RTLD_NOW);
        CUresult (*init)(unsigned), (*retain)(CUcontext *, CUdevice), (*set)(CUcontext);
        CUcontext context;
        *(void **)&init = dlsym(driver, "cuInit");
        *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
        *(void **)&set = dlsym(driver, "cuCtxSetCurrent");
        init(0);
        retain(&context, 0);
        set(context);`;
      const executable = await program(
        `${enter} printf("%d %d", (int)load_add(), (int)add_default(NULL, 16, 1024));`,
      );
      const { stdout, records } = await runRecorded(executable);
      expect(stdout).toBe('0 0');
      expect(launchesOf(records)).toHaveLength(1);
    });
  });

  it('allocates scratch memory from the pool, in stream order', async () => {
    const folder = await build(manifest('alpha', '1.0.0', 64), FUNCTIONS, () => ({
      globalScratch: { size: 96, align: 128 },
      numCtas: 2,
    }));
    const run_ = (fail: readonly string[]) =>
      compileAndRun({
        texts: {
          'main.c': `#include <alpha.h>\nint main(void) { ${ENTER} return (int)add_default((CUstream)2, 16, 1024); }`,
        },
        sources: [join(folder, 'src/add.c')],
        includeDirs: [join(folder, 'include')],
        fail,
      });
    const { code, records } = await run_([]);
    expect(code).toBe(0);
    const [allocated, launch, freed] = records.slice(-3);
    // 16 blocks of two CTAs, 96 bytes each.
    expect(allocated).toMatchObject({ call: 'cuMemAllocAsync', size: 2 * 16 * 96, stream: 2 });
    expect(launch).toMatchObject({
      call: 'cuLaunchKernelEx',
      grid: [32, 1, 1],
      attributes: { cluster: [2, 1, 1] },
    });
    expect(freed).toMatchObject({ call: 'cuMemFreeAsync', stream: 2 });
    const [address] = launchesOf(records).map(({ parameters }) => parameters.at(-2));
    expect(address).not.toBe('0000000000000000');

    expect((await run_(['cuMemAllocAsync:1'])).code).toBe(2);
    const failed = await run_(['cuLaunchKernelEx:1']);
    expect(failed.code).toBe(2);
    expect(failed.records.at(-1)).toMatchObject({ call: 'cuMemFreeAsync', result: 0 });
  });
});
