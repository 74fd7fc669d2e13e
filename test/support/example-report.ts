import { occupancyOf } from '../../src/compile/cubin/code-formats.ts';
import { sharedBytesOf } from '../../src/compile/cubin/resources.ts';
import { sha256 } from '../../src/base/text.ts';
import type { ReportTuned } from '../../src/features/tuning/report.ts';
import { parseTarget } from '../../src/manifest/terms/target.ts';
import type { Difference, VariantChange } from '../../src/report/difference/difference.ts';
import type { Report, ReportKernel, ReportVariant } from '../../src/report/report.ts';
import type { Target } from '../../src/manifest/terms/vendor-terms.ts';

/** A kernel of the example, in figures from which those of its variants follow. */
interface Sketch {
  readonly name: string;
  readonly source: string;
  readonly line: number;
  readonly parameters: ReportKernel['parameters'];
  readonly grid: string;
  readonly algos: readonly string[];
  readonly specialisations: readonly string[];
  /** Of algo 0 on sm_80. Shared memory in bytes. */
  readonly registers: number;
  readonly shared: number;
  readonly warps: number;
  readonly tensorCore: number;
  readonly seconds: number;
  readonly code: number;
}

const DEVICE = { name: 'NVIDIA H100 80GB HBM3', capability: '9.0', driver: '13.0' };
const REPOSITORY = 'https://github.com/example/transformer-kernels';
const COMMIT = '8d2f6b1c0a4e97d35b2f1a6c8e0d4f7a9b3c5e21';
const GPU = 'H100 80GB HBM3';
const TARGETS = ['sm_80', 'sm_90', 'sm_100', 'sm_120'];

const pointers = (names: readonly string[], type: string) =>
  names.map((name) => ({ name, type: `*${type}` }));
const integers = (names: readonly string[]) => names.map((name) => ({ name, type: 'i32' }));

const MATMUL_ALGOS = [
  'BLOCK_M=128, BLOCK_N=256, BLOCK_K=64, num_warps=8, num_stages=3',
  'BLOCK_M=128, BLOCK_N=128, BLOCK_K=64, num_warps=4, num_stages=4',
  'BLOCK_M=64, BLOCK_N=128, BLOCK_K=64, num_warps=4, num_stages=4',
  'BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, num_warps=4, num_stages=5',
  'BLOCK_M=32, BLOCK_N=64, BLOCK_K=32, num_warps=2, num_stages=5',
];

