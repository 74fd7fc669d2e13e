import { aligned } from './elements.ts';

/** The layout of a buffer's elements in memory. Strides are in elements, outermost axis first. */
export interface Layout {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  /** The number of elements from the first to the last, gaps included. */
  readonly length: number;
}

/** The byte that fills gaps, and elements the kernel has yet to write. */
export const POISON = 0xff;

/**
 * Converts elements from the order of the axes to the layout in memory.
 * @param gap the bytes that fill gaps, one after another. Default: poison
 */
export function toPhysical(
  logical: Uint8Array,
  layout: Layout,
  bytes: number,
  gap?: Uint8Array,
): Uint8Array {
  const physical = filled(layout.length * bytes, gap);
  const [from, to] = [unitsOf(logical, bytes), unitsOf(physical, bytes)];
  forEachRow(layout, bytes, (at, start, count, stride) => {
    if (stride === 1) to.set(from.subarray(start, start + count), at);
    else for (let i = 0; i < count; i++) to[at + i * stride] = from[start + i] as number;
  });
  return physical;
}

/** Returns `size` bytes that repeat a pattern. */
function filled(size: number, pattern: Uint8Array | undefined): Uint8Array {
  const bytes = new Uint8Array(size);
  if (pattern === undefined) return bytes.fill(POISON);
  bytes.set(pattern.subarray(0, size));
  for (let done = pattern.length; done < size; done *= 2)
    bytes.copyWithin(done, 0, Math.min(done, size - done));
  return bytes;
}

/** Converts elements from the layout in memory to the order of the axes. */
export function toLogical(physical: Uint8Array, layout: Layout, bytes: number): Uint8Array {
  const logical = new Uint8Array(countOf(layout) * bytes);
  const [from, to] = [unitsOf(physical, bytes), unitsOf(logical, bytes)];
  forEachRow(layout, bytes, (at, start, count, stride) => {
    if (stride === 1) to.set(from.subarray(at, at + count), start);
    else for (let i = 0; i < count; i++) to[start + i] = from[at + i * stride] as number;
  });
  return logical;
}

/** Returns the number of elements of a shape. */
export function countOf({ shape }: Pick<Layout, 'shape'>): number {
  return shape.reduce((product, size) => product * size, 1);
}

type Units = Uint8Array | Uint16Array | Uint32Array;

/** Returns a view of elements; those of eight bytes are two units of four bytes. */
function unitsOf(bytes: Uint8Array, size: number): Units {
  const View = size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array;
  const { buffer, byteOffset, length } = aligned(bytes, View.BYTES_PER_ELEMENT);
  return new View(buffer, byteOffset, Math.floor(length / View.BYTES_PER_ELEMENT));
}

interface Axis {
  readonly size: number;
  readonly stride: number;
}

/** Merges all axes that can be merged. Sizes and strides are in units. */
function axesOf({ shape, strides }: Layout, bytes: number): Axis[] {
  const units = bytes === 8 ? 2 : 1;
  const axes: Axis[] = [];
  for (const [index, size] of [...shape, units].entries()) {
    const stride = index < shape.length ? (strides[index] ?? 0) * units : 1;
    const outer = axes.at(-1);
    if (outer !== undefined && outer.stride === size * stride) {
      axes[axes.length - 1] = { size: outer.size * size, stride };
    } else if (size !== 1) axes.push({ size, stride });
  }
  return axes.length === 0 ? [{ size: 1, stride: 1 }] : axes;
}

/** Called for a row along the innermost axis: its start in both orders, length and stride. */
type VisitRow = (physicalAt: number, logicalAt: number, count: number, stride: number) => void;

function forEachRow(layout: Layout, bytes: number, visit: VisitRow): void {
  if (countOf(layout) === 0) return;
  const axes = axesOf(layout, bytes);
  let logicalAt = 0;
  const walk = (depth: number, physicalAt: number): void => {
    const { size, stride } = axes[depth] as Axis;
    if (depth === axes.length - 1) {
      visit(physicalAt, logicalAt, size, stride);
      logicalAt += size;
    } else for (let i = 0; i < size; i++) walk(depth + 1, physicalAt + i * stride);
  };
  walk(0, 0);
}
