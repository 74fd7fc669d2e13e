import type { PackagedCase } from '../../manifest/values/document.ts';
import { bytesOf, elementType } from '../../manifest/values/elements.ts';

/** The rates that NVIDIA publishes for a GPU. */
export interface Peaks {
  /** Bytes that the memory moves in a second. */
  readonly bandwidth: number;
  /** Dense matrix operations in a second, by the element type of the inputs. */
  readonly matrix: Readonly<Record<string, number>>;
  /** The address of the data sheet. */
  readonly source: string;
}

/** The part of the GPU's peak that a run reaches, and what limits it. */
export interface Share {
  readonly of: 'memory' | 'matrix';
  /** From 0 to 1. */
  readonly value: number;
}

/** A row of the table: GB/s, and TFLOP/s of the matrix units without sparsity. */
interface PublishedGpu {
  /** The names that the driver gives. */
  readonly names: readonly string[];
  readonly memory: number;
  readonly fp8?: number;
  /** The rate of fp16 and bf16, with sums in fp32. */
  readonly fp16: number;
  /** The rate of fp32 in `tl.dot`, which uses TF32 unless it is told otherwise. */
  readonly tf32: number;
  readonly fp64?: number;
  readonly source: string;
}

const A100 = {
  fp16: 312,
  tf32: 156,
  fp64: 19.5,
  source:
    'https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf',
};
const H100 = { fp8: 1979, fp16: 989.5, tf32: 494.5, fp64: 67 };
const H100_NVL = { fp8: 1670.5, fp16: 835.5, tf32: 417.5, fp64: 60 };
const H100_SOURCE = 'https://www.nvidia.com/en-us/data-center/h100/';
const H200_SOURCE = 'https://www.nvidia.com/en-us/data-center/h200/';

/** The rate is half of that with sparsity if a data sheet has no other. */
const GPUS: readonly PublishedGpu[] = [
  {
    names: ['NVIDIA B200'],
    memory: 8000,
    fp8: 4500,
    fp16: 2250,
    tf32: 1100,
    source:
      'https://resources.nvidia.com/en-us-blackwell-architecture/blackwell-architecture-technical-brief',
  },
  { names: ['NVIDIA H200'], memory: 4800, ...H100, source: H200_SOURCE },
  { names: ['NVIDIA H200 NVL'], memory: 4800, ...H100_NVL, source: H200_SOURCE },
  { names: ['NVIDIA H100 80GB HBM3'], memory: 3350, ...H100, source: H100_SOURCE },
  { names: ['NVIDIA H100 NVL'], memory: 3900, ...H100_NVL, source: H100_SOURCE },
  {
    names: ['NVIDIA H100 PCIe'],
    memory: 2000,
    fp8: 1513,
    fp16: 756,
    tf32: 378,
    fp64: 51,
    source: 'https://resources.nvidia.com/en-us-tensor-core/gtc22-whitepaper-hopper',
  },
  { names: ['NVIDIA A100-SXM4-80GB'], memory: 2039, ...A100 },
  { names: ['NVIDIA A100 80GB PCIe'], memory: 1935, ...A100 },
  { names: ['NVIDIA A100-SXM4-40GB', 'NVIDIA A100-PCIE-40GB'], memory: 1555, ...A100 },
  {
    names: ['NVIDIA A30'],
    memory: 933,
    fp16: 165,
    tf32: 82,
    fp64: 10.3,
    source: 'https://www.nvidia.com/en-us/data-center/products/a30-gpu/',
  },
  {
    names: ['NVIDIA A10'],
    memory: 600,
    fp16: 125,
    tf32: 62.5,
    source: 'https://www.nvidia.com/en-us/data-center/products/a10-gpu/',
  },
  {
    names: ['NVIDIA A40'],
    memory: 696,
    fp16: 149.7,
    tf32: 74.8,
    source: 'https://www.nvidia.com/en-us/data-center/a40/',
  },
  {
    names: ['NVIDIA L4'],
    memory: 300,
    fp8: 242.5,
    fp16: 121,
    tf32: 60,
    source: 'https://www.nvidia.com/en-us/data-center/l4/',
  },
  {
    names: ['NVIDIA L40'],
    memory: 864,
    fp8: 362,
    fp16: 181.05,
    tf32: 90.5,
    source: 'https://www.nvidia.com/en-us/data-center/l40/',
  },
  {
    names: ['NVIDIA L40S'],
    memory: 864,
    fp8: 733,
    fp16: 362.05,
    tf32: 183,
    source: 'https://www.nvidia.com/en-us/data-center/l40s/',
  },
  {
    names: ['NVIDIA GeForce RTX 4090'],
    memory: 1008,
    fp8: 330.3,
    fp16: 165.2,
    tf32: 82.6,
    source:
      'https://images.nvidia.com/aem-dam/Solutions/geforce/ada/nvidia-ada-gpu-architecture.pdf',
  },
];

