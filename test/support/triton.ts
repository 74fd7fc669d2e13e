import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../src/core/base/context.ts';
import { freeBytes } from '../../src/core/toolchain/install.ts';
import { readPlatform } from '../../src/core/toolchain/platform.ts';
import { ensureToolchain } from '../../src/core/toolchain/toolchain.ts';

const HOME = fileURLToPath(new URL('../../.cache', import.meta.url));

/** The Triton versions everything is tested with: the oldest supported, one between, the newest. */
export const TRITON_VERSIONS = ['3.6.0', '3.8.0', '3.9.0'] as const;

/**
 * A Python with that Triton version: the one TRITON_AOT_TEST_PYTHON names if it has it, else one installed into
 * the repository's own cache, where it stays.
 */
export async function tritonPython(version: string): Promise<string> {
  await mkdir(HOME, { recursive: true });
  const python = process.env['TRITON_AOT_TEST_PYTHON'];
  const request = { tritonVersion: version, requirements: [], python };
  const { python: found } = await ensureToolchain(request, {
    home: HOME,
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    freeBytes,
  });
  return found;
}
