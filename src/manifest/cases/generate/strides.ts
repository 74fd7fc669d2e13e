import { type Expression, parseExpression } from '../../expression.ts';
import { namesIn } from '../../grid/expression.ts';
import { Problems } from '../../problems.ts';
import { withElements } from '../../terms/constant.ts';
import type { Kernel } from '../../terms/kernel.ts';
import type { BufferSpec, ChosenValues, SmokeSpec } from '../case.ts';
import { caseScope, evaluateInteger, kernelScope, scalarTypes } from '../scope.ts';

type Tested = Readonly<{ kernel: Kernel; smoke: SmokeSpec }>;

/** A buffer some of whose strides are arguments or sizes of their own. */
export interface StridedBuffer {
  readonly name: string;
  readonly spec: BufferSpec;
  /** For each axis, the name of its stride; undefined if it is another expression. */
  readonly strides: readonly (string | undefined)[];
  /** The strides by these names, if the section does not give them so. */
  readonly implied: readonly Expression[] | undefined;
}

type NamedBuffer = Pick<StridedBuffer, 'name' | 'spec'>;

/**
 * Returns the buffers whose strides callers choose: plain names that no shape and no grid uses, and what arguments such as
 * `stride_x: columns` are the stride of.
 */
export function stridedBuffers({ kernel, smoke }: Tested): readonly StridedBuffer[] {
  // The place of a parameter in the memory of another may depend on how that is laid out.
  const shared = new Set([...smoke.views.values()].map(({ of }) => of));
  const all = [...smoke.buffers].flatMap(([name, spec]) =>
    spec === null || shared.has(name) ? [] : [{ name, spec }],
  );
  const used = new Set(
    [...all.flatMap(({ spec }) => spec.shape.map(({ tree }) => tree)), ...kernel.grid].flatMap(
      (tree) => namesIn(tree).map(({ name }) => name),
    ),
  );
  const constants = new Set(
    kernel.configs.flatMap(({ constants: own }) => [...withElements(own).keys()]),
  );
  const isFree = (name: string): boolean => !used.has(name) && !constants.has(name);
  const named = new Set(
    all
      .flatMap(({ spec }) => (spec.strides ?? []).flatMap(({ tree }) => namesIn(tree)))
      .map(({ name }) => name),
  );
  const implied = impliedStrides(
    { kernel, smoke },
    all,
    (name) => isFree(name) && !named.has(name),
  );
  return all.flatMap(({ name, spec }): StridedBuffer[] => {
    const given = spec.shape.map((_size, axis) => {
      const tree = spec.strides?.[axis]?.tree;
      return tree?.kind === 'name' && isFree(tree.name) ? tree.name : undefined;
    });
    const own = implied.get(name);
    const strides = given.map((each, axis) => each ?? own?.get(axis));
    if (strides.every((each) => each === undefined)) return [];
    const texts = own && stridesOf(spec).map((text, axis) => strides[axis] ?? text);
    return [{ name, spec, strides, implied: texts?.flatMap((text) => parsed(text)) }];
  });
}

/** Returns a shape, or other numbers of a case, for its values; undefined if these are no call. */
export function numbersFor(
  { kernel, smoke }: Tested,
  expressions: readonly Expression[],
  values: ChosenValues,
): readonly bigint[] | undefined {
  const problems = new Problems();
  const given = { index: 0, chosen: values, given: smoke.arguments };
  const scope = caseScope(given, kernelScope(kernel), scalarTypes(kernel), problems);
  const found = expressions.flatMap((each) =>
    scope === undefined ? [] : (evaluateInteger(each, scope, problems) ?? []),
  );
  return found.length === expressions.length ? found : undefined;
}

/**
 * Returns the arguments that are strides by their names and by their expressions, for each buffer by its axes: `stride_x` is that
 * of `x_ptr` if it always equals the distance of two rows of it. A caller that passes it may pass another tensor.
 */