const SKETCHES: readonly Sketch[] = [
  ...['fp16', 'bf16'].map((type) => ({
    name: `matmul_${type}`,
    source: 'matmul.py:matmul_kernel',
    line: 31,
    parameters: [
      ...pointers(['a_ptr', 'b_ptr', 'c_ptr'], type),
      ...integers(['M', 'N', 'K', 'stride_am', 'stride_bk', 'stride_cm']),
    ],
    grid: 'cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)',
    algos: MATMUL_ALGOS,
    specialisations: ['a_ptr % 16 == 0, b_ptr % 16 == 0, K % 16 == 0, stride_am % 16 == 0', ''],
    registers: 238,
    shared: 147_456,
    warps: 8,
    tensorCore: 256,
    seconds: 2.4,
    code: 21_000,
  })),
  ...['fp16', 'fp32'].map((type) => ({
    name: `softmax_forward_${type}`,
    source: 'softmax.py:softmax_kernel',
    line: 12,
    parameters: [...pointers(['y_ptr', 'x_ptr'], type), ...integers(['rows', 'columns'])],
    grid: 'rows',
    algos: ['BLOCK=1024, num_warps=4', 'BLOCK=4096, num_warps=8'],
    specialisations: ['y_ptr % 16 == 0, x_ptr % 16 == 0, columns % 16 == 0', ''],
    registers: 40,
    shared: 64,
    warps: 4,
    tensorCore: 0,
    seconds: 0.9,
    code: 4200,
  })),
  {
    name: 'layernorm_linear_bf16',
    source: 'layernorm_linear.py:normalised_linear_kernel',
    line: 58,
    parameters: [
      ...pointers(['x_ptr', 'gamma_ptr', 'beta_ptr', 'weight_ptr', 'out_ptr'], 'bf16'),
      ...integers(['rows', 'outputs', 'features']),
    ],
    grid: 'cdiv(rows, BLOCK_M), cdiv(outputs, BLOCK_N)',
    algos: ['BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, num_warps=4, num_stages=3'],
    specialisations: ['features % 16 == 0', ''],
    registers: 128,
    shared: 24_576,
    warps: 4,
    tensorCore: 64,
    seconds: 1.8,
    code: 12_800,
  },
  ...[64, 128].map((dimension) => ({
    name: `fmha_d${dimension}_fp16`,
    source: 'fmha_triton.py:_fwd_kernel',
    line: 44,
    parameters: [
      ...pointers(['Q', 'K', 'V', 'Out'], 'fp16'),
      { name: 'softmax_scale', type: 'fp32' },
      ...integers(['nheads', 'seqlen_q', 'seqlen_k']),
    ],
    grid: 'cdiv(seqlen_q, BLOCK_M), batch * nheads',
    algos: [
      `BLOCK_M=128, BLOCK_N=64, BLOCK_HEADDIM=${dimension}, num_warps=${dimension === 64 ? 4 : 8}, num_stages=3`,
      `BLOCK_M=64, BLOCK_N=64, BLOCK_HEADDIM=${dimension}, num_warps=4, num_stages=3`,
    ],
    specialisations: ['EVEN_M = True, EVEN_N = True', 'EVEN_M = False, EVEN_N = False'],
    registers: dimension === 64 ? 206 : 255,
    shared: dimension * 768,
    warps: dimension === 64 ? 4 : 8,
    tensorCore: 2 * dimension,
    seconds: 3.1,
    code: 240 * dimension,
  })),
];

/** A report of which every section has believable data: a build, a smoke test, tuning and bench. */
export function exampleReport(): Report {
  return reportOf(SKETCHES, TARGETS);
}

/** The example, in which one wrong line fails eight tests of one kernel, and a check of another fails. */
export function failingReport(): Report {
  const report = exampleReport();
  const [smoke] = report.smoke;
  if (smoke === undefined) throw new Error('the example has no smoke test');
  let left = 8;
  const runs = smoke.runs.map((run) => {
    if (run.kernel !== 'softmax_forward_fp16' || left === 0) return run;
    left -= 1;
    const size = 1000 + left;
    return {
      ...run,
      problems: [
        `the kernel reads element ${size} of x_ptr, which has ${size} elements (softmax.py:19)`,
      ],
      kinds: ['out-of-bounds'],
      cause: 'softmax.py:19',
      outputs: [],
      command: `triton-aot smoke --package aot --only ${run.kernel} --case 0 --algo ${run.algo} --specialisation ${run.specialisation}`,
    };
  });
  const failedChecks = [
    {
      kernel: 'matmul_fp16',
      check: 'memory',
      target: 'sm_90',
      problems: ['the call uses 4096 bytes more on the GPU each time'],
      command: 'triton-aot smoke --package aot --only matmul_fp16',
    },
  ];
  const sources = [
    {
      file: 'softmax.py',
      line: 19,
      first: 17,
      lines: [
        '    row = tl.program_id(0)',
        '    offsets = tl.arange(0, BLOCK)',
        '    x = tl.load(x_ptr + row * columns + offsets)',
        '    shifted = x - tl.max(x, axis=0)',
        '    numerator = tl.exp(shifted)',
      ],
      url: `${REPOSITORY}/blob/${COMMIT}/kernels/softmax.py#L19`,
    },
  ];
  const passed = runs.length - 8;
  return { ...report, smoke: [{ ...smoke, passed, failed: 9, runs, failedChecks, sources }] };
}

