import { plural, sha256 } from '../../base/text.ts';
import type { Expression } from '../expression.ts';
import type { Problems } from '../problems.ts';
import type { Argument } from '../terms/kernel.ts';
import type {
  BufferChange,
  BufferSpec,
  CaseBuffer,
  CaseView,
  SmokeSpec,
  ViewSpec,
} from './case.ts';
import type { TensorType } from '../terms/types.ts';
import { bytesOf, isFloat } from '../values/elements.ts';
import { chooseFill } from './fills.ts';
import { evaluateInteger, type SmokeScope } from './scope.ts';

/** The buffer of a case. Its random numbers depend on both names. */
interface BufferOwner {
  readonly kernel: string;
  readonly case: string;
  /** True if only some blocks of the case run. Then large buffers are sparse. */
  readonly isPartial: boolean;
}

/** Bytes above which a buffer is sparse in a case of which only some blocks run. */
const SPARSE_BYTES = 16 * 2 ** 20;

/** How to go beyond the limits of other cases. */
export const SOME_BLOCKS =
  'For larger buffers, write `blocks: { first: 1, last: 1, sample: 8 }` in a case of `smoke:`. Emulated, the accesses of these blocks are checked.';

/** A buffer as a case has it. */
type ChangedBuffer = BufferSpec & Pick<BufferChange, 'offset'>;

/** Joins a buffer of the section with what a case changes in it. */
export function changedBuffer(
  spec: BufferSpec,
  change: BufferChange | undefined,
  problems: Problems,
): ChangedBuffer | undefined {
  if (change === undefined) return spec;
  const { shape, strides } = { ...spec, ...change };
  if (strides !== undefined && strides.length !== shape.length)
    problems.add(
      `expected ${plural(shape.length, 'stride')}, one per axis; found ${strides.length}`,
    );
  if (spec.role === 'out' && change.fill !== undefined)
    problems.at('fill').add('a buffer with the role `out` cannot have a `fill`');
  return problems.isEmpty ? { ...spec, ...change } : undefined;
}

/** Evaluates a buffer of one case. */
export function resolveBuffer(
  { name, type }: Argument,
  spec: ChangedBuffer,
  smoke: SmokeSpec,
  owner: BufferOwner,
  scope: SmokeScope,
  problems: Problems,
): CaseBuffer | undefined {
  if (type.kind === 'scalar') throw new Error(`${name} is not a pointer`);
  const element = spec.table ?? type.element;
  if (spec.table !== undefined) checkTable(type, smoke, problems.at('table'));
  const shape = evaluateAxes(spec.shape, scope, problems);
  const strides =
    spec.strides === undefined
      ? shape && contiguous(shape)
      : evaluateAxes(spec.strides, scope, problems);
  if (shape === undefined || strides === undefined) return undefined;
  const layout = { shape, strides, inCase: `in case \`${owner.case}\`` };
  checkLayout(layout, spec.role, owner.isPartial ? MOST_SPARSE : MOST_WHOLE, problems);
  if (problems.isEmpty && type.kind === 'tensor') checkTensor(type, layout, problems);
  if (spec.hasNaN && !isFloat(element))
    problems.at('nan').add(`its elements are of type ${element}, which has no NaN`);
  const offset = offsetOf(type, spec.offset, scope, problems);
  const length = problems.isEmpty ? Number(lengthOf(shape, strides)) : 0;
  const isSparse = owner.isPartial && length * bytesOf(element) > SPARSE_BYTES;
  const fill =
    problems.isEmpty && !isSparse
      ? chooseFill(element, spec, { shape, scope, inCase: layout.inCase }, problems)
      : undefined;
  if (offset === undefined || !problems.isEmpty) return undefined;
  const seed = `${smoke.seed}\n${owner.kernel}\n${owner.case}\n${name}`;
  return {
    element,
    shape: shape.map(Number),
    strides: strides.map(Number),
    length,
    offset,
    role: spec.role,
    hasNaN: spec.hasNaN,
    isTable: spec.table !== undefined,
    fill,
    isSparse,
    seed: sha256(seed).slice(0, 32),
  };
}

/** Checks that a list of addresses can be passed for a parameter, and that something knows what it points to. */
function checkTable(
  type: TensorType | Extract<Argument['type'], { kind: 'pointer' }>,
  { expected }: Pick<SmokeSpec, 'expected'>,
  problems: Problems,
): void {
  if (type.kind !== 'pointer' || !['i64', 'u64'].includes(type.element))
    problems.add(
      'the parameter is no pointer to addresses',
      'Addresses have 64 bits: its type is `*u64` or `*i64`.',
    );
  if (expected.kind === 'interpreter')
    problems.add(
      'the interpreter cannot follow addresses that a kernel loads',
      'Write `reference: FILE.py:FUNCTION`, which gets one array with all elements, or `reference: none`.',
    );
}

