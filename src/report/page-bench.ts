import { chartOf, deviceHeading, type Html, type HtmlColumn, htmlTable, markup } from './html.ts';
import { threeDigits, UNKNOWN } from './cells.ts';
import type { Report } from './report.ts';

type ReportBench = Report['bench'][number];

/** Returns a roofline and a table of the runs on each GPU. */
export function benchSection({ bench }: Report): Html {
  if (bench.length === 0)
    return markup`<p class="empty">
      The kernels were not timed. On a machine with a GPU,
      <code>triton-aot bench --package aot --jit</code> compares them with Triton's JIT, PyTorch and
      what the GPU can do.
    </p>
`;
  return markup`${bench.map(benchDevice)}`;
}

const BENCH_COLUMNS: readonly HtmlColumn[] = [
  { key: 'kernel', title: 'Kernel', kind: 'text' },
  { key: 'case', title: 'Case', kind: 'text' },
  { key: 'algo', title: 'Algo', kind: 'number' },
  { key: 'time', title: 'Time', unit: 'µs', kind: 'number' },
  { key: 'bandwidth', title: 'Memory', unit: 'GB/s', kind: 'number' },
  { key: 'rate', title: 'Compute', unit: 'TFLOP/s', kind: 'number' },
  { key: 'intensity', title: 'Intensity', unit: 'FLOP/byte', kind: 'number' },
  { key: 'jit', title: '÷ JIT', unit: 'time', kind: 'number' },
  { key: 'torch', title: '÷ PyTorch', unit: 'time', kind: 'number' },
];

const PEAK_COLUMNS: readonly HtmlColumn[] = [
  { key: 'what', title: 'Published peak', kind: 'text' },
  { key: 'value', title: 'Rate', kind: 'number' },
  { key: 'unit', title: 'Unit', kind: 'text' },
];

function benchDevice({ device, peaks, runs }: ReportBench, index: number): Html {
  const rows = runs.map((run) => {
    const { kernel, case: name, algo, microseconds, gigabytesPerSecond, teraflops } = run;
    return [
      { content: kernel },
      { content: name },
      { content: algo },
      { content: microseconds === undefined ? 'failed' : threeDigits(microseconds) },
      { content: threeDigits(gigabytesPerSecond) },
      { content: threeDigits(teraflops) },
      { content: threeDigits(intensityOf(run)) },
      ratioCell(run.jit),
      ratioCell(run.torch),
    ];
  });
  return markup`${deviceHeading(device)}${rooflineOf(runs, peaks, index)}
    <p>
      ÷ JIT and ÷ PyTorch are the time of the package ÷ that of the other. Below 1, the package is
      faster.
    </p>
    ${htmlTable(`bench-${index}`, `Times on ${device.name}`, BENCH_COLUMNS, rows)}`;
}

function rooflineOf(
  runs: ReportBench['runs'],
  peaks: ReportBench['peaks'],
  index: number,
): readonly Html[] {
  if (peaks === undefined)
    return [
      markup`<p class="empty">
        A roofline needs the published peaks of the GPU, which are unknown for this one.
      </p>
`,
    ];
  if (runs.every((run) => intensityOf(run) === undefined))
    return [
      markup`<p class="empty">
        A roofline needs <code>flops:</code> and <code>bytes:</code> in the
        <code>smoke:</code> section of a kernel.
      </p>
`,
    ];
  const matrix = Object.entries(peaks.matrix).map(([element, rate]) => [
    { content: `Matrix product, ${element}` },
    { content: threeDigits(rate / 1e12) },
    { content: 'TFLOP/s' },
  ]);
  const memory = [
    { content: 'Memory' },
    { content: threeDigits(peaks.bandwidth / 1e9) },
    { content: 'GB/s' },
  ];
  return [
    chartOf(
      'roofline',
      `bench-${index}`,
      'Roofline: the best algo of each case, and the published peaks of the GPU',
    ),
    ...(peaks.source === undefined
      ? []
      : [
          markup`<p>Source: ${peaks.source}</p>
`,
        ]),
    htmlTable(`peaks-${index}`, 'Published peaks of the GPU', PEAK_COLUMNS, [memory, ...matrix]),
  ];
}

/** Operations for each byte of memory. */
function intensityOf({
  teraflops,
  gigabytesPerSecond,
}: ReportBench['runs'][number]): number | undefined {
  if (teraflops === undefined || gigabytesPerSecond === undefined || gigabytesPerSecond === 0)
    return undefined;
  return (teraflops * 1e12) / (gigabytesPerSecond * 1e9);
}

function ratioCell(ratio: number | undefined): { readonly content: string } {
  return { content: ratio === undefined ? UNKNOWN : ratio.toFixed(2) };
}