/** A report with so many variants: kernels with 20 of them, all tested. */
export function largeReport(variants: number): Report {
  const [matmul] = SKETCHES;
  if (matmul === undefined) throw new Error('there is no sketch');
  const sketches = Array.from({ length: Math.ceil(variants / 40) }, (_, index) => ({
    ...matmul,
    name: `matmul_fp16_shape_${index}`,
    registers: 96 + (index % 150),
  }));
  return reportOf(sketches, TARGETS);
}

/** A report with one kernel of four variants. */
export function smallReport(): Report {
  const [first] = SKETCHES.filter(({ name }) => name === 'softmax_forward_fp16');
  if (first === undefined) throw new Error('there is no such sketch');
  return reportOf([first], ['sm_90']);
}

/** Text that is a script in a page that does not escape, and a mark that turns text round. */
const HOSTILE = `</script><img src=x onerror="document.title='hit'"><b>'\u202E`;

/** A report in which others tried to write HTML wherever they can write text. */
export function hostileReport(): Report {
  return replaceText(smallReport()) as Report;
}

/** Words that the program chooses itself. */
const OWN = new Set(
  'built cached failed sm_90 warps blocks code metadata registers spills occupancy instructions size'.split(
    ' ',
  ),
);

function replaceText(value: unknown): unknown {
  if (typeof value === 'string') return OWN.has(value) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value))
    return value.length === 0 ? [HOSTILE] : value.map((item) => replaceText(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replacement(key) ?? replaceText(item)]),
  );
}

/** Returns what an empty list of objects has in a hostile report. */
function replacement(key: string): unknown {
  if (key === 'errors') return [{ message: HOSTILE, place: HOSTILE }];
  if (key === 'sources')
    return [
      { file: HOSTILE, line: 1, first: 1, lines: [HOSTILE], url: `https://a.example/${HOSTILE}` },
    ];
  if (key !== 'failedChecks') return undefined;
  return [
    {
      kernel: HOSTILE,
      check: HOSTILE,
      problems: [HOSTILE],
      command: HOSTILE,
      cause: `${HOSTILE}:1`,
    },
  ];
}

function reportOf(sketches: readonly Sketch[], targets: readonly string[]): Report {
  const kernels = sketches.map((sketch) => kernelOf(sketch, targets));
  const variants = kernels.flatMap((kernel) => kernel.variants);
  const built = variants.filter(({ status }) => status === 'built');
  const runs = sketches.flatMap(runsOf);
  const seconds = (of: readonly ReportVariant[]): number =>
    of.reduce((sum, variant) => sum + (variant.seconds ?? 0), 0);
  return {
    format: 1,
    generator: '0.1.0',
    package: 'transformer_kernels',
    version: '1.4.0',
    triton: '3.8.0',
    ptxas: ['12.9.86'],
    origin: {
      time: '2026-11-22T09:41:07.000Z',
      commit: COMMIT,
      commitUrl: `${REPOSITORY}/commit/${COMMIT}`,
      runUrl: `${REPOSITORY}/actions/runs/1911`,
    },
    totals: {
      variants: variants.length,
      built: built.length,
      cached: variants.length - built.length,
      failed: 0,
      seconds: seconds(built) / 7.4,
      cpuSeconds: seconds(built),
      savedSeconds: seconds(variants) - seconds(built),
      size: variants.reduce((sum, { resources }) => sum + (resources?.size ?? 0), 0),
    },
    kernels,
    difference: exampleDifference(variants.length),
    errors: [],
    smoke: [
      {
        device: DEVICE,
        passed: runs.length,
        failed: 0,
        seconds: 26.2,
        runs,
        notes: [],
        failedChecks: [],
        sources: [],
      },
    ],
    bench: [
      {
        device: DEVICE,
        runs: sketches.flatMap(benchOf),
      },
    ],
  };
}

