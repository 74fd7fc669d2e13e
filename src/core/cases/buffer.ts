import type { ArgumentType } from '../argument-type.ts';
import { sha256 } from '../hash.ts';
import type { Argument } from '../kernel.ts';
import type { Parsed } from '../manifest/argument.ts';
import type { Expression } from '../manifest/expression.ts';
import type { BufferSpec } from '../manifest/smoke-buffer.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import type { CaseBuffer } from './case.ts';
import { chooseFill } from './chosen-fill.ts';
import { bytesOf } from './number-format.ts';
import { evaluate, type Scope } from './scope.ts';
import { toleranceOf } from './tolerance.ts';

/** The most elements of a buffer, and the most bytes of all buffers of a case. */
const MOST_ELEMENTS = 2n ** 31n;
export const MOST_BYTES = 8 * 2 ** 30;

/** What a tensor map asks of strides, in bytes. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const TENSOR_STRIDE = 16n;

/** Which case of which kernel a buffer is of: its random numbers are its own. */
export interface CaseIdentity {
  readonly kernel: string;
  readonly case: string;
}

/** Evaluates a buffer of one case; the message says what is wrong with it. */
export function resolveBuffer(
  { name, type }: Argument,
  buffer: BufferSpec,
  smoke: SmokeSpec,
  identity: CaseIdentity,
  scope: Scope,
): Parsed<CaseBuffer> {
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

function evaluateAxes(expressions: readonly Expression[], scope: Scope): Parsed<readonly bigint[]> {
  const values: bigint[] = [];
  for (const expression of expressions) {
    const result = evaluate(expression, scope);
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
  if (length > MOST_ELEMENTS || count > MOST_ELEMENTS) return `more than 2^31 elements: ${layout}`;
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
