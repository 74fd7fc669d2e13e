import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUDA_INCLUDE, recordingObjects } from './recording-cuda.ts';

/**
 * Builds a recording driver with built-in settings and kernels, since tests do not inherit the
 * environment. `kernels` is C with a function `execute`. Returns the folder of its libcuda.so.1.
 */
export async function recordedDriver(
  kernels: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-driver-'));
  const code = join(folder, 'kernels.c');
  const executor = join(folder, 'kernels.so');
  await writeFile(code, kernels);
  execFileSync('cc', ['-shared', '-fPIC', code, '-o', executor]);
  const all = { RECORDING_CUDA_DEVICES: '9.0', RECORDING_CUDA_EXECUTE: executor, ...settings };
  const own = join(folder, 'settings.c');
  await writeFile(own, settingsCode(all));
  const soname = ['-shared', '-Wl,-soname,libcuda.so.1'];
  const library = ['-ldl', '-o', join(folder, 'libcuda.so.1')];
  const objects = await recordingObjects();
  execFileSync('cc', [...FLAGS, ...soname, ...objects, own, ...library]);
  return folder;
}

/** Returns C that sets these environment variables when a library is loaded. */
export function settingsCode(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `  setenv(${JSON.stringify(name)}, ${JSON.stringify(value)}, 0);`,
  );
  return `#include <stdlib.h>
__attribute__((constructor)) static void set(void) {
${lines.join('\n')}
}
`;
}

const FLAGS = ['-std=gnu11', '-O1', `-I${CUDA_INCLUDE}`, '-fPIC', '-pthread'];
