import type { Measurement } from '../../../../src/features/tuning/choice/choose-algos.ts';

/** A GPU of which measurements are made up. */
export type MadeUpGpu = Measurement['device'];

export const H100: MadeUpGpu = {
  name: 'NVIDIA H100 80GB HBM3',
  capability: '9.0',
  multiprocessors: 132,
};
export const H200: MadeUpGpu = { name: 'NVIDIA H200', capability: '9.0', multiprocessors: 132 };
export const GH200: MadeUpGpu = { name: 'NVIDIA GH200', capability: '9.0', multiprocessors: 114 };
export const A100: MadeUpGpu = {
  name: 'NVIDIA A100-SXM4-80GB',
  capability: '8.0',
  multiprocessors: 108,
};

/** A tile of a matrix product: its sizes, and how many of its blocks a multiprocessor runs at once. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
  readonly resident: number;
  /** Microseconds of a block for each element of K, by the class of the call. */
  readonly step: readonly number[];
}

export const TILES: readonly Tile[] = [
  { rows: 128, columns: 256, resident: 1, step: [0.036, 0.09] },
  { rows: 128, columns: 128, resident: 2, step: [0.042, 0.064] },
  { rows: 64, columns: 64, resident: 4, step: [0.032, 0.026] },
  { rows: 32, columns: 32, resident: 8, step: [0.025, 0.02] },
];

/** The number of blocks that a tile has for a size. */
export function blocksFor({ rows, columns }: Tile, M: number, N: number): number {
  return Math.ceil(M / rows) * Math.ceil(N / columns);
}

/** The time that a GPU takes, in microseconds: blocks run in waves, and share the multiprocessors. */
export function timeOn(
  { multiprocessors }: MadeUpGpu,
  tile: Tile,
  [M, N, K]: readonly [M: number, N: number, K: number],
  ofClass: number,
): number {
  const blocks = blocksFor(tile, M, N);
  const waves = Math.ceil(blocks / (multiprocessors * tile.resident));
  return 4 + waves * (1.5 + K * (tile.step[ofClass] ?? 1));
}

/** A measurement of all tiles. */
export function measuredOn(
  device: MadeUpGpu,
  size: readonly [M: number, N: number, K: number],
  ofClass = 0,
  noise: () => number = () => 1,
): Measurement {
  const [M, N, K] = size;
  // The strides of matrices without gaps equal sizes.
  const values = { M, N, K, stride_am: K, stride_bk: N, stride_cm: N };
  return {
    device,
    key: undefined,
    values: new Map(Object.entries(values).map(([name, value]) => [name, BigInt(value)])),
    blocks: new Map(TILES.map((tile, algo) => [algo, BigInt(blocksFor(tile, M, N))])),
    class: ofClass,
    times: new Map(
      TILES.map((tile, algo) => [algo, timeOn(device, tile, size, ofClass) * noise()]),
    ),
    failed: new Set(),
  };
}
