import { expect } from '#jest';
import { run } from '../../src/base/process.ts';
import { launchesOf } from './cuda-record.ts';
import { buildRecordingCuda, runRecorded } from './recording-cuda.ts';

const signal = new AbortController().signal;

/** Runs a command that must succeed. Returns its output. */
export async function succeed(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(argv, { env: { ...process.env, ...env }, signal });
  const output = stdout + stderr;
  expect({ argv, code, output: code === 0 ? '' : output }).toEqual({ argv, code: 0, output: '' });
  return output;
}

/** Runs a command that must fail. Returns its output with spaces instead of line breaks. */
export async function fail(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(argv, { env: { ...process.env, ...env }, signal });
  expect({ argv, failed: code !== 0 }).toEqual({ argv, failed: true });
  return (stdout + stderr).replaceAll(/\s+/g, ' ');
}

/** Returns the CMake option that links the recording driver. */
export async function driverSetting(name: string): Promise<string> {
  return `-D${name}_CUDA_DRIVER=${await buildRecordingCuda()}/libcuda.so`;
}

/** CMake options with which it finds no driver library, even if the machine has one. */
export function withoutDriver(name: string): readonly string[] {
  const nowhere = ['-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY', '-DCMAKE_FIND_ROOT_PATH=/none'];
  return [`-U${name}_CUDA_DRIVER`, ...nowhere];
}

/**
 * Checks that a program or library loads the driver where the system has it, in no folder of its
 * own.
 */
export async function expectSystemDriver(file: string): Promise<void> {
  const dynamic = await succeed(['readelf', '-d', file]);
  expect(dynamic).toContain('[libcuda.so.1]');
  expect(dynamic).not.toMatch(/R(?:UN)?PATH.*stub/);
}

/** Runs a consumer with the recording driver. Returns the x axis of every grid it launched. */
export async function launches(
  executable: string,
  args: readonly string[] = [],
): Promise<number[]> {
  const { code, stderr, records } = await runRecorded(executable, { args });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return launchesOf(records).map(({ grid }) => grid[0]);
}

/**
 * The start of `main` in a program that calls kernels: creates a context on the first device. It
 * loads the driver at run time, so the same program works with and without linking the driver.
 */
export const ENTER = `
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  CUresult (*init)(unsigned), (*retain)(CUcontext *, CUdevice), (*set)(CUcontext);
  CUcontext context;
  if (driver == NULL) return 98;
  *(void **)&init = dlsym(driver, "cuInit");
  *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
  *(void **)&set = dlsym(driver, "cuCtxSetCurrent");
  if (init(0) != CUDA_SUCCESS || retain(&context, 0) != CUDA_SUCCESS || set(context) != CUDA_SUCCESS) return 97;
`;
