import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { writeGlue } from '../../../src/prove/harness/harness-source.ts';
import { readPackage } from '../../../src/package/read.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { fakePtx } from '../../support/fake-build.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { definedIn, isFreeName } from '../../support/defined-names.ts';
import { CUDA_INCLUDE } from '../../support/recording-cuda.ts';
import { tritonTools, USUAL } from '../../support/triton.ts';

const HARNESS = join(import.meta.dirname, '../../../src/prove/harness/cpp');

/**
 * Kernels with names that C++ has in std, that C has as tags, that CUDA has as functions that C++ can
 * overload, and that local variables and types of the generated code and of the harness have.
 */
const KERNELS = `
  a advance any array begin bitset byte call compare copy data end fill final grid group h hash image import info
  iovec kernels list loaded map max min module move norm option override pair parameters Plan plus range report row scratch
  size softmax_t sort specialisation status step swap timeval transform Value vector
  `
  .trim()
  .split(/\s+/);

/** Parameters with the names of keywords, macros, functions, types, and of what the generated code has. */
const PARAMETERS = `
  a algo algo_id ALGOS and aot_values assert B0 bad bool BUFSIZ class CUstream default DOMAIN dim3 environ EOF errno
  grid grid_add h hipSuccess I images INFINITY int8_t int64_t linux load_step major max min namespace new NULL operator
  poll random ROWS row select slots status stdin step stream TARGETS template this time true typename unix _Bool _x
  `
  .trim()
  .split(/\s+/);

/** Headers that programs include, as far as the machine has them. */
const HEADERS = `
  aio.h alloca.h arpa/inet.h assert.h complex.h ctype.h dirent.h dlfcn.h endian.h err.h errno.h error.h execinfo.h
  fcntl.h fenv.h float.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h inttypes.h iso646.h langinfo.h libgen.h
  limits.h locale.h malloc.h math.h memory.h mqueue.h net/if.h netdb.h netinet/in.h netinet/tcp.h poll.h pthread.h pty.h
  pwd.h regex.h resolv.h sched.h search.h semaphore.h setjmp.h signal.h spawn.h stdarg.h stdbool.h stddef.h stdint.h
  stdio.h stdlib.h string.h strings.h sys/epoll.h sys/eventfd.h sys/file.h sys/inotify.h sys/ioctl.h sys/ipc.h
  sys/mman.h sys/mount.h sys/msg.h sys/param.h sys/prctl.h sys/random.h sys/resource.h sys/select.h sys/sem.h
  sys/sendfile.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/syscall.h sys/sysinfo.h sys/sysmacros.h sys/time.h
  sys/times.h sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h tar.h termios.h time.h ucontext.h ulimit.h
  unistd.h utime.h utmpx.h wchar.h wctype.h wordexp.h
  `
  .trim()
  .split(/\s+/);
const CXX_HEADERS = `
  algorithm array atomic bitset chrono cmath complex cstdio cstdlib cstring filesystem functional iostream iterator list
  map memory numeric random regex string thread tuple utility valarray variant vector
  `
  .trim()
  .split(/\s+/);

const MANIFEST = `
package: nasty
version: 1.0.0
triton: 3.8.0
targets: [sm_80]
kernels:
${KERNELS.map(
  (name) => `  ${name}:
    source: k.py:k
    arguments: { x: "*fp32", n: [i32, "i32:16"] }
    constants: { BLOCK: 64 }
    grid: cdiv(n, BLOCK)
`,
).join('')}  all_parameters:
    source: k.py:all
    arguments: { ${PARAMETERS.map((name) => `"${name}": i32`).join(', ')} }
    grid: "(${PARAMETERS.filter((name) => !['and', 'min', 'max'].includes(name))
      .slice(0, 20)
      .join(' + ')})"
`;

const signal = new AbortController().signal;
const runTool = (argv: readonly string[]) => run(argv, { env: process.env, signal });