/** Evaluates a parameter that gets the memory of `buffer` in one case, whose name ends messages. */
export function resolveView(
  { type }: Argument,
  { of, offset, shape: axes, strides: steps }: ViewSpec,
  buffer: CaseBuffer,
  { inCase, scope }: { readonly inCase: string; readonly scope: SmokeScope },
  problems: Problems,
): CaseView | undefined {
  const shape = axes === undefined ? buffer.shape.map(BigInt) : evaluateAxes(axes, scope, problems);
  const own = steps && evaluateAxes(steps, scope, problems);
  const inherited = axes === undefined ? buffer.strides.map(BigInt) : shape && contiguous(shape);
  const strides = steps === undefined ? inherited : own;
  const start = offset === undefined ? 0n : evaluateInteger(offset, scope, problems.at('offset'));
  if (shape === undefined || strides === undefined || start === undefined) return undefined;
  const layout = { shape, strides, inCase };
  checkLayout(layout, 'in', MOST_SPARSE, problems);
  if (problems.isEmpty && type.kind === 'tensor') checkTensor(type, layout, problems);
  const end = start + lengthOf(shape, strides);
  if (start < 0n) problems.at('offset').add(`the offset is negative ${inCase}: ${start}`);
  else if (problems.isEmpty && end > BigInt(buffer.length))
    problems.add(
      `it ends at element ${end} of \`${of}\`, which has ${buffer.length} ${inCase}`,
      `Make \`${of}\` larger: its shape says what memory there is for both.`,
    );
  const bytes = start * BigInt(bytesOf(buffer.element));
  if (type.kind === 'tensor' && bytes % ALIGNMENT !== 0n)
    problems
      .at('offset')
      .add(`a tensor must start at a multiple of ${ALIGNMENT} bytes, found ${bytes} ${inCase}`);
  if (!problems.isEmpty) return undefined;
  return { of, offset: Number(start), shape: shape.map(Number), strides: strides.map(Number) };
}

/** Alignments above this number of bytes make no difference: no hint says more. */
const ALIGNMENT = 16n;

/** The bytes from an aligned address to the start of a buffer. */
function offsetOf(
  type: TensorType | Extract<Argument['type'], { kind: 'pointer' }>,
  expression: Expression | undefined,
  scope: SmokeScope,
  problems: Problems,
): number | undefined {
  if (expression === undefined) return 0;
  const part = problems.at('offset');
  const elements = evaluateInteger(expression, scope, part);
  if (elements === undefined) return undefined;
  const bytes = elements * BigInt(bytesOf(type.element));
  if (elements < 0n) part.add(`the offset is negative: ${elements}`);
  if (type.kind === 'tensor' && bytes % ALIGNMENT !== 0n)
    part.add(`a tensor must start at a multiple of ${ALIGNMENT} bytes, found ${bytes}`);
  return Number(bytes % ALIGNMENT);
}

function evaluateAxes(
  expressions: readonly Expression[],
  scope: SmokeScope,
  problems: Problems,
): readonly bigint[] | undefined {
  const values: bigint[] = [];
  for (const expression of expressions) {
    const value = evaluateInteger(expression, scope, problems);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function contiguous(shape: readonly bigint[]): readonly bigint[] {
  return shape.map((_size, axis) =>
    shape.slice(axis + 1).reduce((product, size) => product * size, 1n),
  );
}

/** The number of elements from the first to the last, including gaps. */
function lengthOf(shape: readonly bigint[], strides: readonly bigint[]): bigint {
  if (shape.includes(0n)) return 0n;
  return shape.reduce((sum, size, axis) => sum + (size - 1n) * (strides[axis] ?? 0n), 1n);
}

interface Layout {
  readonly shape: readonly bigint[];
  readonly strides: readonly bigint[];
  /** The end of messages: `in case …`. */
  readonly inCase: string;
}

/** The exponents of the most elements of a buffer. */
const MOST_WHOLE = 31n;
const MOST_SPARSE = 48n;

function checkLayout(
  { shape, strides, inCase }: Layout,
  role: BufferSpec['role'],
  exponent: bigint,
  problems: Problems,
): void {
  const sizes = `[${shape.join(', ')}]`;
  const both = `shape ${sizes} and strides [${strides.join(', ')}]`;
  // With strides of 0, a small buffer can have many elements.
  const count = shape.reduce((product, size) => product * size, 1n);
  const isOutput = role === 'out' || role === 'inout';
  if (shape.some((size) => size < 0n)) {
    problems.add(`negative size in shape ${sizes} ${inCase}`);
  } else if (strides.some((stride) => stride < 0n)) {
    problems.add(`negative stride in ${both} ${inCase}`);
  } else if (lengthOf(shape, strides) > 2n ** exponent || count > 2n ** exponent) {
    problems.add(
      `${both} have more than 2^${exponent} elements ${inCase}`,
      exponent === MOST_WHOLE ? SOME_BLOCKS : undefined,
    );
  } else if (isOutput && overlaps(shape, strides)) {
    problems.add(`elements of an output overlap: ${both} ${inCase}`);
  }
}

/** Returns whether two elements can overlap: each stride must exceed the reach of all smaller ones. */
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

/** The unit of a tensor's strides in bytes. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const TENSOR_STRIDE = 16n;

function checkTensor(
  { element, block }: TensorType,
  { shape, strides, inCase }: Layout,
  problems: Problems,
): void {
  const size = BigInt(bytesOf(element));
  const wrong = strides.slice(0, -1).find((stride) => (stride * size) % TENSOR_STRIDE !== 0n);
  if (shape.length !== block.length) {
    problems.add(
      `the tensor has ${plural(shape.length, 'axis', 'axes')}, but its block has ${block.length} ${inCase}`,
    );
  } else if (shape.includes(0n)) {
    problems.add(`the tensor has no elements: shape [${shape.join(', ')}] ${inCase}`);
  } else if (strides.at(-1) !== 1n) {
    problems.add(`the last stride of a tensor must be 1, found ${strides.at(-1)} ${inCase}`);
  } else if (wrong !== undefined) {
    problems.add(
      `the strides of a tensor must be multiples of ${TENSOR_STRIDE} bytes; ${wrong} elements are ${wrong * size} bytes ${inCase}`,
    );
  }
}
