import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { freeBytes } from '../../src/base/files.ts';
import { findOnServer } from '../../src/toolchain/package-places.ts';
import { readPackageSettings } from '../../src/toolchain/package-settings.ts';
import { readPlatform, wheelMachine } from '../../src/toolchain/platform.ts';
import { findBasePython } from '../../src/toolchain/python.ts';
import { NUMPY } from '../../src/toolchain/numpy-wheels.ts';
import { ensureToolchain } from '../../src/toolchain/toolchain.ts';
import { remoteSource } from '../../src/toolchain/byte-source.ts';
import { releasedWheel } from '../../src/toolchain/triton-wheels.ts';
import { unpackWheel } from '../../src/toolchain/unpack-wheel.ts';
import { once } from './build-tools.ts';
import { TEST_HOME } from './command.ts';
import { silentLog } from './silent-log.ts';
import { downloadFile } from '../../src/github/web.ts';

/** The version that the examples use. */
const USUAL = '3.8.0';

/**
 * The Triton versions that are tested: those of TEST_TRITON, separated by commas, or the usual one.
 * Each takes about 0.4 GB of disk, and compiles everything again.
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
  return (await ensureToolchain(request, CONTEXT)).python;
}

const CONTEXT = {
  home: TEST_HOME,
  env: process.env,
  platform: readPlatform(),
  log: silentLog,
  signal: new AbortController().signal,
  runTool: run,
  freeBytes,
  download: downloadFile,
  now: Date.now,
};

/**
 * Returns a folder with `bin` and `include` of a Triton's backend for NVIDIA: also with what builds
 * leave out, such as nvdisasm and cuda.h.
 */
export async function tritonTools(version: string): Promise<string> {
  const where = 'import os, triton; print(os.path.dirname(triton.__file__), end="")';
  const triton = await run([await tritonPython(version), '-c', where], CONTEXT);
  const own = join(triton.stdout, 'backends/nvidia');
  if (existsSync(join(own, 'bin/nvdisasm')) && existsSync(join(own, 'include/cuda.h'))) return own;
  const folder = await once(`triton-${version}`, async (building) => {
    const { tag } = await findBasePython(version, CONTEXT);
    const machine = wheelMachine(CONTEXT.platform);
    const wheel = releasedWheel({ tritonVersion: version, tag, machine });
    if (wheel === undefined) throw new Error(`no wheel of Triton ${version}`);
    const { name, bytes, content } = wheel;
    const wanted = { project: 'triton', what: name, isWanted: (each: string) => each === name };
    const settings = await readPackageSettings(CONTEXT);
    const get = await findOnServer({ ...wanted, sha256: undefined }, settings, CONTEXT);
    if (get === undefined) throw new Error(`no server has ${name}`);
    const leftOut = /^(?!triton\/backends\/nvidia\/(?:bin|include)\/|[^/]+\.dist-info\/)/;
    const selection = { content, loaded: {}, leftOut, onSources: () => undefined };
    await unpackWheel(remoteSource(bytes, get), selection, building);
  });
  return join(folder, 'triton/backends/nvidia');
}
