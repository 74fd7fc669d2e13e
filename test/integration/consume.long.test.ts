import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { buildTools, NEWEST_CMAKE, OLDEST_CMAKE } from '../support/build-tools.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { COMPILERS } from '../support/compilers.ts';
import {
  driverSetting,
  ENTER,
  expectSystemDriver,
  fail,
  launches,
  succeed,
  withoutDriver,
} from '../support/consumer.ts';
import { fakePackage } from '../support/fake-package.ts';
import { buildRecordingCuda } from '../support/recording-cuda.ts';
import { buildRecordingHip, runWithHip } from '../support/recording-hip.ts';

/** The kernels differ in their block size. One has the name of the package. */
const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.9.0
targets: [sm_90]
kernels:
  add: { source: "k.py:add", signature: "*fp32, i32, 64", grid: "cdiv(n, BLOCK)" }
  scale: { source: "k.py:scale", signature: "*fp32, i32, 32", grid: "cdiv(n, BLOCK)" }
  demo: { source: "k.py:demo", signature: "*fp32, i32, 16", grid: "cdiv(n, BLOCK)" }
`;
const FOR_CUDA =
  '  cuda: { source: "k.py:add", signature: "*fp32, i32, 64", grid: 1, targets: [sm_90] }\n';
const PARAMETERS = ['x', 'n', 'BLOCK'];
const FUNCTIONS = { add: PARAMETERS, scale: PARAMETERS, demo: PARAMETERS };

/** A program, in C and C++, that calls these kernels. */
const program = (...kernels: readonly string[]): string => `#include <demo.h>
#include <dlfcn.h>
#include <stddef.h>
int main(void) {
  ${ENTER}
  return ${kernels.map((kernel) => `(int)${kernel}_default(NULL, 16, 1024)`).join(' + ')};
}
`;

/** The same as C++, calling the driver by itself. */
const direct = (...kernels: readonly string[]): string => `#include <demo.h>
int main() {
  CUcontext context;
  if (cuInit(0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS) return 97;
  if (cuCtxSetCurrent(context) != CUDA_SUCCESS) return 96;
  return ${kernels.map((kernel) => `(int)${kernel}_default(NULL, 16, 1024)`).join(' + ')};
}
`;

const ALL = [16, 32, 64];
const WITHOUT_ROCM = '-DCMAKE_C_FLAGS=-DAOT_WITHOUT_ROCM';
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];

let original: string;
let space: Workspace;
/** The package, in a folder with a space in its name. */
let tree: string;
/** The same package for both vendors, with a kernel that is for NVIDIA only, and for AMD. */
let both: string;
let amd: string;
let hip: string;

beforeAll(async () => {
  original = await fakePackage(MANIFEST, FUNCTIONS);
  space = await workspace({
    'all.c': program('add', 'scale', 'demo'),
    'add.c': program('add'),
    'direct.cc': direct('add', 'scale', 'demo'),
    'scale.cc': program('scale'),
    'hip.c':
      '#include <demo.h>\nint main(void) { return add_default(0, (hipDeviceptr_t)16, 1024) + scale_default(0, (hipDeviceptr_t)16, 1024); }\n',
  });
  const others = ['[sm_90, gfx942]', '[gfx942]'].map((targets) =>
    MANIFEST.replace('[sm_90]', targets),
  );
  both = await fakePackage(`${others[0]}${FOR_CUDA}`, FUNCTIONS);
  amd = await fakePackage(others[1] ?? '', FUNCTIONS);
  hip = await buildRecordingHip();
  tree = join(space.folder, 'unpacked here', 'demo-1.2.0');
  await mkdir(dirname(tree));
  await rename(original, tree);
});
afterAll(() =>
  Promise.all([
    space.remove(),
    ...[dirname(original), dirname(both), dirname(amd), hip].map((folder) =>
      rm(folder, { recursive: true, force: true }),
    ),
  ]),
);

/** Runs a consumer with the recording HIP runtime. Returns the x axis of every grid it launched. */
async function hipLaunches(executable: string): Promise<(number | undefined)[]> {
  const { records } = await runWithHip([executable], hip, ['gfx942:xnack-']);
  const launched = records.filter(({ call }) => call === 'hipModuleLaunchKernel');
  return launched.map(({ grid }) => grid?.[0]);
}

const newest = await buildTools(NEWEST_CMAKE);

/** The versions of CMake: those of TEST_CMAKE, or the newest. */
const versions = (process.env['TEST_CMAKE'] ?? NEWEST_CMAKE).split(',');
const toolsets = await Promise.all(
  versions.map(async (version) => [version, await buildTools(version)] as const),
);

describe.each(toolsets)('a package in CMake %s', (version, tools) => {
  /** Configures and builds a project of these lines. Returns its build folder. */
  async function build(
    name: string,
    lines: string,
    settings: readonly string[],
    message = '',
  ): Promise<string> {
    const argv = await configure(name, lines, settings);
    const output = await succeed(argv, tools);
    expect(output).toContain(message);
    expect(output).not.toContain('Warning');
    const folder = join(space.folder, version, name, 'build');
    await succeed(['cmake', '--build', folder], tools);
    return folder;
  }

  async function configure(
    name: string,
    lines: string,
    settings: readonly string[],
  ): Promise<string[]> {
    const head = 'cmake_minimum_required(VERSION 3.18)\n';
    await space.write(`${version}/${name}/CMakeLists.txt`, head + lines);
    const source = join(space.folder, version, name);
    const where = ['cmake', '--no-warn-unused-cli', '-S', source, '-B', join(source, 'build')];
    return [...where, await driverSetting('demo'), `-Ddemo_ROOT=${tree}`, ...settings];
  }

  const app = (file: string, target: string, name = 'app'): string => `
add_executable(${name} "${space.folder}/${file}")
target_link_libraries(${name} PRIVATE ${target} \${CMAKE_DL_LIBS})
`;

  it.each(
    ['STATIC', 'SHARED', 'SOURCES'].flatMap((type) => [
      [type, 'LINKED'],
      [type, 'RUNTIME'],
    ]),
  )('is found as %s with the driver %s', async (type, driver) => {
    const lines = `project(app C)\nfind_package(demo 1.2 REQUIRED CONFIG)${app('all.c', 'demo::demo')}`;
    const settings = [`-Ddemo_LIBRARY_TYPE=${type}`, `-Ddemo_DRIVER=${driver}`];
    const folder = await build(`${type}-${driver}`, lines, settings);
    expect((await launches(join(folder, 'app'))).toSorted((a, b) => a - b)).toEqual(ALL);
    const needed = await succeed(['readelf', '-d', join(folder, 'app')]);
    expect(needed.includes('[libcuda.so.1]')).toBe(driver === 'LINKED' && type !== 'SHARED');
    expect(needed.includes('[libdemo.so.1.2.0]')).toBe(type === 'SHARED');
  });

  it('compiles only the kernels asked for, in several folders and more than once', async () => {
    const lines = `project(app CXX)
add_subdirectory(one)
add_subdirectory(two)
`;
    await space.write(
      `${version}/twice/one/CMakeLists.txt`,
      `find_package(demo 1 REQUIRED CONFIG COMPONENTS scale)
find_package(demo REQUIRED CONFIG COMPONENTS scale OPTIONAL_COMPONENTS later)
if(demo_later_FOUND OR NOT demo_scale_FOUND)
  message(FATAL_ERROR "scale is there, later is not")
endif()${app('scale.cc', 'demo::scale', 'one')}`,
    );
    await space.write(
      `${version}/twice/two/CMakeLists.txt`,
      `enable_language(C)\nfind_package(demo REQUIRED CONFIG COMPONENTS add)${app('add.c', 'demo::demo', 'two')}`,
    );
    const folder = await build('twice', lines, []);
    expect(await launches(join(folder, 'one/one'))).toEqual([32]);
    expect(await launches(join(folder, 'two/two'))).toEqual([16]);
    const files = await readdir(folder, { recursive: true });
    const objects = files
      .filter((file) => /src\/\w+\.c\.o$/.test(file))
      .map((file) => file.replace(/.*src\//, ''));
    expect(objects.toSorted()).toEqual(['add.c.o', 'scale.c.o']);
  });

  it.each(['STATIC', 'SHARED', 'SOURCES'])(
    'is found as %s for HIP, with the kernels that are for AMD',
    async (type) => {
      const lines = `project(app C)\nfind_package(demo REQUIRED CONFIG)${app('hip.c', 'demo::demo')}`;
      const settings = [`-Ddemo_LIBRARY_TYPE=${type}`, '-Ddemo_GPU=HIP', `-Ddemo_ROOT=${both}`];
      const folder = await build(`hip-${type}`, lines, [...settings, WITHOUT_ROCM]);
      expect(await hipLaunches(join(folder, 'app'))).toEqual([16, 32]);
      const files = await readdir(folder, { recursive: true });
      const objects = files.filter((file) => /src\/\w+(\.hip)?\.c\.o$/.test(file));
      expect(objects.map((file) => file.replace(/.*src\//, '')).toSorted()).toEqual([
        'add.hip.c.o',
        'demo.hip.c.o',
        'scale.hip.c.o',
      ]);
      const wrong = await configure(`hip-wrong-${type}`, lines, [...settings, '-Ddemo_GPU=ROCM']);
      expect(await fail(wrong, tools)).toContain('demo_GPU is "ROCM": set it to CUDA or HIP.');
    },
  );

  it.each([
    ['STATIC', 'HIP', 'both vendors', () => both],
    ['SHARED', 'HIP', 'both vendors', () => both],
    ['STATIC', 'CUDA', 'both vendors', () => both],
    ['STATIC', 'the default', 'AMD', () => amd],
  ])('can be installed as %s for %s from a package for %s', async (type, gpu, _vendors, from) => {
    const name = `of-${type}-${gpu.replace(' ', '-')}`;
    const gpuSetting = gpu === 'the default' ? [] : [`-Ddemo_GPU=${gpu}`];
    const prefix = await install(type, 'RUNTIME', name, [...gpuSetting, WITHOUT_ROCM], from());
    const source = gpu === 'CUDA' ? 'all.c' : 'hip.c';
    const expectLaunches = async (executable: string): Promise<void> => {
      if (gpu !== 'CUDA') expect(await hipLaunches(executable)).toEqual([16, 32]);
      else expect((await launches(executable)).toSorted((x, y) => x - y)).toEqual(ALL);
    };
    const lines = `project(app C)\nfind_package(demo 1.2 REQUIRED CONFIG)${app(source, 'demo::demo')}`;
    const settings = [`-Ddemo_ROOT=${prefix}`, WITHOUT_ROCM];
    await expectLaunches(join(await build(`installed-${name}`, lines, settings), 'app'));

    const libraries = join(prefix, 'lib');
    const linked = join(space.folder, version, name);
    const flags = `eval cc -DAOT_WITHOUT_ROCM '"$1"' $(pkg-config --cflags --libs --static demo)`;
    await succeed(
      [
        'sh',
        '-c',
        `${flags} '"-Wl,-rpath,$2"' -ldl -o '"$3"'`,
        'sh',
        join(space.folder, source),
        libraries,
        linked,
      ],
      { ...tools, PKG_CONFIG_PATH: join(libraries, 'pkgconfig') },
    );
    await expectLaunches(linked);
  });

  it('is not found with an unknown kernel or setting, and says what to do', async () => {
    const lines = 'project(app C)\nfind_package(demo REQUIRED CONFIG COMPONENTS add sub)\n';
    const settings = ['-Ddemo_LIBRARY_TYPE=static', '-Ddemo_DRIVER=NONE'];
    const message = await fail(await configure('wrong', lines, settings), tools);
    expect(message).toContain('The package has no kernel sub. There are: add, scale, demo.');
    expect(message).toContain(
      'demo_LIBRARY_TYPE is "static": set it to STATIC, SHARED or SOURCES.',
    );
    expect(message).toContain('demo_DRIVER is "NONE": set it to LINKED, STUB or RUNTIME.');
  });

  const DIRECT = `project(app CXX)
find_package(demo 1.2 REQUIRED CONFIG)
add_executable(app "\${DIRECT}")
target_link_libraries(app PRIVATE demo::demo)
`;
  const NO_DRIVER = '-- demo: no CUDA driver library (libcuda.so) was found; linking a stub of it.';

  /** Checks a program that was linked with the package's stub, and runs it with a driver. */
  async function expectStub(folder: string): Promise<void> {
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((file) => file.includes('libcuda.so'))).toEqual([
      expect.stringMatching(/^(?:_deps\/.*)?aot-demo-cuda-stub\/libcuda\.so$/),
    ]);
    await expectSystemDriver(join(folder, 'app'));
    expect((await launches(join(folder, 'app'))).toSorted((a, b) => a - b)).toEqual(ALL);
  }

  it.each(['STATIC', 'SHARED'])(
    'is linked as %s with a stub where there is no driver, even if the program calls the driver',
    async (type) => {
      const name = `${type} without a driver`;
      const settings = [`-Ddemo_LIBRARY_TYPE=${type}`, `-DDIRECT=${space.folder}/direct.cc`];
      const all = [...settings, ...withoutDriver('demo')];
      const folder = await build(name, DIRECT, all, NO_DRIVER);
      await expectStub(folder);
      if (type === 'SHARED') await expectSystemDriver(join(folder, 'libdemo.so.1.2.0'));
    },
  );

  it('is linked with a stub as sources, although there is a driver, if asked to', async () => {
    const settings = ['-Ddemo_DRIVER=STUB', '-Ddemo_LIBRARY_TYPE=SOURCES'];
    const lines = DIRECT.replace('CXX', 'C CXX');
    const all = [...settings, `-DDIRECT=${space.folder}/direct.cc`];
    await expectStub(await build('asked for a stub', lines, all));
  });

  it('is linked with a stub when it is installed, and where it is used', async () => {
    const prefix = await install('STATIC', 'LINKED', 'stub', withoutDriver('demo'));
    const libraries = await readdir(prefix, { recursive: true });
    expect(libraries.filter((file) => /libcuda/.test(file))).toEqual(['lib/cmake/demo/libcuda.c']);
    const lines = DIRECT.replace('CONFIG', 'CONFIG CONFIGS demoConfig.cmake');
    const settings = [`-Ddemo_ROOT=${prefix}`, `-DDIRECT=${space.folder}/direct.cc`];
    const all = [...settings, ...withoutDriver('demo')];
    await expectStub(await build('installed without a driver', lines, all, NO_DRIVER));
  });

  it("links a toolkit's stub, but does not search for the driver there when it runs", async () => {
    const toolkit = join(space.folder, version, 'toolkit');
    const stubs = join(toolkit, 'lib64/stubs');
    await mkdir(stubs, { recursive: true });
    await copyFile(join(await buildRecordingCuda(), 'libcuda.so'), join(stubs, 'libcuda.so'));
    const lines = `project(app C)\nfind_package(demo REQUIRED CONFIG)${app('add.c', 'demo::add')}`;
    const settings = ['-Udemo_CUDA_DRIVER', `-DCUDAToolkit_ROOT=${toolkit}`];
    const folder = await build('stub', lines, settings);
    expect(await launches(join(folder, 'app'))).toEqual([16]);
    await expectSystemDriver(join(folder, 'app'));
  });

  it.each([
    ['add_subdirectory', (path: string) => `add_subdirectory("${path}" demo)`],
    [
      'FetchContent',
      (_path: string, url: string, hash: string) => `include(FetchContent)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW)
