import type { Expression } from '../../expression.ts';
import { allParameters } from '../../terms/kernel.ts';
import type { BufferChange, CaseChange, CaseSpec, FillSpec, StrideChange } from '../case.ts';
import type { CaseFill, CaseLayout, ProposedChange } from './proposal.ts';
import { contiguous, shapeOf, type Situation, withSizes } from './situation.ts';
import { contiguousText, type StridedBuffer } from './strides.ts';

/** A case, and how it was made. */
export interface CaseDraft {
  readonly spec: CaseSpec;
  readonly changes: readonly CaseChange[];
}

/** Applies a change to a case; undefined if it changes nothing. The result may be no call of the kernel. */
export function applied(
  situation: Situation,
  { spec, changes }: CaseDraft,
  { kind, text, sizes, layouts, offsets, fills }: ProposedChange,
): CaseDraft | undefined {
  if (Object.keys(layouts).length > 0) return laidOut(situation, { spec, changes }, text, layouts);
  const values = Object.entries(sizes).map(([name, value]) => [name, BigInt(value)] as const);
  if (values.some(([name, value]) => value < 1n || spec.values.get(name) === value))
    return undefined;
  const buffers = new Map(spec.buffers);
  const set = (name: string, change: BufferChange): void => {
    buffers.set(name, { ...buffers.get(name), ...change });
  };
  for (const [name, elements] of Object.entries(offsets))
    set(name, { offset: integer(BigInt(elements)) });
  for (const [name, fill] of Object.entries(fills))
    set(name, { fill: fillFor(fill, situation.smoke.buffers.get(name)?.fill) });
  const made = { ...withSizes(situation, spec, new Map(values)), buffers };
  return { spec: made, changes: [...changes, { kind, text }] };
}

/** Sets the strides that callers choose, so that they describe these layouts. */
function laidOut(
  situation: Situation,
  { spec, changes }: CaseDraft,
  text: string,
  layouts: ProposedChange['layouts'],
): CaseDraft | undefined {
  const values = new Map(spec.values);
  const buffers = new Map(spec.buffers);
  const changed: StrideChange[] = [];
  for (const buffer of situation.strided) {
    const layout = layouts[buffer.name];
    if (layout === undefined) continue;
    const shape = shapeOf(situation, buffer.spec, spec.values);
    if (shape === undefined) return undefined;
    const [wanted, plain] = [stridesOf(layout, shape), contiguous(shape)];
    for (const [axis, name] of buffer.strides.entries()) {
      const value = wanted[axis] ?? 1n;
      if (name === undefined || value === plain[axis]) continue;
      values.set(name, value);
      // The stride of an axis with one element is never used.
      if ((shape[axis] ?? 1n) > 1n) changed.push(strideChange(situation, buffer, axis, value));
    }
    if (buffer.implied !== undefined)
      buffers.set(buffer.name, { ...buffers.get(buffer.name), strides: buffer.implied });
  }
  if (changed.length === 0) return undefined;
  const texts = changed.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return {
    spec: { ...spec, values, buffers },
    changes: [...changes, { kind: 'layout', text: `${text}: ${texts}`, strides: changed }],
  };
}

function stridesOf({ order, gap, step, repeated }: CaseLayout, shape: readonly bigint[]) {
  const strides = new Map<number, bigint>();
  let reach = BigInt(step);
  for (const [index, axis] of order.toReversed().entries()) {
    const stride = reach + (index === 1 ? BigInt(gap) : 0n);
    strides.set(axis, axis === repeated ? 0n : stride);
    reach = stride * (shape[axis] ?? 1n);
  }
  return shape.map((_size, axis) => strides.get(axis) ?? 1n);
}

function strideChange(
  situation: Situation,
  { spec, strides }: StridedBuffer,
  axis: number,
  value: bigint,
): StrideChange {
  const name = strides[axis] ?? '';
  const given = situation.smoke.arguments.get(name);
  const shape = spec.shape.map(({ text }) => text);
  return {
    name,
    value: Number(value),
    contiguous:
      typeof given === 'object' ? given.text : String(given ?? contiguousText(shape, axis)),
    isArgument: allParameters(situation.kernel).some((each) => each.name === name),
  };
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

function fillFor(
  { constant, between, only, sorted, sentinel }: CaseFill,
  own: FillSpec | undefined,
): FillSpec | undefined {
  if (constant !== undefined) return { kind: 'constant', value: constant };
  if (between !== undefined) {
    const properties = { unique: false, sorted: false, in: 'buffer' } as const;
    const [from, to] = between;
    return { kind: 'uniform', limits: { from, to }, properties, sentinel };
  }
  if (own?.kind !== 'uniform' || own.limits === undefined) return own;
  return {
    ...own,
    limits: only === undefined ? own.limits : { from: own.limits[only], to: own.limits[only] },
    properties: { ...own.properties, sorted: sorted ?? own.properties.sorted },
    sentinel: sentinel ?? own.sentinel,
  };
}

function integer(value: bigint): Expression {
  return { tree: { kind: 'integer', value, offset: 0 }, text: String(value) };
}
