import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HARNESS_SOURCE } from '../../src/prove/harness/build-harness.ts';
import { fakePackage } from './fake-package.ts';
import {
  compileLibrary,
  compileProgram,
  type Recorded,
  runRecorded,
  type RunSettings,
} from './recording-cuda.ts';

/** The folder of the sources of the harness and the probe. */
export const SMOKE_SOURCES = fileURLToPath(new URL('../../src/prove/harness/cpp', import.meta.url));

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  scale:
    source: demo.py:scale
    arguments:
      x: ["*fp32:16", "*fp32"]
      y: "*fp32"
      rows: i32
      columns: i32
      stride: i32
      factor: fp32
    configs:
      - { BLOCK: 64, num_warps: 4 }
      - { BLOCK: 32, num_warps: 4 }
    grid: [cdiv(rows, BLOCK)]
  move:
    source: demo.py:move
    arguments: { x: "*i8", y: "*i8", bytes: i64, half: fp16, brain: bf16, flag: i1 }
    constants: { BLOCK: 64 }
    grid: [cdiv(bytes, BLOCK)]
`;
const FUNCTIONS = {
  scale: ['x', 'y', 'rows', 'columns', 'stride', 'factor', 'BLOCK'],
  move: ['x', 'y', 'bytes', 'half', 'brain', 'flag', 'BLOCK'],
};

const GLUE = `
#include "smoke.hpp"
#include <demo.h>
namespace smoke {
static CUresult call_0(CUstream stream, const Value *v, int algo) {
  return ::scale(stream, v[0].pointer, v[1].pointer, v[2].integer<int32_t>(), v[3].integer<int32_t>(),
                 v[4].integer<int32_t>(), v[5].real<float>(), algo);
}
static const std::vector<Parameter> parameters_0 = {
  {"x", "*fp32"}, {"y", "*fp32"}, {"rows", "i32"}, {"columns", "i32"}, {"stride", "i32"}, {"factor", "fp32"}};
static CUresult call_1(CUstream stream, const Value *v, int algo) {
  return ::move(stream, v[0].pointer, v[1].pointer, v[2].integer<int64_t>(), v[3].half_bits(fp16),
                v[4].half_bits(bf16), v[5].integer<bool>(), algo);
}
static const std::vector<Parameter> parameters_1 = {
  {"x", "*i8"}, {"y", "*i8"}, {"bytes", "i64"}, {"half", "fp16"}, {"brain", "bf16"}, {"flag", "i1"}};
const std::vector<Kernel> kernels = {
  {"scale", &call_0, &scale_get_num_algos, &load_scale, &unload_scale, parameters_0, nullptr},
  {"move", &call_1, &move_get_num_algos, &load_move, &unload_move, parameters_1, nullptr}};
}
`;

/**
 * The kernels, with the fault that FAULT names. The faults `late` and `crash` start with the launch
 * of number LATE. With `strict`, the kernel fails
 * unless x[2] is STRICT, and adds 1 to it. With `sum`, it fails unless the sum of x is SUM.
 */
const KERNELS = `
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int execute(const char *kernel, void **p, const unsigned grid[3]);

static int launches;

static int has(const char *fault) {
  const char *asked = getenv("FAULT");
  return asked != NULL && strcmp(asked, fault) == 0;
}

/* The number in an environment variable; 0 if it is not set. */
static int number(const char *variable) {
  const char *text = getenv(variable);
  return text == NULL ? 0 : atoi(text);
}