endif()
FetchContent_Declare(demo URL "${url}" URL_HASH SHA256=${hash})
FetchContent_MakeAvailable(demo)`,
    ],
  ])('is added to a project with %s', async (how, use) => {
    const archive = join(space.folder, 'demo.tar.gz');
    await succeed(['tar', '-czf', archive, '-C', dirname(tree), 'demo-1.2.0']);
    const hash = sha256(await readFile(archive));
    const lines = `project(app C)\n${use(tree, `file://${archive}`, hash)}${app('add.c', 'demo::add')}`;
    const folder = await build(how, lines, ['-Ddemo_KERNELS=add']);
    expect(await launches(join(folder, 'app'))).toEqual([16]);
  });

  it('answers requests for versions', async () => {
    const requests = ['1', '1.0', '1.2.0', '1.2.1', '1.3', '0.9', '2', '1.2 EXACT', '1.1 EXACT'];
    const ranges =
      version === OLDEST_CMAKE ? [] : ['1.0...1.2', '1.0...<1.2', '1.0...<2', '0.9...2'];
    const asks = [...requests, ...ranges].map(
      (request) => `find_package(demo ${request} QUIET CONFIG)
message(STATUS "<${request}=\${demo_FOUND}>")
unset(demo_DIR CACHE)
unset(demo_FOUND)`,
    );
    const installed = await install('STATIC', 'LINKED', 'versions');
    for (const root of [tree, installed]) {
      const argv = await configure('version', `project(app C)\n${asks.join('\n')}\n`, []);
      const answers = await succeed([...argv, `-Ddemo_ROOT=${root}`], tools);
      const found = [...answers.matchAll(/<(.*)=(?:1|TRUE)>/g)].map(([, request]) => request);
      const fitting = ranges.filter((range) => ['1.0...1.2', '1.0...<2'].includes(range));
      expect(found).toEqual(['1', '1.0', '1.2.0', '1.2 EXACT', ...fitting]);
    }
  });

  /** Builds and installs the package and moves the prefix. Returns the new prefix. */
  async function install(
    type: string,
    driver: string,
    name: string,
    more: readonly string[] = [],
    from = tree,
  ): Promise<string> {
    const folder = join(space.folder, version, `install-${name}`);
    const prefix = join(folder, 'prefix');
    const settings = [`-Ddemo_LIBRARY_TYPE=${type}`, `-Ddemo_DRIVER=${driver}`];
    const places = [`-DCMAKE_INSTALL_PREFIX=${prefix}`, '-DCMAKE_INSTALL_LIBDIR=lib'];
    const where = ['-S', from, '-B', join(folder, 'build')];
    const found = await driverSetting('demo');
    await succeed(['cmake', ...where, ...settings, ...places, found, ...more], tools);
    await succeed(['cmake', '--build', join(folder, 'build')], tools);
    await succeed(['cmake', '--install', join(folder, 'build')], tools);
    const moved = join(folder, 'moved to', 'here');
    await mkdir(dirname(moved), { recursive: true });
    await rename(prefix, moved);
    return moved;
  }

  it.each([
    ['STATIC', 'LINKED'],
    ['SHARED', 'LINKED'],
    ['STATIC', 'RUNTIME'],
    ['SHARED', 'RUNTIME'],
  ])('can be installed as %s with the driver %s, and moved', async (type, driver) => {
    const prefix = await install(type, driver, `${type}-${driver}`);
    const lines = `project(app C)
