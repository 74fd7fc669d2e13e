import { mkdir } from 'node:fs/promises';
import { freeBytes } from '../../src/core/toolchain/install.ts';
import { readPlatform } from '../../src/core/toolchain/platform.ts';
import { ensureToolchain } from '../../src/core/toolchain/toolchain.ts';
import { TEST_HOME } from './command.ts';
import { silentLog } from './silent-log.ts';
import { downloadFile } from '../../src/github/web.ts';

/** The Triton versions that are tested: the oldest supported, one in between, and the newest. */
export const TRITON_VERSIONS = ['3.6.0', '3.8.0', '3.9.0'] as const;

/**
 * Returns a Python with this Triton version: that of TRITON_AOT_TEST_PYTHON if it has the version,
 * or one installed into the repository's .cache.
 */
export async function tritonPython(version: string): Promise<string> {
  await mkdir(TEST_HOME, { recursive: true });
  const python = process.env['TRITON_AOT_TEST_PYTHON'];
  const request = { tritonVersion: version, requirements: [], python };
  const { python: found } = await ensureToolchain(request, {
    home: TEST_HOME,
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    freeBytes,
    download: downloadFile,
    now: Date.now,
  });
  return found;
}
