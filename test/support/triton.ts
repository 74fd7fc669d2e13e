import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { run } from '../../src/base/process.ts';
import { freeBytes } from '../../src/base/files.ts';
import { NUMPY } from '../../src/toolchain/own-environment.ts';
import { readPlatform } from '../../src/toolchain/platform.ts';
import { ensureToolchain } from '../../src/toolchain/toolchain.ts';
import { TEST_HOME } from './command.ts';
import { silentLog } from './silent-log.ts';
import { downloadFile } from '../../src/github/web.ts';

/** The version that the examples use. */
export const USUAL = '3.9.0';

/**
 * The Triton versions that are tested: those of TEST_TRITON, separated by commas, or the usual one.
 * Each takes about 1.1 GB of disk, and compiles everything again.
 */
export const TRITON_VERSIONS: readonly string[] = (process.env['TEST_TRITON'] ?? USUAL).split(',');

/**
 * Returns a Python with this Triton version and NumPy: that of TRITON_AOT_TEST_PYTHON if it has
 * them, or one installed into the repository's .cache.
 */
export async function tritonPython(version: string): Promise<string> {
  await mkdir(TEST_HOME, { recursive: true });
  const python = process.env['TRITON_AOT_TEST_PYTHON'];
  const request = { tritonVersion: version, requirements: NUMPY, python };
  return (await ensureToolchain(request, PYTHON_CONTEXT)).python;
}

/** The context of programs that install Triton or start Python. */
export const PYTHON_CONTEXT = {
  home: TEST_HOME,
  env: process.env,
  platform: readPlatform(),
  log: silentLog,
  signal: new AbortController().signal,
  runTool: run,
  memory: new Memory(),
  freeBytes,
  download: downloadFile,
  now: Date.now,
};

/** Returns the folder with `bin` and `include` of a Triton's backend for NVIDIA. */
export async function tritonTools(version: string): Promise<string> {
  const where = 'import os, triton; print(os.path.dirname(triton.__file__), end="")';
  const triton = await run([await tritonPython(version), '-c', where], PYTHON_CONTEXT);
  return join(triton.stdout, 'backends/nvidia');
}