find_package(demo 1.2 REQUIRED CONFIG COMPONENTS add)${app('all.c', 'demo::demo')}${app('add.c', 'demo::add', 'one')}`;
    const cuda = await buildRecordingCuda();
    const settings = [`-Ddemo_ROOT=${prefix}`, `-DCMAKE_EXE_LINKER_FLAGS=-L${cuda}`];
    const folder = await build(`installed-${type}-${driver}`, lines, settings);
    expect((await launches(join(folder, 'app'))).toSorted((a, b) => a - b)).toEqual(ALL);
    expect(await launches(join(folder, 'one'))).toEqual([16]);

    const libraries = join(prefix, 'lib');
    expect((await readdir(libraries)).filter((file) => file.startsWith('lib')).toSorted()).toEqual(
      type === 'SHARED' ? ['libdemo.so', 'libdemo.so.1.2.0'] : ['libdemo.a'],
    );
    // The newest CMake prefers the CPS file, and accepts unknown components if another one exists.
    const isOldest = version === OLDEST_CMAKE;
    expect(await succeed(['cmake', '-LA', '-N', folder], tools)).toContain(
      `demo_DIR:PATH=${libraries}/${isOldest ? 'cmake/demo' : 'cps'}\n`,
    );
    if (isOldest) {
      const missing = `project(app C)\nfind_package(demo REQUIRED CONFIG COMPONENTS sub)\n`;
      const argv = await configure(`missing-${type}-${driver}`, missing, settings);
      expect(await fail(argv, tools)).toContain(
        'The package has no kernel sub. There are: add, scale, demo.',
      );
    }

    const env = { ...tools, PKG_CONFIG_PATH: join(libraries, 'pkgconfig'), LIBRARY_PATH: cuda };
    const flags = 'pkg-config --cflags --libs demo';
    const more = driver === 'RUNTIME' ? ' --static' : '';
    const out = join(folder, 'by-pkg-config');
    await succeed(
      [
        'sh',
        '-c',
        `eval cc '"$1"' $(${flags}${more}) -ldl '"-Wl,-rpath,$2"' -o '"$3"'`,
        'sh',
        join(space.folder, 'all.c'),
        libraries,
        out,
      ],
      env,
    );
    expect((await launches(out)).toSorted((a, b) => a - b)).toEqual(ALL);
  });
});

/** Runs a command line in a shell that finds the recording driver as it would a toolkit. */
async function shell(
  line: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { LIBRARY_PATH: await buildRecordingCuda(), TREE: tree, APP: space.folder };
  expect(await succeed(['sh', '-euc', line], { ...env, ...variables })).toBe('');
}

describe('a package without a build system', () => {
  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, '-std=c11'],
      [compiler, '-x c++ -std=c++17'],
    ]),
  )('is compiled by one command: %s %s', async (compiler, language) => {
    const flags = `${language} ${WARNINGS.join(' ')}`;
    const line = `${compiler} ${flags} "$APP"/all.c "$TREE"/src/*.c -I "$TREE"/include`;
    await shell(`${line} -lcuda -ldl -o "$APP"/plain`);
    expect((await launches(join(space.folder, 'plain'))).toSorted((a, b) => a - b)).toEqual(ALL);
    await shell(`${line} -DAOT_DYNAMIC_DRIVER -ldl -o "$APP"/plain`, { LIBRARY_PATH: '' });
    expect((await launches(join(space.folder, 'plain'))).toSorted((a, b) => a - b)).toEqual(ALL);
  });

  it.each(COMPILERS)(
    'leaves programs of %s their own cuda.h, before and after its headers',
    async (compiler) => {
      // A later toolkit, whose functions have other signatures.
      const toolkit = `typedef struct CUstream_st *CUstream;
typedef unsigned long long CUdeviceptr;
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_OF_A_LATER_DAY = 998 } CUresult;
#define CUDA_VERSION 99000
CUresult cuInit(unsigned flags, int later);
`;
      const guarded = `#ifndef CUDA_OF_A_LATER_DAY\n#define CUDA_OF_A_LATER_DAY\n${toolkit}#endif\n`;
      await space.write('toolkit/cuda.h', guarded);
      await space.write('elsewhere/our_cuda.h', guarded);
      const use =
        '\nint main(void) { return sizeof &cuInit == 0 ? (int)CUDA_ERROR_OF_A_LATER_DAY : 0; }\n';
      const texts = {
        before: `#include <cuda.h>\n#include <demo.h>${use}`,
        after: `#include <demo.h>\n#include <cuda.h>${use}`,
        vendored: `#include "elsewhere/our_cuda.h"\n#include <demo.h>${use}`,
      };
      for (const [name, text] of Object.entries(texts)) {
        await space.write(`${name}.c`, text);
        const include = name === 'vendored' ? '' : '-I "$APP"/toolkit';
        for (const language of ['-std=c11', '-x c++ -std=c++17']) {
          const flags = `${language} ${WARNINGS.join(' ')} ${include} -I "$TREE"/include`;
          await shell(`${compiler} ${flags} -fsyntax-only "$APP"/${name}.c`);
        }
      }
    },
  );

  it('is a shared library that starts without a driver and exports linker names', async () => {
    const library = join(space.folder, 'libdemo.so');
    const flags = '-shared -fPIC -DAOT_DYNAMIC_DRIVER -I "$TREE"/include';
    await shell(`cc ${flags} "$TREE"/src/*.c -ldl -o "$APP"/libdemo.so`, { LIBRARY_PATH: '' });
    const exported = await succeed(['nm', '-D', '--defined-only', '--format=posix', library]);
    expect(exported.split('\n').filter((line) => !/^(?:demo_1_2_0_|$)/.test(line))).toEqual([]);
    const caller = (enter: string): string => `#include <demo/add.h>
#include <dlfcn.h>
#include <stddef.h>
int main(int argc, char **argv) {
  ${enter}
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  void *found = library == NULL ? NULL : dlsym(library, "demo_1_2_0_add_default");
  CUresult (*add)(CUstream, CUdeviceptr, int32_t);
  if (found == NULL) return 99;
  *(void **)&add = found;
  return (int)add(NULL, 16, 1024) & 0xff;
}
`;
    await space.write('opens.c', caller(ENTER));
    await space.write('opens-alone.c', caller(''));
    for (const compiler of ['cc', 'c++ -x c++']) {
      for (const name of ['opens', 'opens-alone']) {
        await shell(`${compiler} -I "$TREE"/include "$APP"/${name}.c -ldl -o "$APP"/${name}`);
      }
      expect(await launches(join(space.folder, 'opens'), [library])).toEqual([16]);
      // CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, truncated to an exit status.
      const alone = [
        'sh',
        '-c',
        '"$1" "$2"; echo "<$?>"',
        'sh',
        join(space.folder, 'opens-alone'),
        library,
      ];
      expect(await succeed(alone, { LD_LIBRARY_PATH: '' })).toBe(`<${303 & 0xff}>\n`);
    }
  });

  it('tells pkg-config its headers and sources', async () => {
    // pkg-config's output is quoted for a shell, and this path needs no quotes.
    const plain = join(space.folder, 'plain-tree');
    await succeed(['cp', '-r', tree, plain]);
    const line =
      'cc "$APP"/all.c $(pkg-config --cflags demo) $(pkg-config --variable=sources demo) -lcuda -ldl';
    await shell(`${line} -o "$APP"/by-pkg-config`, {
      ...newest,
      PKG_CONFIG_PATH: join(plain, 'lib/pkgconfig'),
    });
    const launched = await launches(join(space.folder, 'by-pkg-config'));
    expect(launched.toSorted((a, b) => a - b)).toEqual(ALL);
    const forHip =
      'cc -DAOT_HIP -DAOT_WITHOUT_ROCM "$APP"/hip.c $(pkg-config --cflags demo) $(pkg-config --variable=hip_sources demo) -ldl';
    await shell(`${forHip} -o "$APP"/by-pkg-config`, {
      ...newest,
      PKG_CONFIG_PATH: join(both, 'lib/pkgconfig'),
    });
    expect(await hipLaunches(join(space.folder, 'by-pkg-config'))).toEqual([16, 32]);
  });
});

/** The guide's examples in a language, adapted to this package. */
async function snippets(language: string): Promise<string[]> {
  const guide = await readFile(new URL('../../docs/guides/cmake.md', import.meta.url), 'utf8');
  const pattern = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs');
  return [...guide.matchAll(pattern)].map(([, text = '']) =>
    text.replaceAll('attention', 'demo').replaceAll('fmha', 'add'),
  );
}