/** Returns the changes of one kernel that spills now, one that is better, and one with other settings. */
function exampleDifference(variants: number): Difference {
  const build = { package: 'transformer_kernels', triton: '3.8.0', ptxas: ['12.9.86'], variants };
  const counts = { added: 0, removed: 0, changed: 0, metadata: 0, unchanged: 8 };
  const change = (
    kernel: string,
    target: string,
    label: string,
    figures: VariantChange['figures'],
  ): VariantChange => ({
    kernel,
    target,
    label,
    figures,
    algo: {},
    specialisation: '',
    kind: 'code',
    settings: [],
  });
  const spilling = ['sm_80', 'sm_90'].flatMap((target) =>
    [0, 1].map((index) =>
      change('fmha_d128_fp16', target, `algo 0, specialisation ${index}`, [
        { figure: 'registers', before: 168, after: 255 },
        { figure: 'spills', before: 0, after: 48 },
        { figure: 'occupancy', before: 18.8, after: 12.5 },
        { figure: 'instructions', before: 2210, after: 2384 },
      ]),
    ),
  );
  return {
    before: { ...build, version: '1.3.2', origin: 'commit 5f01c2e of 2026-11-20' },
    after: { ...build, version: '1.4.0' },
    kernels: [
      { kernel: 'fmha_d128_fp16', counts: { ...counts, changed: 4 }, settings: [] },
      {
        kernel: 'matmul_fp16',
        counts: { ...counts, changed: 1, metadata: 1, unchanged: 30 },
        settings: ['num_stages 3 → 4 (algo 2)'],
      },
      { kernel: 'matmul_bf16', counts: { ...counts, added: 10 }, settings: [] },
      { kernel: 'softmax_forward_fp16', counts: { ...counts, unchanged: 16 }, settings: [] },
    ],
    addedKernels: [],
    removedKernels: [],
    added: [],
    removed: [],
    changed: [
      ...spilling,
      change('matmul_fp16', 'sm_90', 'algo 2', [
        { figure: 'registers', before: 248, after: 240 },
        { figure: 'size', before: 26_400, after: 26_144 },
      ]),
      {
        ...change('matmul_fp16', 'sm_120', 'algo 0', [
          { figure: 'size', before: 24_088, after: 24_096 },
        ]),
        kind: 'metadata',
      },
    ],
    unchanged: 136,
  };
}

function kernelOf(sketch: Sketch, targets: readonly string[]): ReportKernel {
  const { name, source, line, parameters, grid, algos, specialisations } = sketch;
  const kernel = {
    name,
    source,
    line,
    parameters,
    gridParameters: grid.includes('batch') ? [{ name: 'batch', type: 'i32' }] : [],
    grid,
    targets: [...targets],
    algos: [...algos],
    settings: algos.length > 1 ? 'enable_fp_fusion=true' : '',
    specialisations: [...specialisations],
    variants: targets.flatMap((target) =>
      algos.flatMap((_, algo) =>
        specialisations.map((_text, specialisation) =>
          variantOf(sketch, { algo, specialisation, target }),
        ),
      ),
    ),
    tuned: algos.length > 1 ? [tunedOf(sketch)] : [],
  };
  return kernel;
}

type Key = Pick<ReportVariant, 'algo' | 'specialisation' | 'target'>;

function variantOf(sketch: Sketch, key: Key): ReportVariant {
  const { algo, specialisation, target: targetName } = key;
  const target = parseTarget(targetName);
  if (target === undefined) throw new Error(`no target ${targetName}`);
  const hash = sha256(JSON.stringify([sketch.name, key]));
  const isBuilt = sketch.name.startsWith('fmha') || target.arch === 120;
  return {
    ...key,
    hash,
    status: isBuilt ? 'built' : 'cached',
    seconds: sketch.seconds * (0.8 + 0.4 * vary(hash)) * (Number(target.arch) >= 100 ? 1.3 : 1),
    resources: resourcesFor(sketch, target, algo, specialisation, hash),
    ran: target.arch === 90 ? [GPU] : [],
  };
}

