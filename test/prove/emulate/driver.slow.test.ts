import { beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import { buildEmulator, emulatedDevice, readFaults } from '../../../src/prove/emulate/device.ts';
import { findCompilers } from '../../../src/prove/harness/tools.ts';
import { CUDA_INCLUDE } from '../../support/recording-cuda.ts';
import { silentLog } from '../../support/silent-log.ts';
import { isCuda } from '../../../src/manifest/terms/nvidia.ts';

/** Keeps the lines that the driver sends, and gives each launch the answer that its parameters spell, with `_` for a tab. */
const SERVER = `
import os, re, socket, sys
number, memory, address, size, code = sys.argv[1:]
stream = socket.socket(fileno=int(number)).makefile("rwb")
stream.write(b"ready\\n"); stream.flush()
log = open(os.path.join(code, "log_of_end" if "SERVER_ENDS" in os.environ else "log"), "w")
for line in stream:
    words = line.decode().split()
    print(re.sub("[0-9]{12,}", "ADDRESS", line.decode().rstrip()), file=log, flush=True)
    if "SERVER_ENDS" in os.environ:
        sys.exit()
    if words[0] == "load":
        stream.read(int(words[1]))
        stream.write(b"ok\\t0 kernel 16 32 0 8 8 32\\n")
    if words[0] == "launch":
        data = stream.read(int(words[-1]))
        stream.write(data[8:].split(b"\\0")[0].replace(b"_", b"\\t") + b"\\n")
    stream.flush()
`;

const PROGRAM = `
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
static CUkernel kernel;
static const char *(*said)(const char *);
static void launch(const char *answer, unsigned threads) {
  char text[32] = "";
  unsigned long long first = 5;
  void *parameters[] = {&first, text};
  const char *why = "";
  strncpy(text, answer, sizeof text);
  CUresult launched = cuLaunchKernel((CUfunction)kernel, 2, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL);
  CUresult ended = cuCtxSynchronize();
  cuGetErrorString(launched ? launched : ended, &why);
  printf("%s %d %d %s", answer, launched, ended, why);
  for (int i = 0; i < 2; i++) {
    const char *value = said(i ? "fault" : "varies");
    if (value) printf(", %s %s", i ? "fault" : "varies", value);
  }
  printf("\\n");
}
static void use_sparse(void) {
  CUresult (*allocate)(CUdeviceptr *, size_t);
  void (*choose)(const char *);
  CUdeviceptr first = 0, second = 0;
  const size_t size = (size_t)1 << 35, far = size - 2;
  char bytes[4] = "";
  *(void **)&allocate = dlsym(RTLD_DEFAULT, "aot_emulate_sparse");
  *(void **)&choose = dlsym(RTLD_DEFAULT, "aot_emulate_blocks");
  if (allocate(&first, size) || allocate(&second, size)) { puts("no addresses"); return; }
  cuMemsetD8(first + far, 7, 2);
  cuMemcpyDtoH(bytes, first + far - 2, 4);
  printf("%d %d%d%d%d ", second - first - size >= size, bytes[0], bytes[1], bytes[2], bytes[3]);
  cuMemsetD8(first + 1, 0, far);
  cuMemcpyDtoH(bytes, first + far - 2, 4);
  printf("%d%d%d%d\\n", bytes[0], bytes[1], bytes[2], bytes[3]);
  cuMemFree(first);
  cuMemFree(second);
  choose("1 2 3 4 5 6");
  choose("");
}
int main(void) {
  CUcontext context;
  CUlibrary library;
  CUdeviceptr memory;
  char bytes[64] = "";
  int major = 0, shared = 0;
  void (*name)(const char *, CUdeviceptr, size_t, size_t);
  *(void **)&name = dlsym(RTLD_DEFAULT, "aot_emulate_tensor");
  *(void **)&said = dlsym(RTLD_DEFAULT, "aot_emulate_said");
  const char *why = "";
  CUresult started = cuInit(0);
  if (started && !cuGetErrorString(started, &why)) return puts(why), 1;
  if (cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context)) return 1;
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
  cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0);
  printf("%d %d\\n", major, shared);
  if (cuMemAlloc(&memory, 64) || cuMemsetD8(memory, 7, 64) || cuMemcpyDtoH(bytes, memory, 64)) return 2;
  printf("%d %d %d\\n", bytes[63], cuMemsetD8(memory, 7, 65), cuMemcpyDtoH(bytes, memory + 8, 64));
  use_sparse();
  name("x", memory + 16, 32, 4);
  if (cuLibraryLoadData(&library, "// PTX", NULL, NULL, 0, NULL, NULL, 0)) return 3;
  if (cuLibraryGetKernel(&kernel, library, "kernel")) return 4;
  printf("%d\\n", cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared, kernel, 0));
  launch("ok", 32);
  launch("ok", 64);
  launch("unsupported_a_fault_5", 32);
  launch("error_c", 32);
  launch("ok_varies_[6]", 32);
  launch("fault_b_fault_7", 32);
  launch("ok", 32);
  return cuMemFree(memory) ? 0 : 5;
}
`;

const context = {
  env: { PATH: process.env['PATH'] },
  log: silentLog,
  signal: new AbortController().signal,
  runTool: run,
};

describe('the emulated driver', () => {
  let folder: string;
  let printed: string[];
  let sent: string[];
  let newer: Awaited<ReturnType<typeof run>>;
  let limited: (python?: string) => ReturnType<typeof run>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-'));
    const compilers = await findCompilers(context.env);
    const settings = { compilers, cudaInclude: undefined, folder, jobs: 1 };
    const library = await buildEmulator(settings, context);
    const load = `import ctypes; ctypes.CDLL('${library}/libcuda.so.1').cuEventElapsedTime_v2`;
    newer = await run(['python3', '-c', load], context);
    await mkdir(join(folder, 'aot_emulate'));
    await writeFile(join(folder, 'aot_emulate/__main__.py'), SERVER);
    await writeFile(join(folder, 'program.c'), PROGRAM);
    const program = join(folder, 'program');
    const link = [`-L${library}`, '-l:libcuda.so.1', '-ldl', '-o', program];
    const argv = [...compilers.c, `-I${CUDA_INCLUDE}`, join(folder, 'program.c'), ...link];
    expect(await run(argv, context)).toMatchObject({ code: 0 });
    const target = parseTarget('sm_90');
    const python = await run(['python3', '-c', 'import sys; print(sys.executable)'], context);
    if (target === undefined || !isCuda(target)) throw new Error('no target');
    const emulator = { library, python: python.stdout.trim(), code: folder, limit: 60 };
    const { env } = emulatedDevice(target, emulator, context.env);
    const own = { ...env, TRITON_AOT_EMULATE_FOLDER: folder };
    const result = await run([program], { env: own, signal: context.signal });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const ended = {
      ...own,
      SERVER_ENDS: '1',
      TRITON_AOT_EMULATE_RECORD: join(folder, 'record.jsonl'),
    };
    await run([program], { env: ended, signal: context.signal });
    printed = result.stdout.trim().split('\n');
    sent = (await readFile(join(folder, 'log'), 'utf8')).split('\n');
    const restricted = ['sh', '-c', 'ulimit -v 400000; exec "$0"', program];
    limited = (name = emulator.python) =>
      run(restricted, { env: { ...own, TRITON_AOT_EMULATE_PYTHON: name }, signal: context.signal });
  });

  it('is a device of the target, with memory whose bounds copies respect', () => {
    expect(printed.slice(0, 2)).toEqual([`9 ${227 * 1024}`, '7 1 1']);
  });

  it('has the functions that programs compiled with the header of CUDA 13 call', () => {
    expect(newer).toMatchObject({ code: 0, stderr: '' });
  });

  it('has sparse memory beyond the memory of the machine, with nothing within 2^32 elements, that zeros clear', () => {
    expect(printed[2]).toBe('1 0077 0007');
  });

  it('needs no more address space than a process may have', async () => {
    expect(await limited()).toMatchObject({ code: 0, stderr: '' });
  });

  it('says that the address space is limited if it cannot start', async () => {
    expect(await limited('/bin/false')).toMatchObject({
      code: 1,
      stdout:
        'the emulator cannot start: the process that executes the PTX has ended; its output says why; the address space of a process is limited to 390 MiB: raise it with `ulimit -v`\n',
    });
  });

  it('limits dynamic shared memory to what static shared memory leaves', () => {
    expect(printed[3]).toBe('1');
  });

  it('refuses launches as a driver does, and returns what Python says of the others', () => {
    expect(printed.slice(4, 9)).toEqual([
      'ok 0 0 no error',
      'ok 1 0 invalid argument',
      'unsupported_a_fault_5 801 0 a, fault 5',
      'error_c 801 0 c',
      'ok_varies_[6] 0 0 no error, varies [6]',
    ]);
  });

  it('returns the error of a kernel that failed from all later calls', () => {
    expect(printed.slice(9)).toEqual(['fault_b_fault_7 0 719 b, fault 7', 'ok 719 719 b']);
  });

  it('records that the process ended, for a program that does not say what the driver returned', async () => {
    const [first] = await readFaults(join(folder, 'record.jsonl'));
    expect(first?.says).toEqual([
      'the process that executes the PTX has ended; its output says why',
    ]);
    expect(await readFaults(join(folder, 'none.jsonl'))).toEqual([]);
  });

  it('says which addresses kernels may access: of a named tensor only its own', () => {
    expect(sent).toEqual([
      'allow ADDRESS 64 1 an allocation of 64 bytes',
      'allow ADDRESS 34359738368 1 an allocation of 34359738368 bytes',
      'allow ADDRESS 34359738368 1 an allocation of 34359738368 bytes',
      'forbid ADDRESS',
      'forbid ADDRESS',
      'blocks 1 2 3 4 5 6',
      'blocks',
      'forbid ADDRESS',
      'allow ADDRESS 32 4 x',
      'load 6',
      ...Array.from({ length: 5 }, () => 'launch 0 2 1 1 32 1 1 0 1 1 1 40'),
      '',
    ]);
  });
});
