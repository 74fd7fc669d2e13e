import type { Expression } from '../../expression.ts';
import { allParameters } from '../../terms/kernel.ts';
import type { BufferChange, CaseSpec, StrideChange } from '../case.ts';
import type { Rule, Step } from './rule.ts';
import { contiguous, shapeOf, type Situation, type StridedBuffer } from './situation.ts';

/** Strides for the shape of a buffer; undefined if the shape has none of this kind. */
type Layout = (shape: readonly bigint[]) => readonly bigint[] | undefined;

/** Buffers whose strides are arguments: padded, transposed, expanded, and with every other element. */
export const STRIDES: Rule = {
  name: 'strides',
  stepsOf: (situation) =>
    situation.strided.map((buffer, index) =>
      layoutsOf(buffer, BigInt(index)).map(([what, layout]) =>
        strideStep(situation, [[buffer, layout]], `${buffer.name} ${what}`),
      ),
    ),
};

/** All buffers padded, each by another number of elements. */
export const DIFFERENT_STRIDES: Rule = {
  name: 'different strides',
  stepsOf: (situation) => {
    const { strided } = situation;
    if (strided.length < 2) return [];
    const all = [0n, 16n].map((more) => {
      const layouts = strided.map(
        (buffer, index) => [buffer, padded(pad(BigInt(index), more))] as const,
      );
      return strideStep(situation, layouts, 'all buffers padded');
    });
    return [all];
  },
};

/** Buffers that start one element after an aligned address. */
export const OFFSETS: Rule = {
  name: 'offsets',
  stepsOf: ({ smoke }) =>
    [...smoke.buffers].flatMap(([name, spec]) =>
      spec === null
        ? []
        : [[bufferStep(name, { offset: integer(1n) }, `${name} starts one element late`)]],
    ),
};

/** A step that changes one buffer. */
export function bufferStep(
  name: string,
  change: BufferChange,
  text: string,
  kind: 'layout' | 'data' = 'layout',
): Step {
  return {
    apply: (spec) => ({
      spec: {
        ...spec,
        buffers: new Map([
          ...spec.buffers,
          [name, { ...spec.buffers.get(name), ...change }] as const,
        ]),
      },
      change: { kind, text },
    }),
  };
}

export function integer(value: bigint): Expression {
  return { tree: { kind: 'integer', value, offset: 0 }, text: String(value) };
}

function layoutsOf(
  { spec, strides }: StridedBuffer,
  index: bigint,
): readonly (readonly [what: string, layout: Layout])[] {
  const named = strides.flatMap((name, axis) => (name === undefined ? [] : [axis]));
  const last = strides.length - 1;
  const swaps = named.slice(1).map((axis, at) => [named[at] ?? 0, axis] as const);
  return [
    ['padded', padded(pad(index, 0n))],
    ...(spec.role === 'in'
      ? named.map((axis) => [`expanded on axis ${axis}`, expanded(axis)] as const)
      : []),
    ...swaps.map(([a, b]) => [`with axes ${a} and ${b} exchanged`, exchanged(a, b)] as const),
    ['padded by whole vectors', padded(16n * (index + 1n))],
    ...(named.includes(last) ? [['with every other element', spaced] as const] : []),
  ];
}

/** Numbers of elements that differ for each buffer, and that no power of two divides. */
function pad(index: bigint, more: bigint): bigint {
  return 3n + 2n * index + more;
}

function padded(by: bigint): Layout {
  return (shape) => {
    let reach = 1n;
    const strides: bigint[] = [];
    for (const [index, size] of shape.toReversed().entries()) {
      strides.unshift(index === 0 ? 1n : reach + (index === 1 || shape.length === 1 ? by : 0n));
      reach = (strides[0] ?? 1n) * size;
    }
    // A single axis has nothing to pad but its elements.
    return shape.length === 1 ? [1n + by] : strides;
  };
}

function expanded(axis: number): Layout {
  return (shape) =>
    (shape[axis] ?? 1n) === 1n
      ? undefined
      : contiguous(shape).map((stride, own) => (own === axis ? 0n : stride));
}

function exchanged(a: number, b: number): Layout {
  return (shape) => {
    const order = shape.map((_size, axis) => (axis === a ? b : axis === b ? a : axis));
    const inOrder = contiguous(order.map((axis) => shape[axis] ?? 1n));
    return shape.map((_size, axis) => inOrder[order.indexOf(axis)] ?? 1n);
  };
}

const spaced: Layout = (shape) => contiguous(shape).map((stride) => 2n * stride);

/** A step that sets the names of strides, so that they describe these layouts. */
function strideStep(
  situation: Situation,
  layouts: readonly (readonly [buffer: StridedBuffer, layout: Layout])[],
  what: string,
): Step {
  return {
    apply: (spec) => {
      const values = new Map(spec.values);
      const changes: StrideChange[] = [];
      for (const [buffer, layout] of layouts) {
        const shape = shapeOf(situation, buffer.spec, spec.values);
        const wanted = shape && layout(shape);
        if (shape === undefined || wanted === undefined) return undefined;
        for (const [axis, name] of buffer.strides.entries()) {
          const value = wanted[axis] ?? 1n;
          if (name === undefined || value === contiguous(shape)[axis]) continue;
          values.set(name, value);
          // The stride of an axis with one element is never used.
          if ((shape[axis] ?? 1n) > 1n)
            changes.push({
              name,
              value: Number(value),
              contiguous: contiguousText(situation, buffer, axis),
              isArgument: allParameters(situation.kernel).some((each) => each.name === name),
            });
        }
      }
      if (changes.length === 0) return undefined;
      const texts = changes.map(({ name, value }) => `${name} = ${value}`).join(', ');
      const change = { kind: 'layout' as const, text: `${what}: ${texts}`, strides: changes };
      return { spec: { ...spec, values }, change };
    },
  };
}

/** The stride of a contiguous tensor as an expression. */
function contiguousText(
  { smoke }: Situation,
  { spec, strides }: StridedBuffer,
  axis: number,
): string {
  const given = smoke.arguments.get(strides[axis] ?? '');
  if (given !== undefined) return typeof given === 'object' ? given.text : String(given);
  const inner = spec.shape.slice(axis + 1).map(({ text }) => text);
  return inner.length === 0 ? '1' : inner.map((text) => bracketed(text, inner.length)).join(' * ');
}

function bracketed(text: string, count: number): string {
  return count === 1 || /^\w+$/.test(text) ? text : `(${text})`;
}

/** Returns a case without changes of layouts: all names of strides have the values of `plain`. */
export function withoutLayouts({ strided }: Situation, spec: CaseSpec, plain: CaseSpec): CaseSpec {
  const values = new Map(spec.values);
  for (const name of new Set(strided.flatMap(({ strides }) => strides))) {
    if (name === undefined) continue;
    const value = plain.values.get(name);
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  const buffers = [...spec.buffers].flatMap(([name, { fill }]) =>
    fill === undefined ? [] : [[name, { fill }] as const],
  );
  return { ...spec, values, buffers: new Map(buffers) };
}
