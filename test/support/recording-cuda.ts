import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/base/process.ts';
import { type CudaRecord, parseRecords } from './cuda-record.ts';

/** The folder with `cuda.h`. */
export const CUDA_INCLUDE = fileURLToPath(
  new URL('../../src/prove/harness/cpp/cuda', import.meta.url),
);

const DRIVER = fileURLToPath(new URL('recording-cuda', import.meta.url));

const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];

/**
 * Builds the recording `libcuda.so.1` and returns its folder. The folder's name is the hash of the
 * sources, so that all test processes share one build.
 */
export async function buildRecordingCuda(compiler = 'cc'): Promise<string> {
  const { folder } = await recordingBuild(compiler);
  return folder;
}

/** The object files of the recording driver, compiled once for all test processes. */
export async function recordingObjects(): Promise<readonly string[]> {
  const { folder, names } = await recordingBuild('cc');
  return names.map((name) => join(folder, name.replace(/c$/, 'o')));
}

async function recordingBuild(
  compiler: string,
): Promise<{ readonly folder: string; readonly names: readonly string[] }> {
  const files = (await readdir(DRIVER)).toSorted();
  const names = files.filter((name) => name.endsWith('.c'));
  const headers = [
    join(CUDA_INCLUDE, 'cuda.h'),
    join(CUDA_INCLUDE, '../../../../package/c/runtime/aot_driver.h'),
  ];
  const hash = createHash('sha256').update(compiler);
  for (const file of [...headers, ...files.map((name) => join(DRIVER, name))])
    hash.update(await readFile(file));
  const folder = join(tmpdir(), `recording-cuda-${hash.digest('hex').slice(0, 16)}`);
  if (await exists(folder)) return { folder, names };
  const building = await mkdtemp(`${folder}-`);
  const flags = ['-std=gnu11', '-O1', '-g', ...WARNINGS, `-I${CUDA_INCLUDE}`];
  const shared = ['-fPIC', '-fvisibility=hidden', '-pthread'];
  const sources = names.map((name) => join(DRIVER, name));
  await compile([compiler, ...flags, ...shared, '-c', ...sources], building);
  const objects = names.map((name) => join(building, name.replace(/c$/, 'o')));
  const library = ['-Wl,-soname,libcuda.so.1', '-ldl', '-o', join(building, 'libcuda.so.1')];
  await compile([compiler, '-shared', '-pthread', ...objects, ...library]);
  await symlink('libcuda.so.1', join(building, 'libcuda.so'));
  // If another process was faster, its folder has the same contents.
  await rename(building, folder).catch(() => rm(building, { recursive: true }));
  return { folder, names };
}

/** A program to compile against the recording driver. */
export interface Program {
  /** C files (`.c`) and C++ files (all others). */
  readonly sources?: readonly string[];
  /** More sources and headers, by file name, as text. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly includeDirs?: readonly string[];
  readonly flags?: readonly string[];
  /** Object files and static libraries to link. */
  readonly objects?: readonly string[];
}

export interface RunSettings {
  /**
   * Compute capabilities of the devices, such as `9.0` or, with a name, `9.0:NVIDIA H200`; one 9.0 by
   * default.
   */
  readonly devices?: readonly string[];
  /**
   * Calls that fail: `cuLibraryLoadData:2` is the second call of this function. They return
   * CUDA_ERROR_OUT_OF_MEMORY, or the given CUresult: `cuLibraryLoadData:2:200`.
   */
  readonly fail?: readonly string[];
  /** A library with a function `execute` that executes the kernels. */
  readonly execute?: string;
  /** More environment variables. Those of the recording driver start with `RECORDING_CUDA_`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Recorded {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly records: readonly CudaRecord[];
}

/**
 * Compiles and links a program in a new temporary folder. Returns the executable, for
 * `runRecorded`.
 */
export async function compileProgram(program: Program): Promise<string> {
  const libraries = await buildRecordingCuda();
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  for (const [name, text] of Object.entries(program.texts ?? {})) {
    await writeFile(join(folder, name), text);
  }
  const texts = Object.keys(program.texts ?? {}).filter((name) => /\.(?:c|cc|cpp|s|S)$/.test(name));
  const sources = [...(program.sources ?? []), ...texts.map((name) => join(folder, name))];
  const include = [CUDA_INCLUDE, folder, ...(program.includeDirs ?? [])].map((dir) => `-I${dir}`);
  const objects = await Promise.all(
    sources.map(async (source, index) => {
      const object = join(folder, `${index}.o`);
      const compiler = extname(source) === '.c' ? ['cc', '-std=c11'] : ['c++', '-std=c++17'];
      const flags = [...WARNINGS, ...include, ...(program.flags ?? [])];
      await compile([...compiler, ...flags, '-pthread', '-c', source, '-o', object]);
      return object;
    }),
  );
  const executable = join(folder, 'program');
  const link = ['-pthread', `-L${libraries}`, '-lcuda', ...(program.flags ?? [])];
  await compile(['c++', ...objects, ...(program.objects ?? []), ...link, '-o', executable]);
  return executable;
}

/** Runs a program with the recording driver. Returns its output and the recorded calls. */
export async function runRecorded(
  executable: string,
  settings: RunSettings = {},
): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const log = join(folder, 'calls.jsonl');
  await writeFile(log, '');
  const env = { ...(await recordingEnvironment(settings)), RECORDING_CUDA_LOG: log };
  const signal = new AbortController().signal;
  const finished = await run([executable, ...(settings.args ?? [])], { env, signal });
  const records = parseRecords(await readFile(log, 'utf8'));
  await rm(folder, { recursive: true });
  return { ...finished, records };
}

/** The environment in which programs use the recording driver. */
export async function recordingEnvironment(
  settings: Omit<RunSettings, 'args'>,
): Promise<Readonly<Record<string, string>>> {
  return {
    PATH: process.env['PATH'] ?? '',
    LD_LIBRARY_PATH: await buildRecordingCuda(),
    RECORDING_CUDA_DEVICES: (settings.devices ?? ['9.0']).join(','),
    RECORDING_CUDA_FAIL: (settings.fail ?? []).join(','),
    ...(settings.execute === undefined ? {} : { RECORDING_CUDA_EXECUTE: settings.execute }),
    ...settings.env,
  };
}

/**
 * Compiles C to a shared library: code for `RunSettings.execute`, or a fake of a system library.
 */
export async function compileLibrary(text: string, library: string): Promise<void> {
  const source = `${library}.c`;
  await writeFile(source, text);
  await compile(['cc', '-std=c11', '-shared', '-fPIC', ...WARNINGS, source, '-o', library, '-lm']);
}

/** Compiles a program, runs it with the recording driver, and removes it. */
export async function compileAndRun(program: Program & RunSettings): Promise<Recorded> {
  const executable = await compileProgram(program);
  try {
    return await runRecorded(executable, program);
  } finally {
    await rm(dirname(executable), { recursive: true });
  }
}

async function compile(argv: readonly string[], cwd = tmpdir()): Promise<void> {
  const signal = new AbortController().signal;
  const { code, stderr } = await run(argv, { env: { ...process.env }, signal, cwd });
  if (code !== 0 || stderr !== '') throw new Error(`${argv.join(' ')}\n${stderr}`);
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}