static int scale(float *x, float *y, int rows, int columns, int stride, float factor) {
  if (has("nothing")) return 0;
  if (has("crash")) return launches >= number("LATE");
  if (has("slow")) nanosleep(&(struct timespec){0, 1000000L * number("SLOW")}, NULL);
  if (has("strict") && x[2]++ != number("STRICT")) return 1;
  if (has("sum")) {
    float sum = 0;
    for (int i = 0; i < rows * columns; i++) sum += x[i];
    return sum != number("SUM");
  }
  if (has("hang")) return 2;
  if (has("constant") || (has("late") && launches >= number("LATE"))) factor *= 2;
  for (int i = 0; i < (has("half") ? rows / 2 : rows); i++)
    for (int j = 0; j < columns; j++)
      y[has("swapped") ? j * stride + i : i * stride + j] = factor * x[i * columns + j];
  const int length = (rows - 1) * stride + columns;
  if (has("before")) y[-1] = 1;
  if (has("after")) memset(y + length, 0, 8);
  if (has("nan")) y[1] = NAN;
  if (has("infinity")) y[1] = -INFINITY;
  if (has("input")) x[2] += 1;
  if (has("gap")) y[columns] = 5;
  if (has("slight")) for (int i = 0; i < length; i++) y[i] *= 1.0005f;
  if (has("lottery") && launches % 2) y[3] = NAN;
  if (has("random")) y[3] *= 1 + 1e-6f * (float)launches;
  return 0;
}

int execute(const char *kernel, void **p, const unsigned grid[3]) {
  (void)grid;
  launches++;
  float *x = *(float **)p[0], *y = *(float **)p[1];
  if (strcmp(kernel, "scale") == 0)
    return scale(x, y, *(int *)p[2], *(int *)p[3], *(int *)p[4], *(float *)p[5]);
  memcpy(y, x, (size_t)*(int64_t *)p[2] / (has("part") ? 2 : 1));
  return 0;
}
`;

/** One line of the program's output. */
export interface SmokeEvent {
  readonly event: string;
  readonly run?: number;
  readonly check?: string;
  readonly message?: string;
  readonly note?: string;
  readonly problems?: readonly {
    readonly kind: string;
    readonly message: string;
    readonly about?: string;
    readonly call?: string;
  }[];
  readonly outputs?: readonly { readonly name: string; readonly norm: number | null }[];
  readonly microseconds?: number | null;
  readonly range?: number;
  readonly calls?: number;
  readonly clocks?: { readonly from: number; readonly to: number };
  readonly first?: number;
}

/**
 * The harness with a package of two kernels: `scale` (y = factor · x, row by row) and `move`
 * (copies bytes).
 */
export interface SmokeProgram {
  /** A folder for the files of plans, removed with the program. */
  readonly folder: string;
  readonly executable: string;
  /** The library that executes the kernels. */
  readonly kernels: string;
  readonly file: (name: string, bytes: NodeJS.ArrayBufferView) => Promise<string>;
  readonly run: (
    plan: string,
    settings?: RunSettings,
  ) => Promise<Recorded & { readonly events: readonly SmokeEvent[] }>;
  readonly remove: () => Promise<void>;
}

export async function buildSmokeProgram(): Promise<SmokeProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'smoke-'));
  const kernels = join(folder, 'kernels.so');
  await compileLibrary(KERNELS, kernels);
  const built = await fakePackage(MANIFEST, FUNCTIONS);
  const executable = await compileProgram({
    sources: [HARNESS_SOURCE, ...['scale', 'move'].map((name) => join(built, 'src', `${name}.c`))],
    texts: { 'glue.cpp': GLUE },
    includeDirs: [SMOKE_SOURCES, join(built, 'include')],
    flags: ['-O1', '-ffp-contract=off'],
  });
  await rm(dirname(built), { recursive: true });
  const file = async (name: string, bytes: NodeJS.ArrayBufferView): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    folder,
    executable,
    kernels,
    file,
    run: async (plan, settings = {}) => {
      const path = await file('plan.txt', Buffer.from(plan));
      const recorded = await runRecorded(executable, {
        execute: kernels,
        ...settings,
        args: [path],
      });
      return { ...recorded, events: parseEvents(recorded.stdout) };
    },
    remove: async () => {
      await rm(dirname(executable), { recursive: true });
      await rm(folder, { recursive: true });
    },
  };
}

export function parseEvents(stdout: string): readonly SmokeEvent[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as SmokeEvent);
}
