import type { TensorMap } from '../../toolchain/wire/compiled-kernel.ts';
import type { TensorType } from '../../manifest/terms/types.ts';
import type { CubinParameter } from './cubin.ts';
import type { ExpectedParameter } from './parameters.ts';

/**
 * The form in which a kernel takes a tensor: as a tensor map or, on targets without tensor maps, as separate
 * parameters for pointer, shape, strides and flags. In both cases shape and strides follow again.
 * Source: `expand_signature` of Triton's NVIDIA driver, 3.6.0 to 3.9.0.
 */
export type TensorLayout =
  | { readonly kind: 'map'; readonly rank: number; readonly map: TensorMap }
  | {
      readonly kind: 'separate';
      readonly rank: number;
      /** The number of flags: padding with NaN, and from Triton 3.7 on rounding to tf32. */
      readonly flags: number;
    };

/** CUtensorMap, in bytes. Source: CUDA Driver API. */
const MAP = { size: 128, align: 64 };

/** The layout of a tensor whose first parameter is at `index` of the cubin's table. */
export function tensorLayout(
  type: TensorType,
  map: TensorMap | undefined,
  table: readonly CubinParameter[],
  index: number,
): TensorLayout {
  const rank = type.block.length;
  if (map !== undefined) return { kind: 'map', rank, map };
  const flags = table.slice(index + 1 + 2 * rank).findIndex(({ size }) => size !== 1);
  return { kind: 'separate', rank, flags: Math.max(0, flags) };
}

/** The parameters of a tensor, in order. */
export function tensorParameters(name: string, layout: TensorLayout): readonly ExpectedParameter[] {
  const { rank } = layout;
  const list = (count: number, size: number, what: string): ExpectedParameter[] =>
    Array.from({ length: count }, (_, index) => ({ name: `${name}.${what}[${index}]`, size }));
  const head =
    layout.kind === 'map'
      ? [{ name, ...MAP }]
      : [
          { name, size: 8 },
          ...list(rank, 8, 'shape'),
          ...list(rank, 8, 'strides'),
          ...list(layout.flags, 1, 'flags'),
        ];
  return [...head, ...list(rank, 4, 'shape'), ...list(rank, 8, 'strides')];
}

/** The same parameters, as members of the launcher's `struct aot_passed_tensor`. */
export function tensorNames(layout: TensorLayout): readonly string[] {
  const axes = Array.from({ length: layout.rank }, (_, axis) => axis);
  const shape = axes.map((axis) => `shape[${axis}]`);
  const strides = axes.map((axis) => `strides[${axis}]`);
  const head =
    layout.kind === 'map'
      ? ['map']
      : ['data', ...shape, ...strides, ...['nan_padding', 'no_rounding'].slice(0, layout.flags)];
  return [...head, ...axes.map((axis) => `short_shape[${axis}]`), ...strides];
}

/** Returns the size of a member of `struct aot_passed_tensor`, or of an element of it. */
export function tensorPart(name: string): Omit<ExpectedParameter, 'name'> | undefined {
  return PARTS.get(name);
}

const PARTS = new Map<string, Omit<ExpectedParameter, 'name'>>([
  ['map', MAP],
  ['data', { size: 8 }],
  ['shape', { size: 8 }],
  ['strides', { size: 8 }],
  ['short_shape', { size: 4 }],
  ['nan_padding', { size: 1 }],
  ['no_rounding', { size: 1 }],
]);