function resourcesFor(
  sketch: Sketch,
  target: Target,
  algo: number,
  specialisation: number,
  hash: string,
): NonNullable<ReportVariant['resources']> {
  const arch = Number(target.arch);
  const wanted =
    (sketch.registers * (1 - 0.16 * algo) + 10 * specialisation) * (arch === 90 ? 0.94 : 1);
  const registers = Math.min(255, 8 * Math.ceil(wanted / 8) - (wanted > 248 ? 1 : 0));
  const spills = wanted > 255 ? 4 * Math.ceil(wanted - 253) : 0;
  const warps = Math.max(2, algo > 2 ? sketch.warps / 2 : sketch.warps);
  const sharedDynamic = Math.round(sketch.shared / (1 + algo * 0.8) / (arch === 120 ? 2 : 1));
  const sharedStatic = arch >= 90 ? 1024 : 0;
  const code = 128 * Math.round((sketch.code * (1 + 0.15 * specialisation - 0.1 * algo)) / 128);
  const width = specialisation === 0 ? '16' : '2';
  const isTensor = sketch.tensorCore > 0;
  const shared = sharedBytesOf(
    target,
    { shared: sharedDynamic },
    { staticSharedBytes: sharedStatic },
  );
  return {
    registers,
    stack: spills,
    sharedStatic,
    sharedDynamic,
    tensorColumns: isTensor && arch === 100 ? 256 : 0,
    warps,
    ctas: 1,
    size: code + 5600 + Math.round(900 * vary(hash)),
    code,
    codeSha256: hash,
    instructions: {
      total: code / 16,
      globalLoads: isTensor ? { '2': 6 } : { [width]: 8 },
      globalStores: { [width]: isTensor ? 16 : 4 },
      asyncCopies: isTensor && arch < 90 ? { '16': 24 } : {},
      bulkCopies: isTensor && arch >= 90 ? 6 : 0,
      atomics: 0,
      tensorCore: sketch.tensorCore / (arch >= 90 ? 8 : 1) / 2 ** Math.min(algo, 2),
      spillLoads: spills / 4,
      spillStores: spills / 4,
      spillBytes: spills,
    },
    occupancy: occupancyOf(target, {
      warps,
      registers,
      sharedBytes: shared,
      tensorColumns: isTensor && arch === 100 ? 256 : 0,
    }),
  };
}

const SIZES = [256, 512, 1024, 2048, 4096, 8192];

function tunedOf(sketch: Sketch): ReportTuned {
  const { name, algos } = sketch;
  return {
    device: GPU,
    capability: '9.0',
    unmeasured: [],
    sizes: SIZES.map((size, index) => {
      // The larger the size, the larger the blocks that are best.
      const best = Math.max(0, algos.length - 1 - index);
      const times = algos.map((_, algo) => {
        const distance = Math.abs(algo - best);
        const noise = 0.04 * vary(`${name} ${size} ${algo}`);
        const isTooLarge = size === 256 && algo === 0 && algos.length > 3;
        return isTooLarge ? null : baseTime(sketch, size) * (1 + 0.22 * distance + noise);
      });
      const entries = Object.entries(callOf(sketch, size).sizes);
      const values = Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
      return { values, times, chosen: best };
    }),
  };
}

/** Microseconds of a call with the best algo: memory or matrix units of an H100 limit it. */
function baseTime(sketch: Sketch, size: number): number {
  const { bytes, flops } = callOf(sketch, size);
  return 2.4 + Math.max(bytes / 2.5e6, sketch.tensorCore > 0 ? flops / 6.1e8 : 0);
}

