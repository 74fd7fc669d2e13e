import { sha256 } from '../base/text.ts';
import type { Expression } from '../manifest/expression.ts';
import type { ParseResult } from '../manifest/signature.ts';
import type { BufferSpec } from '../manifest/smoke-buffer.ts';
import type { SmokeSpec, ToleranceSpec } from '../manifest/smoke.ts';
import type { Argument } from '../model/kernel.ts';
import type { CaseBuffer, Fill, Tolerance } from '../model/smoke-case.ts';
import {
  type ArgumentType,
  type ElementType,
  integerRange,
  type IntegerRange,
} from '../model/types.ts';
import { bytesOf, isFloat } from '../testdata/elements.ts';
import { evaluateInteger, type SmokeScope } from './smoke-scope.ts';

/** The most elements of a buffer, and the most bytes of all buffers of a case. */
const MAX_ELEMENTS = 2n ** 31n;
export const MAX_BUFFER_BYTES = 8 * 2 ** 30;

/** What a tensor map asks of strides, in bytes. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const TENSOR_STRIDE = 16n;

/** Which case of which kernel a buffer is of: its random numbers are its own. */
interface CaseIdentity {
  readonly kernel: string;
  readonly case: string;
}

/** Evaluates a buffer of one case; the message says what is wrong with it. */
export function resolveBuffer(
  { name, type }: Argument,
  buffer: BufferSpec,
  smoke: SmokeSpec,
  identity: CaseIdentity,
  scope: SmokeScope,
): ParseResult<CaseBuffer> {
  if (type.kind === 'scalar') throw new Error(`${name} is no pointer`);
  const shape = evaluateAxes(buffer.shape, scope);
  if (!shape.ok) return shape;
  const given = buffer.strides && evaluateAxes(buffer.strides, scope);
  if (given?.ok === false) return given;
  const strides = given?.value ?? contiguous(shape.value);
  const inCase = ` in case \`${identity.case}\``;
  const message =
    checkAxes(shape.value, strides, buffer) ?? checkTensor(type, shape.value, strides);
  if (message !== undefined) return { ok: false, message: `${message}${inCase}` };
  const fill = chooseFill(type.element, buffer);
  if (!fill.ok) return fill;
  const seed = `${smoke.seed}\n${identity.kernel}\n${identity.case}\n${name}`;
  return {
    ok: true,
    value: {
      element: type.element,
      shape: shape.value.map(Number),
      strides: strides.map(Number),
      length: Number(lengthOf(shape.value, strides)),
      role: buffer.role,
      fill: fill.value,
      seed: sha256(seed).slice(0, 32),
      tolerance: toleranceOf(name, type.element, smoke.tolerance),
    },
  };
}

function evaluateAxes(
  expressions: readonly Expression[],
  scope: SmokeScope,
): ParseResult<readonly bigint[]> {
  const values: bigint[] = [];
  for (const expression of expressions) {
    const result = evaluateInteger(expression, scope);
    if (!result.ok) return result;
    values.push(result.value);
  }
  return { ok: true, value: values };
}

function contiguous(shape: readonly bigint[]): readonly bigint[] {
  return shape.map((_size, axis) =>
    shape.slice(axis + 1).reduce((product, size) => product * size, 1n),
  );
}

/** Elements from the first to the last. */
function lengthOf(shape: readonly bigint[], strides: readonly bigint[]): bigint {
  if (shape.includes(0n)) return 0n;
  return shape.reduce((sum, size, axis) => sum + (size - 1n) * (strides[axis] ?? 0n), 1n);
}

function checkAxes(
  shape: readonly bigint[],
  strides: readonly bigint[],
  { role }: BufferSpec,
): string | undefined {
  const layout = `shape [${shape.join(', ')}] and strides [${strides.join(', ')}]`;
  if (shape.some((size) => size < 0n)) return `negative size: shape [${shape.join(', ')}]`;
  if (strides.some((stride) => stride < 0n)) return `negative stride: ${layout}`;
  const length = lengthOf(shape, strides);
  const count = shape.reduce((product, size) => product * size, 1n);
  // Strides of 0 make a small buffer of many elements.
  if (length > MAX_ELEMENTS || count > MAX_ELEMENTS) return `more than 2^31 elements: ${layout}`;
  if ((role === 'out' || role === 'inout') && overlaps(shape, strides))
    return `elements of an output overlap: ${layout}`;
  return undefined;
}

/** Whether two elements may share a place: each axis must step over everything the smaller ones reach. */
function overlaps(shape: readonly bigint[], strides: readonly bigint[]): boolean {
  if (shape.includes(0n)) return false;
  const axes = shape
    .map((size, axis) => ({ size, stride: strides[axis] ?? 0n }))
    .filter(({ size }) => size > 1n)
    .toSorted((a, b) => Number(a.stride - b.stride));
  let reach = 0n;
  for (const { size, stride } of axes) {
    if (stride <= reach) return true;
    reach += (size - 1n) * stride;
  }
  return false;
}