async function expectSilent(argv: readonly string[]): Promise<void> {
  const { code, stderr } = await runTool(argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
}

const includes = (names: readonly string[]): string =>
  names.map((name) => `#include <${name}>\n`).join('');

describe('names that are not refused', () => {
  let folder: string;
  let sources: readonly string[];

  beforeAll(async () => {
    folder = await fakePackage(MANIFEST, { k: ['x', 'n', 'BLOCK'], all: PARAMETERS });
    sources = (await readdir(join(folder, 'src')))
      .filter((name) => name.endsWith('.c'))
      .map((name) => join(folder, 'src', name));
    const text = (before: string, after: string): string =>
      `${before}#include <nasty.h>\n${after}int main(void) { return step_default(0, 16, 1) + norm_choose(0, 1); }\n`;
    await writeFile(join(folder, 'before.c'), text(includes(HEADERS), ''));
    await writeFile(join(folder, 'after.c'), text('', includes(HEADERS)));
    const all = includes([...HEADERS, ...CXX_HEADERS].filter((name) => name !== 'complex.h'));
    const using = 'using namespace std;\n';
    await writeFile(join(folder, 'before.cpp'), text(`${all}${using}`, ''));
    await writeFile(join(folder, 'after.cpp'), text('', `${all}${using}`));
  }, 300_000);
  afterAll(() => rm(dirname(folder), { recursive: true }));

  const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only'];

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'],
      [compiler, 'c++', 'c++17'],
    ]),
  )(
    'compile with %s as %s (%s) beside all system headers',
    async (compiler, language, standard) => {
      const end = language === 'c' ? 'c' : 'cpp';
      const programs = ['before', 'after'].map((name) => join(folder, `${name}.${end}`));
      const include = [`-I${CUDA_INCLUDE}`, `-I${join(folder, 'include')}`];
      const flags = [`-std=${standard}`, ...WARNINGS, '-U_GNU_SOURCE', '-D_GNU_SOURCE', ...include];
      await expectSilent([compiler, '-x', language, ...flags, ...sources, ...programs]);
    },
  );

  it('compile in the C++ program that tests packages', async () => {
    const { manifest } = await readPackage(folder);
    const glue = join(folder, 'glue.cpp');
    await writeFile(glue, writeGlue('nasty', manifest.kernels));
    for (const compiler of COMPILERS)
      await expectSilent([
        compiler,
        '-x',
        'c++',
        '-std=c++17',
        ...WARNINGS,
        `-I${CUDA_INCLUDE}`,
        `-I${HARNESS}`,
        `-I${join(folder, 'include')}`,
        glue,
      ]);
  });

  it('do not collide with the functions of CUDA that nvcc declares', async () => {
    const cuda = join(await tritonTools(USUAL), 'include');
    const program = join(folder, 'nvcc.cpp');
    await writeFile(
      program,
      '#include <cuda_runtime.h>\n#include <nasty.h>\nint last = missing;\n',
    );
    const nvcc = [
      '-D__CUDACC__',
      '-D__NVCC__',
      '-D__CUDACC_VER_MAJOR__=13',
      '-D__CUDACC_VER_MINOR__=1',
    ];
    const argv = ['c++', '-std=c++17', '-w', ...nvcc, '-fsyntax-only', `-I${cuda}`];
    const { stderr } = await runTool([...argv, `-I${join(folder, 'include')}`, program]);
    // CUDA's own headers have errors where another compiler pretends to be nvcc.
    const errors = stderr
      .split('\n')
      .filter((line) => line.includes(' error: ') && !line.startsWith(cuda));
    expect(errors).toEqual([expect.stringMatching(/nvcc\.cpp:3:12: error: .*missing/)]);
  });
});

/** Kernels with everything that makes functions and variables in the C code. */
const RICH = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
ptx_fallback: true
kernels:
  rich:
    source: k.py:rich
    arguments: { x: ["*fp32:16", "*fp32"], n: i32, m: i64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: ["cdiv(n, BLOCK) + 1 - n * 2 / 3 % 5", "min(m, max(n, 2))", "(n == 1 ? 1 : 2) + (n != 1) + (n < 1) + (n <= 1) + (n > 1) + (n >= 1)"]
    requires: [n % BLOCK == 0]
`;
const RICH_FUNCTIONS = {
  rich: {
    line: 2,
    parameters: ['x', 'n', 'm', 'BLOCK', 'EVEN'].map((name) => ({ name })),
    heuristics: [{ parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' }],
  },
};

describe('the names that the C code of a package defines', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((each) => rm(dirname(each), { recursive: true }))));

  it.each(['compressed', 'raw'])(
    'are refused for kernels, or those of the package (%s)',
    async (embed) => {
      const text = RICH.replace('ptx_fallback', `embed: ${embed}\nptx_fallback`);
      const folder = await fakePackage(text, RICH_FUNCTIONS, ({ job, target }) => ({
        ...(job.ptx && { ptx: fakePtx('rich', target.name, [8, 4, 8, 8, 8]) }),
      }));
      folders.push(folder);
      const names = await definedIn(folder, ['src/rich.c']);
      expect(names).toEqual(
        expect.arrayContaining([
          'images',
          'grid_cdiv',
          'grid_ge',
          'heuristics_of',
          'ROWS',
          'ptx_log',
        ]),
      );
      expect(names.filter(isFreeName)).toEqual([]);
    },
  );
});
