import { type GridExpression, substitute } from '../grid/expression.ts';
import type { Formula } from '../model/kernel.ts';
import type {
  Implementation,
  Operator,
  OperatorTensor,
  OperatorLayout,
} from '../model/operator.ts';
import type { ElementType } from '../model/types.ts';

/** The element types of an operator's tensors that have an implementation, and their outputs. */
export interface Signature {
  /** One for each tensor. */
  readonly elements: readonly ElementType[];
  /** One for each output. */
  readonly outputs: readonly ElementType[];
  /** The index of the shapes in `OutputPlan`. */
  readonly shapes: number;
}

/** How the sizes of tensors follow from each other, for some signatures. */
export interface Shapes {
  /** The implementation whose formulas these are. */
  readonly implementation: Implementation;
  /** If a signature has implementations with several shapes: this one is for calls that meet them. */
  readonly conditions: readonly Formula[];
  /** Of each output, without names of `values`. */
  readonly outputs: readonly OutputShape[];
}

export interface OutputShape {
  readonly sizes: readonly GridExpression[];
  readonly strides: readonly GridExpression[] | undefined;
}

/** What an operator allocates in a call. */
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

/** The layout of a tensor in an implementation. */
export function layoutOf({ layouts }: Implementation, name: string): OperatorLayout {
  const layout = layouts.get(name);
  if (layout === undefined) throw new Error(`${name} has no layout`);
  return layout;
}

/** A formula without names of `values`. */
export function expanded(tree: GridExpression, { values }: Implementation): GridExpression {
  const known = new Map<string, GridExpression>();
  for (const value of values) known.set(value.name, substitute(value.tree, known));
  return substitute(tree, known);
}

function elementsOf(
  tensors: readonly OperatorTensor[],
  implementation: Implementation,
): readonly ElementType[] {
  return tensors.map(({ name }) => layoutOf(implementation, name).element);
}

function alternativesOf(
  { outputs }: Operator,
  implementations: readonly Implementation[],
): readonly Shapes[] {
  const all = implementations.map((implementation) => ({
    implementation,
    conditions: implementation.conditions,
    outputs: outputs.map(({ name }) => {
      const { shape, strides } = layoutOf(implementation, name);
      return {
        sizes: shape.map(({ tree }) => expanded(tree, implementation)),
        strides: strides?.map(({ tree }) => expanded(tree, implementation)),
      };
    }),
  }));
  const isOne = new Set(all.map((each) => textOf(each.outputs))).size === 1;
  return isOne ? all.slice(0, 1).map((each) => ({ ...each, conditions: [] })) : all;
}

/** Equal for equal sizes of all tensors and outputs. */
function keyOf({ implementation, conditions, outputs }: Shapes): string {
  const inputs = [...implementation.layouts]
    .filter(([name]) => !implementation.temporaries.includes(name))
    .map(([name, { shape }]) => [name, shape.map(({ tree }) => expanded(tree, implementation))]);
  const trees = conditions.map(({ tree }) => expanded(tree, implementation));
  return textOf([inputs, trees, outputs]);
}

/** Trees as text, without their places in the manifest. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'offset') return undefined;
    return typeof part === 'bigint' ? String(part) : part;
  });
}
