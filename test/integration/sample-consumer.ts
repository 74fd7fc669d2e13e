import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildTools, NEWEST_CMAKE } from '../support/build-tools.ts';
import { ROOT } from '../support/command.ts';
import { driverSetting, succeed } from '../support/consumer.ts';
import { fakePackage } from '../support/fake-package.ts';
import { compileLibrary } from '../support/recording-cuda.ts';

/** Computes the kernel's result on the host, with the error that the variable FAULT names. */
const ATTENTION = `
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* The values of all 16-bit floats. */
static double wide[65536];
static void fill(void) {
  int half;
  for (half = 0; half < 65536; half++) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25);
    wide[half] = half & 0x8000 ? -size : size;
  }
}
static uint16_t narrow(double value) {
  const double size = fabs(value);
  const int exponent = size < ldexp(1, -14) ? -14 : ilogb(size);
  if (isnan(value)) return 0x7fff;
  return (uint16_t)((value < 0 ? 0x8000 : 0) + (exponent + 14) * 1024 + (int)nearbyint(ldexp(size, 10 - exponent)));
}
int execute(const char *kernel, void **p, const unsigned grid[3]);
int execute(const char *kernel, void **p, const unsigned grid[3]) {
  const uint16_t *q = *(const uint16_t **)p[0], *k = *(const uint16_t **)p[1], *v = *(const uint16_t **)p[2];
  uint16_t *out = *(uint16_t **)p[3];
  float *logs = *(float **)p[4], scale = *(const float *)p[6];
  const int fault = getenv("FAULT") == NULL ? 0 : atoi(getenv("FAULT"));
  int n[18], i, j, d;
  unsigned head;
  enum { QB, QH, QM, KB, KH, KN, VB, VH, VN, OB, OH, OM, HEADS, QUERIES, KEYS, ROUNDED, DIMENSION, BATCH };
  if (strcmp(kernel, "_fwd_kernel") != 0) return 1;
  if (wide[1] == 0) fill();
  for (i = 0; i < 18; i++) n[i] = *(const int32_t *)p[7 + i];
  if (fault == 1) scale = 0;
  for (head = 0; head < grid[1]; head++) {
    const int b = (int)head / n[HEADS], h = (int)head % n[HEADS];
    for (i = 0; i < n[QUERIES]; i++) {
      double scores[512], sums[64] = {0}, total = 0;
      const int keys = i + 1 < n[KEYS] ? i + 1 : n[KEYS];
      for (j = 0; j < keys; j++) {
        scores[j] = 0;
        for (d = 0; d < n[DIMENSION]; d++)
          scores[j] += wide[q[b * n[QB] + h * n[QH] + i * n[QM] + d]] * wide[k[b * n[KB] + h * n[KH] + j * n[KN] + d]];
        scores[j] = exp(scores[j] * (double)scale);
        total += scores[j];
        for (d = 0; d < n[DIMENSION]; d++) sums[d] += scores[j] * wide[v[b * n[VB] + h * n[VH] + j * n[VN] + d]];
      }
      for (d = 0; d < n[DIMENSION]; d++) out[b * n[OB] + h * n[OH] + i * n[OM] + d] = narrow(sums[d] / total);
      logs[(int)head * n[ROUNDED] + i] = (float)log(total);
    }
  }
  if (fault == 2) out[0] = 0x7fff;
  if (fault == 3) out[-1] = 0;
  if (fault == 4) *(uint16_t *)(uintptr_t)q = 0;
  if (fault == 5 && n[QUERIES] < n[ROUNDED]) logs[n[QUERIES]] = 0;
  return 0;
}
`;

const FUNCTION = /def _fwd_kernel\((.*?)\):/s;
const tools = await buildTools(NEWEST_CMAKE);

/** The sample consumer, with a package whose kernels are not compiled. */
export interface SampleConsumer {
  readonly folder: string;
  /** The package. */
  readonly tree: string;
  /** A library that computes the kernel's results on the host. */
  readonly execute: string;
  /** Builds the consumer with settings of CMake in a folder of this name, and returns the program. */
  readonly build: (name: string, settings: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function sampleConsumer(): Promise<SampleConsumer> {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'));
  const execute = join(folder, 'kernels.so');
  await compileLibrary(ATTENTION, execute);
  const example = join(ROOT, 'examples/flash-attention');
  const source = await readFile(join(example, 'fmha_triton.py'), 'utf8');
  const [, list = ''] = FUNCTION.exec(source) ?? [];
  const parameters = list.split(',').map((name) => name.replace(/:.*/, '').trim());
  const manifest = await readFile(join(example, 'kernels.yaml'), 'utf8');
  const named = { _fwd_kernel: parameters.filter((name) => name !== '') };
  const tree = await fakePackage(manifest, named);
  return {
    folder,
    tree,
    execute,
    build: async (name, settings) => {
      const warnings = '-Wall -Wextra -Wpedantic -Werror';
      const flags = [`-DCMAKE_CXX_FLAGS=${warnings}`, `-DCMAKE_C_FLAGS=${warnings}`];
      const where = ['-S', join(ROOT, 'examples/consumer'), '-B', join(folder, name)];
      const driver = await driverSetting('flash_attention');
      const argv = ['cmake', ...where, driver, '-DCMAKE_BUILD_TYPE=Release', ...flags, ...settings];
      await succeed(argv, tools);
      await succeed(['cmake', '--build', join(folder, name)], tools);
      return join(folder, name, 'attention');
    },
    remove: async () => {
      for (const path of [folder, dirname(tree)]) await rm(path, { recursive: true });
    },
  };
}
