import { type GridExpression, isComparison } from '../../../manifest/grid/expression.ts';

interface GridInPython {
  /** Returns a Python expression for a name: an identifier, or a call. */
  readonly pyName: (name: string) => string;
  /** Functions of two integers. Python's own cannot take the symbolic sizes of PyTorch. */
  readonly min: string;
  readonly max: string;
}

/**
 * Writes an expression without errors (see `checkGrid`) as Python. It computes what `evaluateGrid`
 * computes, without its limit to 64 bits; a division by zero is Python's error.
 */
export function emitPython(expression: GridExpression, target: GridInPython): string {
  return write(expression, target).text;
}

/** Writes an expression as a condition, which is true unless it is 0. */
export function emitPythonCondition(expression: GridExpression, target: GridInPython): string {
  if (isComparison(expression)) {
    const { operator, left, right } = expression;
    return `${inside(left, SUM, target)} ${operator} ${inside(right, SUM, target)}`;
  }
  return `${inside(expression, SUM, target)} != 0`;
}

/**
 * Ranks how tightly Python expressions bind; no operand needs more than a sign. Source: The Python
 * Language Reference, 6.17.
 */
const [CHOICE, SUM, PRODUCT, SIGN] = [0, 1, 2, 3] as const;

interface Written {
  readonly text: string;
  readonly binding: number;
}

function write(expression: GridExpression, target: GridInPython): Written {
  switch (expression.kind) {
    case 'integer':
      return { text: String(expression.value), binding: SIGN };
    case 'name':
      return { text: target.pyName(expression.name), binding: SIGN };
    case 'defined':
      // Tensors are never null.
      return { text: '1', binding: SIGN };
    case 'negate':
      return { text: `-${inside(expression.operand, SIGN, target)}`, binding: SIGN };
    case 'binary':
      return writeBinary(expression, target);
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      const [yes, no] = [inside(whenTrue, SUM, target), inside(whenFalse, CHOICE, target)];
      return {
        text: `${yes} if ${emitPythonCondition(condition, target)} else ${no}`,
        binding: CHOICE,
      };
    }
  }
}

function writeBinary(
  expression: Extract<GridExpression, { kind: 'binary' }>,
  target: GridInPython,
): Written {
  const { operator, left, right } = expression;
  switch (operator) {
    case '+':
    case '-': {
      const text = `${inside(left, SUM, target)} ${operator} ${inside(right, PRODUCT, target)}`;
      return { text, binding: SUM };
    }
    case '*':
    case '/':
    case '%': {
      const sign = operator === '/' ? '//' : operator;
      const text = `${inside(left, PRODUCT, target)} ${sign} ${inside(right, SIGN, target)}`;
      return { text, binding: PRODUCT };
    }
    case 'cdiv': {
      const text = `-(-${inside(left, SIGN, target)} // ${inside(right, SIGN, target)})`;
      return { text, binding: SIGN };
    }
    case 'min':
    case 'max': {
      const [a, b] = [left, right].map((child) => write(child, target).text);
      return { text: `${target[operator]}(${a}, ${b})`, binding: SIGN };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { text: `1 if ${emitPythonCondition(expression, target)} else 0`, binding: CHOICE };
  }
}

/** Writes an operand, in parentheses if it binds less tightly than `least`. */
function inside(expression: GridExpression, least: number, target: GridInPython): string {
  const { text, binding } = write(expression, target);
  return binding < least ? `(${text})` : text;
}