function impliedStrides(
  section: Tested,
  buffers: readonly NamedBuffer[],
  isFree: (name: string) => boolean,
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const found = new Map<string, Map<number, string>>();
  const { kernel, smoke } = section;
  // Other kernels may take the same buffers as they are.
  if (smoke.later.length > 0) return found;
  const values = distinctValues(section, buffers);
  for (const name of scalarTypes(kernel).keys()) {
    const argument = smoke.arguments.get(name);
    if (typeof argument !== 'object' || !/stride/i.test(name) || !isFree(name)) continue;
    const buffer = namedBy(name, buffers);
    if (buffer === undefined) continue;
    const strides = stridesOf(buffer.spec).flatMap((text) => parsed(text));
    const numbers = numbersFor(section, [argument, ...strides], values);
    const own = found.get(buffer.name) ?? new Map<number, string>();
    const axis = numbers?.slice(1).findIndex((each, at) => each === numbers[0] && !own.has(at));
    if (axis === undefined || axis < 0) continue;
    found.set(buffer.name, own.set(axis, name));
  }
  return found;
}

/** A case with another prime for each size: expressions that are equal for these are equal. */
function distinctValues({ kernel, smoke }: Tested, buffers: readonly NamedBuffer[]): ChosenValues {
  const primes = [101n, 103n, 107n, 109n, 113n, 127n, 131n, 137n, 139n, 149n, 151n, 157n];
  const [first] = smoke.cases;
  const inShapes = buffers.flatMap(({ spec }) => spec.shape.flatMap(({ tree }) => namesIn(tree)));
  const names = [
    ...(first?.values.keys() ?? []),
    ...scalarTypes(kernel).keys(),
    ...inShapes.map(({ name }) => name),
  ].filter((name) => !smoke.arguments.has(name) && !kernelScope(kernel).values.has(name));
  return new Map(
    [...new Set(names)].map((name, index) => {
      const value = first?.values.get(name) ?? 0n;
      return [name, typeof value === 'bigint' ? (primes[index] ?? value) : value] as const;
    }),
  );
}

/** The buffer that the name of a stride mentions: `stride_x`, `x_row_stride` and `stride_xm` mention `x_ptr`. */
function namedBy(stride: string, buffers: readonly NamedBuffer[]): NamedBuffer | undefined {
  const words = stride
    .toLowerCase()
    .replace(/strides?/, '_')
    .split('_')
    .filter(Boolean);
  const likeness = ({ name }: NamedBuffer): number => {
    const stem = name.toLowerCase().replaceAll(/^p(?:tr)?_|_?(?:ptr|pointer)$/g, '');
    const each = words.map((word) => {
      if (word === stem) return 3;
      if (word.length > 1 && stem.startsWith(word)) return 2;
      return stem !== '' && word.startsWith(stem) && word.length - stem.length <= 2 ? 1 : 0;
    });
    return Math.max(0, ...each);
  };
  const most = Math.max(1, ...buffers.map(likeness));
  const best = buffers.filter((buffer) => likeness(buffer) === most);
  return best.length === 1 ? best[0] : undefined;
}

/** The strides of a buffer as text: those of the section, or those of a contiguous tensor. */
function stridesOf({ shape, strides }: BufferSpec): readonly string[] {
  return (
    strides?.map(({ text }) => text) ??
    shape.map((_size, axis) =>
      contiguousText(
        shape.map(({ text }) => text),
        axis,
      ),
    )
  );
}

/** The stride of a contiguous tensor as an expression. */
export function contiguousText(shape: readonly string[], axis: number): string {
  const inner = shape.slice(axis + 1);
  const isPlain = (text: string): boolean => inner.length === 1 || /^\w+$/.test(text);
  return inner.map((text) => (isPlain(text) ? text : `(${text})`)).join(' * ') || '1';
}

function parsed(text: string): readonly Expression[] {
  const expression = parseExpression(text, new Problems());
  return expression === undefined ? [] : [expression];
}