it("does what docs/guides/cmake.md's commands say", async () => {
  const folder = join(space.folder, 'guide');
  await space.write('guide/app.c', program('add'));
  await succeed(['cp', '-r', tree, folder]);
  const [found = ''] = await snippets('cmake');
  await space.write('guide/CMakeLists.txt', found);
  const libraries = await buildRecordingCuda();
  const env = { ...newest, LIBRARY_PATH: libraries, CMAKE_LIBRARY_PATH: libraries };
  const blocks = await snippets('sh');
  expect(blocks).toHaveLength(5);
  for (const block of blocks) {
    await succeed(['sh', '-euc', `cd '${folder}'\nrm -f app\n${block}`], env);
    const executable = block.includes('-o app') ? 'app' : 'build/app';
    expect(await launches(join(folder, executable))).toEqual([16]);
  }
});

describe('a package in Meson', () => {
  it.each([
    ['the driver', buildRecordingCuda],
    ['no driver', (): Promise<string> => Promise.resolve('')],
  ])(
    'is a dependency with its sources, as in docs/guides/cmake.md, with %s to link',
    async (name, libraries) => {
      const plain = join(space.folder, 'meson-tree');
      await succeed(['cp', '-rT', tree, plain]);
      const [snippet = ''] = await snippets('meson');
      const source = join(space.folder, `meson with ${name}`);
      await space.write(`meson with ${name}/meson.build`, snippet);
      await space.write(`meson with ${name}/main.cpp`, direct('add', 'scale', 'demo'));
      const env = {
        ...newest,
        PKG_CONFIG_PATH: join(plain, 'lib/pkgconfig'),
        LIBRARY_PATH: await libraries(),
      };
      const folder = join(source, 'build');
      await succeed(['meson', 'setup', folder, source], env);
      await succeed(['meson', 'compile', '-C', folder], env);
      await expectSystemDriver(join(folder, 'app'));
      const launched = await launches(join(folder, 'app'));
      expect(launched.toSorted((a, b) => a - b)).toEqual(ALL);
    },
  );
});