function runsOf(sketch: Sketch): Report['smoke'][number]['runs'] {
  const sizes = sketch.tensorCore > 0 ? [128, 512, 1024] : [1000, 4096];
  return sizes.flatMap((size) =>
    sketch.algos.flatMap((_, algo) =>
      sketch.specialisations.map((_text, specialisation) => {
        const noise = vary(`${sketch.name} ${size} ${algo} ${specialisation}`);
        const precision = sketch.name.includes('bf16') ? 1.6e-3 : 2.1e-4;
        const norm = (sketch.name.includes('fp32') ? 9e-8 : precision) * (0.8 + 0.5 * noise);
        const microseconds =
          baseTime(sketch, size) * (1 + 0.3 * algo + 0.15 * specialisation + 0.2 * noise);
        return {
          kernel: sketch.name,
          case: caseName(sketch, size),
          algo,
          specialisation,
          target: 'sm_90',
          expected: sketch.name === 'fmha_d64_fp16' ? 'interpreter' : 'reference',
          microseconds,
          ...ratesOf(sketch, size, microseconds),
          outputs: [{ name: sketch.name.startsWith('fmha') ? 'Out' : 'out', norm, max: norm * 9 }],
          problems: [],
        };
      }),
    ),
  );
}

function benchOf(sketch: Sketch): Report['bench'][number]['runs'] {
  return SIZES.slice(2).flatMap((size) =>
    sketch.algos.map((_, algo) => {
      const noise = vary(`bench ${sketch.name} ${size} ${algo}`);
      const slower = sketch.name.startsWith('fmha') ? 1.6 : 1.05;
      const microseconds = baseTime(sketch, size) * slower * (1 + 0.25 * algo + 0.15 * noise);
      return {
        kernel: sketch.name,
        case: caseName(sketch, size),
        algo,
        microseconds,
        ...ratesOf(sketch, size, microseconds),
        jit: 0.97 + 0.05 * noise,
        torch: 0.82 + 0.4 * noise,
      };
    }),
  );
}

function caseName(sketch: Sketch, size: number): string {
  const entries = Object.entries(callOf(sketch, size).sizes);
  return entries.map(([name, value]) => `${name} = ${value}`).join(', ');
}

function ratesOf(sketch: Sketch, size: number, microseconds: number) {
  const { bytes, flops } = callOf(sketch, size);
  const seconds = microseconds / 1e6;
  return { gigabytesPerSecond: bytes / seconds / 1e9, teraflops: flops / seconds / 1e12 };
}

/** The integers of a call, its bytes and its operations. */
function callOf({ name }: Sketch, size: number) {
  const element = name.includes('fp32') ? 4 : 2;
  if (name.startsWith('softmax')) {
    const cells = 4096 * size;
    return { sizes: { rows: 4096, columns: size }, bytes: 2 * cells * element, flops: 5 * cells };
  }
  if (name.startsWith('fmha')) {
    const [batch, depth] = [4, name.includes('d128') ? 128 : 64];
    const tokens = batch * 16 * size * depth;
    const sizes = { batch, nheads: 16, seqlen_q: size, seqlen_k: size };
    return { sizes, bytes: 4 * tokens * element, flops: 2 * tokens * size };
  }
  if (name.startsWith('layernorm')) {
    const [outputs, features] = [1024, 1024];
    const sizes = { rows: size, outputs, features };
    const bytes = (size * (outputs + features) + outputs * features) * element;
    return { sizes, bytes, flops: 2 * size * outputs * features };
  }
  const K = name.includes('bf16') ? Math.max(64, size / 4) : size;
  const bytes = (2 * size * K + size * size) * element;
  return { sizes: { M: size, N: size, K }, bytes, flops: 2 * size * size * K };
}

/** The same number from 0 to 1 for the same text. */
function vary(text: string): number {
  return Number.parseInt(sha256(text).slice(0, 6), 16) / 0xff_ff_ff;
}
