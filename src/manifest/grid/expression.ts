export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const;
export const FUNCTIONS = ['min', 'max', 'cdiv'] as const;

/** An operation on two integers. `//` is read as `/`; a call with more values nests to the left. */
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | (typeof COMPARISONS)[number]
  | (typeof FUNCTIONS)[number];

/** One axis of a grid. `offset` is where the node starts in the parsed text, in UTF-16 units. */
export type GridExpression =
  | { readonly kind: 'integer'; readonly value: bigint; readonly offset: number }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  /** `defined(NAME)`: 0 for the constant None and for a null pointer, else 1. */
  | { readonly kind: 'defined'; readonly name: string; readonly offset: number }
  | { readonly kind: 'negate'; readonly operand: GridExpression; readonly offset: number }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: GridExpression;
      readonly right: GridExpression;
      readonly offset: number;
    }
  | {
      readonly kind: 'choice';
      readonly condition: GridExpression;
      readonly whenTrue: GridExpression;
      readonly whenFalse: GridExpression;
      readonly offset: number;
    };

/** A node that is 1 if two integers compare in a way, else 0. */
type Comparison = Extract<GridExpression, { kind: 'binary' }> & {
  readonly operator: (typeof COMPARISONS)[number];
};

/** True if a node compares two integers. */
export function isComparison(expression: GridExpression): expression is Comparison {
  return (
    expression.kind === 'binary' && COMPARISONS.some((operator) => operator === expression.operator)
  );
}

/**
 * The meaning of a name in a grid. `why` completes "`x` is …", such as "a pointer". `presence` is
 * what `defined` depends on: `absent` gives 0, `nullable` is 0 for a null pointer; without it, 1.
 */
export type GridName =
  | { readonly kind: 'value' }
  | { readonly kind: 'constant'; readonly value: bigint }
  | {
      readonly kind: 'unusable';
      readonly why: string;
      readonly presence?: 'absent' | 'nullable';
    };

export type GridNames = ReadonlyMap<string, GridName>;

/** Returns the operands of a node, in the order of the text. */
export function childrenOf(expression: GridExpression): readonly GridExpression[] {
  switch (expression.kind) {
    case 'integer':
    case 'name':
    case 'defined':
      return [];
    case 'negate':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
  }
}

/** Returns every use of a name's value, in the order of the text. `definedIn` has the others. */
export function namesIn(
  expression: GridExpression,
): readonly { readonly name: string; readonly offset: number }[] {
  if (expression.kind === 'name') return [{ name: expression.name, offset: expression.offset }];
  return childrenOf(expression).flatMap(namesIn);
}

/** Returns the names that `defined` asks about, in the order of the text. */
export function definedIn(
  expression: GridExpression,
): readonly { readonly name: string; readonly offset: number }[] {
  if (expression.kind === 'defined') return [{ name: expression.name, offset: expression.offset }];
  return childrenOf(expression).flatMap(definedIn);
}

/** Replaces names by expressions. Those put in are not searched for names again. */
export function substitute(
  expression: GridExpression,
  values: ReadonlyMap<string, GridExpression>,
): GridExpression {
  const inside = (child: GridExpression): GridExpression => substitute(child, values);
  switch (expression.kind) {
    case 'integer':
    case 'defined':
      return expression;
    case 'name':
      return values.get(expression.name) ?? expression;
    case 'negate':
      return { ...expression, operand: inside(expression.operand) };
    case 'binary':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      return {
        ...expression,
        condition: inside(condition),
        whenTrue: inside(whenTrue),
        whenFalse: inside(whenFalse),
      };
    }
  }
}
