import { type GridExpression, substitute } from '../../../manifest/grid/expression.ts';
import { formatAxis, formatGrid } from '../../../manifest/grid/format.ts';
import type { Formula } from '../../../manifest/terms/kernel.ts';
import { type Implementation, layoutOf, type Operator, type OperatorTensor } from '../operator.ts';
import type { ElementType } from '../../../manifest/terms/types.ts';

/** The element types of an operator's tensors that have an implementation, and their outputs. */
interface Signature {
  /** One for each tensor. */
  readonly elements: readonly ElementType[];
  /** One for each output. */
  readonly outputs: readonly ElementType[];
  /** The index of the shapes in `OutputPlan`. */
  readonly shapes: number;
}

/** Says how the sizes of tensors follow from each other, for some signatures. */
export interface Shapes {
  /** The implementation whose formulas these are. */
  readonly implementation: Implementation;
  /** If a signature has implementations with several shapes: this one is for calls that meet them. */
  readonly conditions: readonly Formula[];
  /** Of each output, without names of `values`. */
  readonly outputs: readonly OutputShape[];
}

interface OutputShape {
  readonly sizes: readonly GridExpression[];
  readonly strides: readonly GridExpression[] | undefined;
  /** The index of a tensor with the same shape, if the output is contiguous. */
  readonly like: number | undefined;
}

/** The tensors that an operator allocates in a call. */
export interface OutputPlan {
  readonly signatures: readonly Signature[];
  /** Consecutive ones that belong to the same signatures are alternatives. */
  readonly shapes: readonly (readonly Shapes[])[];
}

/**
 * Returns what the outputs of an operator depend on: implementations that differ in nothing else
 * are taken together.
 */
export function outputPlan(operator: Operator): OutputPlan {
  const found = new Map<string, Implementation[]>();
  for (const implementation of operator.implementations) {
    const key = elementsOf(operator.tensors, implementation).join();
    found.set(key, [...(found.get(key) ?? []), implementation]);
  }
  const shapes: (readonly Shapes[])[] = [];
  const known = new Map<string, number>();
  const signatures = [...found.values()].map((implementations) => {
    const [first] = implementations;
    if (first === undefined) throw new Error('a signature without an implementation');
    const alternatives = alternativesOf(operator, implementations);
    const key = alternatives.map(keyOf).join(' or ');
    const at = known.get(key) ?? shapes.push(alternatives) - 1;
    known.set(key, at);
    const outputs = elementsOf(operator.outputs, first);
    return { elements: elementsOf(operator.tensors, first), outputs, shapes: at };
  });
  return { signatures, shapes };
}

/** A formula without names of `values`. */
export function expanded(tree: GridExpression, { values }: Implementation): GridExpression {
  const known = new Map<string, GridExpression>();
  for (const value of values) known.set(value.name, substitute(value.tree, known));
  return substitute(tree, known);
}

/** True if an expression is nothing but the size of a tensor's axis. */
export function isSize(tree: GridExpression, tensor: string, axis: number): boolean {
  return tree.kind === 'name' && tree.name === formatAxis({ tensor, property: 'shape', axis });
}

function elementsOf(
  tensors: readonly OperatorTensor[],
  implementation: Implementation,
): readonly ElementType[] {
  return tensors.map(({ name }) => layoutOf(implementation, name).element);
}

function alternativesOf(
  operator: Operator,
  implementations: readonly Implementation[],
): readonly Shapes[] {
  const all = implementations.map((implementation) => ({
    implementation,
    conditions: implementation.conditions,
    outputs: operator.outputs.map(({ name }) => shapeOf(name, implementation, operator)),
  }));
  const isOne = new Set(all.map(({ outputs }) => outputs.map(shapeText).join())).size === 1;
  return isOne ? all.slice(0, 1).map((each) => ({ ...each, conditions: [] })) : all;
}

function shapeOf(name: string, implementation: Implementation, { tensors }: Operator): OutputShape {
  const layout = layoutOf(implementation, name);
  const sizes = layout.shape.map(({ tree }) => expanded(tree, implementation));
  const strides = layout.strides?.map(({ tree }) => expanded(tree, implementation));
  const like = tensors.findIndex(
    (tensor) =>
      strides === undefined &&
      tensor.axes === sizes.length &&
      sizes.every((size, axis) => isSize(size, tensor.name, axis)),
  );
  return { sizes, strides, like: like === -1 ? undefined : like };
}

/** Equal for equal sizes of all tensors and outputs. */
function keyOf({ implementation, conditions, outputs }: Shapes): string {
  const text = ({ tree }: Formula): string => formatGrid(expanded(tree, implementation));
  const inputs = [...implementation.layouts]
    .filter(([name]) => !implementation.temporaries.includes(name))
    .map(([name, { shape }]) => [name, shape.map(text)]);
  return JSON.stringify([inputs, conditions.map(text), outputs.map(shapeText)]);
}

function shapeText({ sizes, strides }: OutputShape): string {
  return JSON.stringify([sizes.map(formatGrid), strides?.map(formatGrid)]);
}
