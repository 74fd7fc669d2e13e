import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { compressData } from '../../src/manifest/values/packing.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { recordedHip } from '../support/recording-hip.ts';
import {
  buffer,
  MANIFEST,
  scaleCase,
  scaleCases,
  smokePackage,
} from '../prove/smoke/smoke-package.ts';

/** A user's own test, which gets HIP's types from the package's header. */
const OWN_TEST = `
#include <demo.h>
int main() {
  int device = -1;
  const hipError_t status = hipGetDevice(&device);
  return status == hipSuccess && device == 0 && load_scale() == hipSuccess ? 0 : 1;
}
`;

/** y = factor * x, and for WRONG elements something else. Each launch takes a millisecond of the device's clock. */
const KERNELS = `
static long long now;
long long nanoseconds(void);
long long nanoseconds(void) { return now; }
int execute(const char *kernel, void **parameters, const unsigned grid[3]);
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const float *x = *(const float **)parameters[0];
  float *y = *(float **)parameters[1];
  const int n = *(int *)parameters[2];
  const float factor = *(float *)parameters[3];
  (void)kernel;
  now += 1000000LL * (grid[0] == (unsigned)(n + 63) / 64 ? 1 : 2);
  for (int i = 0; i < n; i++) y[i] = factor * x[i] + (i < WRONG);
  return 0;
}
`;

/** Packages for AMD GPUs, and folders with recording HIP runtimes. */
export interface AmdMachine {
  readonly space: Workspace;
  /** A package for AMD GPUs. */
  readonly amd: string;
  /** A package for GPUs of both vendors. */
  readonly both: string;
  /** A runtime with three GPUs, whose kernels compute what they should. */
  readonly right: string;
  /** A runtime of ROCm 7, whose kernels compute something else. */
  readonly wrong: string;
  /** Runs the program with the runtime in a folder. */
  readonly triton: (driver: string, args: readonly string[]) => Promise<ProcessResult>;
  readonly remove: () => Promise<void>;
}

export async function amdMachine(): Promise<AmdMachine> {
  const [amd, both] = await Promise.all([
    packageFor('[gfx1100]', ['test.cpp']),
    packageFor('[sm_90, gfx942, gfx1100]'),
  ]);
  const devices = ['gfx942:sramecc+:xnack-', 'gfx1100', 'gfx1100'];
  const right = await recordedHip(devices, KERNELS.replace('WRONG', '0'));
  const wrong = await recordedHip(['gfx1100'], KERNELS.replace('WRONG', '1'), 'libamdhip64.so.7');
  const space = await workspace();
  return {
    space,
    amd,
    both,
    right,
    wrong,
    triton: (driver, args) =>
      space.triton(args, {
        env: { LD_LIBRARY_PATH: driver, TRITON_AOT_LOCKS: space.folder, GITHUB_ACTIONS: '' },
      }),
    remove: async () => {
      await space.remove();
      for (const folder of [amd, both].map(dirname).concat(right, wrong))
        await rm(folder, { recursive: true });
    },
  };
}

/** Writes a package whose outputs are compared with expected ones. */
function packageFor(targets: string, test: string[] = []): Promise<string> {
  const files: Record<string, string | Uint8Array> = { 'smoke/tests/scale/test.cpp': OWN_TEST };
  const cases = [256, 33].map((n) => {
    const expected = new Uint8Array(Float32Array.from({ length: n }, () => 2.5).buffer);
    const { data, content } = compressData(expected, 4);
    files[data.file] = content;
    const y = { ...buffer(n), role: 'out' as const, fill: undefined };
    return scaleCase(n, {
      buffers: { x: buffer(n), y: { ...y, expected: { type: 'f32', data } } },
    });
  });
  const manifest = MANIFEST.replace('[sm_80, sm_90]', targets);
  return smokePackage([scaleCases({ expected: 'reference', cases, test })], files, manifest);
}
