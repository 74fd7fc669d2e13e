import type { Place } from '../../base/errors.ts';
import { key } from '../../base/slot.ts';
import type { Formula } from '../../manifest/terms/kernel.ts';
import type { BufferRole, Literal } from '../../manifest/cases/case.ts';
import type { ElementType } from '../../manifest/terms/types.ts';

/**
 * A function over tensors that launches kernels: what `op:` and `ops:` of the manifest define. Its
 * arguments are `tensors`, then `outputs`, then `scalars`. Frameworks that allocate outputs compute
 * their shapes from the tensors.
 */
export interface Operator {
  /** A C and Python identifier. */
  readonly name: string;
  /** Its place in the manifest. */
  readonly place: Place;
  /** The tensors that the caller has. An `inout` is changed in place. */
  readonly tensors: readonly OperatorTensor[];
  /** The tensors that the operator returns. It writes all of them. */
  readonly outputs: readonly OperatorTensor[];
  readonly scalars: readonly OperatorScalar[];
  /** At least one. A call takes the first whose element types and conditions it meets. */
  readonly implementations: readonly Implementation[];
  readonly backward: Backward | undefined;
}

/** Where the operators of a plan are kept, and those of a package that is written. */
export const OPERATORS = key<readonly Operator[]>('operators');

export interface OperatorTensor {
  readonly name: string;
  readonly role: Exclude<BufferRole, 'scratch'>;
  /** The number of its axes, the same in all implementations. */
  readonly axes: number;
}

/** An argument that does not follow from the tensors. */
export interface OperatorScalar {
  readonly name: string;
  readonly kind: 'int' | 'float' | 'bool';
  /** Those without a default come first. */
  readonly default: Literal | undefined;
}

/**
 * Describes how an operator computes tensors of certain element types. All formulas are integers in
 * the language of the grid. Their names are those of `values`, of `int` and `bool` scalars, and of
 * the axes of input tensors, such as `x.shape[0]` and `x.stride[1]` (in elements).
 */
export interface Implementation {
  /** The layout of every tensor, output and temporary. A call with another one is refused. */
  readonly layouts: ReadonlyMap<string, OperatorLayout>;
  /** Memory that only the kernels use, by its name in `layouts`. Contiguous. */
  readonly temporaries: readonly string[];
  /** Each can use those before it. */
  readonly values: readonly (Formula & { readonly name: string })[];
  /** The requirements of the kernels: nothing is launched if one is 0. */
  readonly conditions: readonly Formula[];
  /** The launches, in order, on one stream. */
  readonly calls: readonly OperatorCall[];
}

export interface OperatorLayout {
  readonly element: ElementType;
  /** Elements of each axis, outermost first. */
  readonly shape: readonly Formula[];
  /** In elements; undefined: contiguous. An axis with at most one element may have any stride. */
  readonly strides: readonly Formula[] | undefined;
}

interface OperatorCall {
  /** The C entry point whose `_default` function is called. */
  readonly kernel: string;
  /** One for each parameter of the entry point: arguments, then grid parameters. */
  readonly arguments: readonly CallArgument[];
}

export type CallArgument =
  /** A tensor, an output or a temporary: its address, or all of it for a tensor descriptor. */
  | { readonly kind: 'tensor'; readonly name: string }
  | { readonly kind: 'null' }
  /** An integer: one of `values`, or an `int` or `bool` scalar. */
  | { readonly kind: 'value'; readonly name: string }
  /** A `float` scalar. */
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number };

/** Names the operator that computes gradients. */
export interface Backward {
  readonly operator: string;
  /** The tensors of that operator, in its order. */
  readonly tensors: readonly BackwardTensor[];
  /** The scalars of that operator, by their names here, in its order. */
  readonly scalars: readonly string[];
  /**
   * For each output of that operator, in its order, the tensor here that it is the gradient of.
   * Other tensors have none. Outputs whose gradient is no input of that operator are not
   * differentiable.
   */
  readonly gradients: readonly string[];
}

/** A tensor or output of the forward operator, or the gradient of an output. */
type BackwardTensor =
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'gradient'; readonly name: string };

/** The layout of a tensor, output or temporary. */
export function layoutOf(
  { layouts }: Pick<Implementation, 'layouts'>,
  name: string,
): OperatorLayout {
  const layout = layouts.get(name);
  if (layout === undefined) throw new Error(`the operator has no layout of ${name}`);
  return layout;
}

/** Returns the implementations of an operator that call only kernels of a list. */
export function implementationsWith(
  { implementations }: Operator,
  kernels: readonly string[],
): readonly Implementation[] {
  return implementations.filter(({ calls }) =>
    calls.every(({ kernel }) => kernels.includes(kernel)),
  );
}

/** The names of the kernels that operators call, in the order of the calls. */
export function calledKernels(operators: readonly Operator[]): ReadonlySet<string> {
  return new Set(
    operators.flatMap(({ implementations }) =>
      implementations.flatMap(({ calls }) => calls.map(({ kernel }) => kernel)),
    ),
  );
}

/** Text such as `softmax(x: fp32[rows, cols]) -> y: fp32[rows, cols]` for one implementation. */
export function describeOperator(
  { name, tensors, outputs, scalars }: Operator,
  implementation: Pick<Implementation, 'layouts'>,
): string {
  const described = ({ name: own, role }: OperatorTensor): string => {
    const { element, shape } = layoutOf(implementation, own);
    const axes = shape.map(({ text }) => text).join(', ');
    return `${role === 'inout' ? 'inout ' : ''}${own}: ${element}[${axes}]`;
  };
  const taken = [...tensors.map(described), ...scalars.map(describeScalar)];
  const made = outputs.map(described);
  const returned = made.length === 1 ? made[0] : `(${made.join(', ')})`;
  return `${name}(${taken.join(', ')}) -> ${returned}`;
}

/** Text such as `scale: float = 0.5`. */
export function describeScalar({ name, kind, default: value }: OperatorScalar): string {
  return `${name}: ${kind}${value === undefined ? '' : ` = ${value}`}`;
}
