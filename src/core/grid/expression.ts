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

/** What a name means in a grid. `why` completes "`x` is …", such as "a pointer". */
export type GridName =
  | { readonly kind: 'value' }
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'unusable'; readonly why: string };

export type GridNames = ReadonlyMap<string, GridName>;

/** Returns the operands of a node, in the order of the text. */
export function childrenOf(expression: GridExpression): readonly GridExpression[] {
  switch (expression.kind) {
    case 'integer':
    case 'name':
      return [];
    case 'negate':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
  }
}

/** Returns every use of a name, in the order of the text. */
export function namesIn(
  expression: GridExpression,
): readonly { readonly name: string; readonly offset: number }[] {
  if (expression.kind === 'name') return [{ name: expression.name, offset: expression.offset }];
  return childrenOf(expression).flatMap(namesIn);
}