function checkTensor(
  type: ArgumentType,
  shape: readonly bigint[],
  strides: readonly bigint[],
): string | undefined {
  if (type.kind !== 'tensor') return undefined;
  const rank = type.block.length;
  if (shape.length !== rank) return `${shape.length} axes, but the tensor's block has ${rank}`;
  if (shape.includes(0n)) return `a tensor without elements: shape [${shape.join(', ')}]`;
  if (strides.at(-1) !== 1n) return `the last stride of a tensor is 1, not ${strides.at(-1)}`;
  const size = BigInt(bytesOf(type.element));
  const wrong = strides.slice(0, -1).find((stride) => (stride * size) % TENSOR_STRIDE !== 0n);
  if (wrong === undefined) return undefined;
  return `a tensor's stride of ${wrong} elements is ${wrong * size} bytes, no multiple of ${TENSOR_STRIDE}`;
}

/** What a buffer holds before the call; undefined where it is poisoned. */
function chooseFill(
  element: ElementType,
  { role, fill }: Pick<BufferSpec, 'role' | 'fill'>,
): ParseResult<Fill | undefined> {
  const range = integerRange(element);
  if (fill === undefined) {
    const isPoisoned = role === 'out' || role === 'scratch';
    return { ok: true, value: isPoisoned ? undefined : defaultFill(range) };
  }
  if (fill.kind === 'uniform' && fill.from === undefined) {
    return { ok: true, value: range === undefined ? UNIT : uniformIntegers(range) };
  }
  const message = range === undefined ? checkFloats(fill) : checkIntegers(fill, element, range);
  return message === undefined ? { ok: true, value: fill } : { ok: false, message };
}

const UNIT: Fill = { kind: 'uniform', from: 0, to: 1 };

function defaultFill(range: IntegerRange | undefined): Fill {
  return range === undefined ? { kind: 'normal', mean: 0, deviation: 1 } : uniformIntegers(range);
}

/** Small enough for every type, and for sums that stay exact. */
function uniformIntegers({ from, to }: IntegerRange): Fill {
  const most = Math.min(100, Number(to));
  return { kind: 'uniform', from: from < 0n ? -most : 0, to: most };
}

function checkFloats(fill: Fill): string | undefined {
  if (fill.kind !== 'uniform' || fill.from < fill.to) return undefined;
  return `floats are below \`to\`: expected more than ${fill.from}, found ${fill.to}`;
}

function checkIntegers(fill: Fill, element: ElementType, range: IntegerRange): string | undefined {
  switch (fill.kind) {
    case 'file':
      return undefined;
    case 'normal':
      return `${element} holds integers: expected uniform, constant or file`;
    case 'constant':
    case 'uniform': {
      const values = fill.kind === 'constant' ? [fill.value] : [fill.from, fill.to];
      const wrong = values.find((value) => !isWithin(value, range));
      if (wrong === undefined) return undefined;
      const from = range.from < -SAFE ? -SAFE : range.from;
      const to = range.to > SAFE ? SAFE : range.to;
      return `${wrong} is no ${element} that a fill can have: expected an integer from ${from} to ${to}`;
    }
  }
}

/** Beyond it JavaScript's numbers, and so fills, have gaps. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function isWithin(value: number, { from, to }: IntegerRange): boolean {
  return Number.isSafeInteger(value) && BigInt(value) >= from && BigInt(value) <= to;
}

/** ‖out − ref‖ / ‖ref‖ that passes: some units in the last place, summed over the terms of a usual reduction. */
const NORMS: Readonly<Record<string, number>> = {
  fp64: 1e-12,
  fp32: 1e-5,
  f32: 1e-5,
  fp16: 2e-3,
  bf16: 1.6e-2,
  fp8e4nv: 0.1,
  fp8e4b8: 0.1,
  fp8e4b15: 0.1,
  fp8e5: 0.2,
  fp8e5b16: 0.2,
};

/** A single element may be further off than the whole. */
const ELEMENTWISE = 5;

/** What passes for a buffer. Integers must be equal unless the manifest names the buffer or their type. */
function toleranceOf(name: string, element: ElementType, spec: ToleranceSpec): Tolerance {
  const floats = isFloat(element) ? spec.floats : undefined;
  const given = spec.named.get(name) ?? spec.named.get(element) ?? floats ?? {};
  const norm = given.norm ?? NORMS[element] ?? 0;
  return { norm, rtol: given.rtol ?? ELEMENTWISE * norm, atol: given.atol ?? 0 };
}
