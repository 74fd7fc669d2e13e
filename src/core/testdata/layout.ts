import { aligned } from './elements.ts';

/** Where the elements of a buffer stand: strides in elements, outermost axis first. */
export interface Layout {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  /** Elements from the first to the last, those between included. */
  readonly length: number;
}

/** What elements are poisoned with that belong to nobody or are yet to be written. */
export const POISON = 0xff;

/** Elements in the order of the axes, put where the layout has them; what lies between is poisoned. */
export function toPhysical(logical: Uint8Array, layout: Layout, bytes: number): Uint8Array {
  const physical = new Uint8Array(layout.length * bytes).fill(POISON);
  const [from, to] = [unitsOf(logical, bytes), unitsOf(physical, bytes)];
  forEachRow(layout, bytes, (at, start, count, stride) => {
    if (stride === 1) to.set(from.subarray(start, start + count), at);
    else for (let i = 0; i < count; i++) to[at + i * stride] = from[start + i] as number;
  });
  return physical;
}

/** The elements of a buffer in the order of its axes. */
export function toLogical(physical: Uint8Array, layout: Layout, bytes: number): Uint8Array {
  const logical = new Uint8Array(countOf(layout) * bytes);
  const [from, to] = [unitsOf(physical, bytes), unitsOf(logical, bytes)];
  forEachRow(layout, bytes, (at, start, count, stride) => {
    if (stride === 1) to.set(from.subarray(at, at + count), start);
    else for (let i = 0; i < count; i++) to[start + i] = from[at + i * stride] as number;
  });
  return logical;
}

/** How many elements a shape has. */
export function countOf({ shape }: Pick<Layout, 'shape'>): number {
  return shape.reduce((product, size) => product * size, 1);
}

type Units = Uint8Array | Uint16Array | Uint32Array;

/** Elements of eight bytes are taken as two units of four. */
function unitsOf(bytes: Uint8Array, size: number): Units {
  const View = size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array;
  const { buffer, byteOffset, length } = aligned(bytes, View.BYTES_PER_ELEMENT);
  return new View(buffer, byteOffset, Math.floor(length / View.BYTES_PER_ELEMENT));
}

interface Axis {
  readonly size: number;
  readonly stride: number;
}

/** In units: the fewest axes that say the same. */
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

/** Sees each row along the innermost axis: where it starts in both orders, its length, its step in memory. */
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
