import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/base/process.ts';
import { assetFolder } from '../../src/base/assets.ts';
import { settingsCode } from './recorded-driver.ts';
import { compileLibrary, CUDA_INCLUDE } from './recording-cuda.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** A call that the recording runtime recorded. */
export interface HipRecord {
  readonly call: string;
  readonly result: number;
  readonly arch?: string;
  readonly module?: number;
  readonly device?: number;
  /** Streams count from 1; 0: a default stream. */
  readonly stream?: number;
  readonly bytes?: number;
  readonly kernel?: string;
  readonly grid?: readonly number[];
  /** Of a block. */
  readonly threads?: number;
  readonly shared?: number;
  /** In hexadecimal, in memory order. */
  readonly parameters?: readonly string[];
}

/** Builds the recording `libamdhip64.so.6` in a new folder, and returns the folder. */
export async function buildRecordingHip(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-hip-'));
  await buildIn(folder, []);
  return folder;
}

/**
 * Builds a recording runtime with built-in settings and kernels, as `recordedDriver` does for CUDA.
 * Returns the folder of its library.
 */
export async function recordedHip(
  devices: readonly string[],
  kernels: string,
  library = 'libamdhip64.so.6',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-hip-'));
  const executor = join(folder, 'kernels.so');
  const settings = join(folder, 'settings.c');
  await compileLibrary(kernels, executor);
  await writeFile(
    settings,
    settingsCode({
      RECORDING_HIP_DEVICES: devices.join(','),
      RECORDING_CUDA_EXECUTE: executor,
      RECORDING_CUDA_LOG: join(folder, 'calls.jsonl'),
    }),
  );
  await buildIn(folder, [settings], library);
  return folder;
}

async function buildIn(
  folder: string,
  more: readonly string[],
  library = 'libamdhip64.so.6',
): Promise<void> {
  const runtime = path('../../src/package/c/runtime');
  const shared = ['log', 'heap', 'execute'].map((name) => path(`recording-cuda/${name}.c`));
  await compileC([
    'cc',
    '-std=gnu11',
    '-O1',
    '-g',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-fvisibility=hidden',
    '-DAOT_WITHOUT_ROCM',
    `-I${CUDA_INCLUDE}`,
    `-I${runtime}`,
    `-I${assetFolder('src/features/amd/assets/harness/')}`,
    `-I${assetFolder('src/features/amd/assets/c/')}`,
    `-I${path('recording-cuda')}`,
    '-shared',
    '-fPIC',
    '-pthread',
    path('recording-hip/hip.c'),
    path('recording-hip/device.c'),
    ...shared,
    ...more,
    '-ldl',
    `-Wl,-soname,${library}`,
    '-o',
    join(folder, library),
  ]);
}

/**
 * Runs a program with the recording runtime in `library`.
 * @param devices such as `gfx942:sramecc+:xnack-`
 * @param fail calls that fail, as for the recording CUDA driver
 */
export async function runWithHip(
  argv: readonly string[],
  library: string,
  devices: readonly string[],
  fail = '',
): Promise<{ readonly stdout: string; readonly records: readonly HipRecord[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const log = join(folder, 'calls.jsonl');
  await writeFile(log, '');
  const env = {
    PATH: process.env['PATH'] ?? '',
    LD_LIBRARY_PATH: library,
    RECORDING_HIP_DEVICES: devices.join(','),
    RECORDING_CUDA_FAIL: fail,
    RECORDING_CUDA_LOG: log,
  };
  const { code, stdout, stderr } = await run(argv, { env, signal: new AbortController().signal });
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}\n${stderr}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recording runtime wrote them
  return { stdout, records: lines.map((line) => JSON.parse(line) as HipRecord) };
}

/** Compiles C or C++. Fails with the compiler's messages. */
export async function compileC(argv: readonly string[]): Promise<void> {
  const signal = new AbortController().signal;
  const { code, stderr } = await run(argv, { env: { ...process.env }, signal });
  if (code !== 0 || stderr !== '') throw new Error(`${argv.join(' ')}\n${stderr}`);
}