/**
 * Returns the published peaks of a GPU, with the matrix rates that the cases need. Undefined if the
 * table does not have the GPU.
 * @param name as the driver gives it
 */
export function publishedPeaks(
  name: string,
  cases: readonly Pick<PackagedCase, 'buffers' | 'flops'>[],
): Peaks | undefined {
  const gpu = GPUS.find(({ names }) => names.includes(name));
  if (gpu === undefined) return undefined;
  const elements = [...new Set(cases.flatMap((item) => matrixElement(item) ?? []))];
  const rates = elements.flatMap((element) => {
    const rate = rateOf(gpu, element);
    return rate === undefined ? [] : [[element, 1e12 * rate] as const];
  });
  return { bandwidth: 1e9 * gpu.memory, matrix: Object.fromEntries(rates), source: gpu.source };
}

function rateOf({ fp8, fp16, tf32, fp64 }: PublishedGpu, element: string): number | undefined {
  if (element.startsWith('fp8')) return fp8;
  if (element === 'fp64') return fp64;
  return bytesOf(elementType(element)) === 2 ? fp16 : tf32;
}

/**
 * The share of the GPU's peak that a call reaches: the time that the bytes and operations of the
 * case need at least ÷ the time that it takes. The larger of the two limits it. Undefined if the
 * manifest gives neither, or the peaks are unknown.
 */
export function shareOfPeak(
  microseconds: number,
  item: Pick<PackagedCase, 'buffers' | 'bytes' | 'flops'>,
  peaks: Pick<Peaks, 'bandwidth' | 'matrix'>,
): Share | undefined {
  const seconds = microseconds / 1e6;
  const element = matrixElement(item);
  const rate = element === undefined ? undefined : peaks.matrix[element];
  const shares: Share[] = [
    ...(item.bytes === undefined
      ? []
      : [{ of: 'memory' as const, value: item.bytes / peaks.bandwidth / seconds }]),
    ...(item.flops === undefined || rate === undefined
      ? []
      : [{ of: 'matrix' as const, value: item.flops / rate / seconds }]),
  ];
  return shares.toSorted((a, b) => b.value - a.value)[0];
}

/**
 * Returns the element type whose matrix throughput limits a case with operations: that of the largest
 * input of floats. Undefined if the case has no such input, or no operations.
 */
export function matrixElement({
  buffers,
  flops,
}: Pick<PackagedCase, 'buffers' | 'flops'>): string | undefined {
  if (flops === undefined) return undefined;
  const inputs = Object.values(buffers)
    .filter((buffer) => buffer !== null)
    .filter(({ role, element }) => role !== 'out' && /^(?:fp|bf|f)\d/.test(element))
    .toSorted((a, b) => sizeOfBuffer(b) - sizeOfBuffer(a));
  return inputs[0]?.element;
}

function sizeOfBuffer({ length, element }: { length: number; element: string }): number {
  return length * bytesOf(elementType(element));
}
