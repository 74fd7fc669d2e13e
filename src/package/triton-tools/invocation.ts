import { foldGrid } from '../../manifest/grid/evaluate.ts';
import {
  type BinaryOperator,
  type GridExpression,
  type GridName,
  namesIn,
} from '../../manifest/grid/expression.ts';
import { type Constant, formatConstant } from '../../manifest/terms/constant.ts';
import type { Hint } from '../../manifest/terms/hint.ts';
import type { Config, Kernel } from '../../manifest/terms/kernel.ts';
import { formatArgumentType } from '../../manifest/terms/types.ts';
import { gridScope } from '../../plan/grid-scope.ts';
import type { Variant } from '../../plan/variants.ts';

/**
 * Arguments of compile.py other than the kernel's file and function, named as in its `CompileArgs`.
 */
export interface Invocation {
  readonly signature: string;
  readonly grid: string;
  readonly num_warps: number;
  readonly num_stages: number;
  readonly out_name: string;
}

/** The call of compile.py for a variant of a kernel without `unsupportedProblems`. */
export function invocationOf({ kernel, config, specialisation }: Variant): Invocation {
  const { constants, options } = at(kernel.configs, config);
  const { hints } = at(kernel.specialisations, specialisation);
  return {
    signature: signatureOf(kernel, constants, hints),
    grid: tritonToolsGrid(kernel, at(kernel.configs, config), hints),
    num_warps: Number(options.num_warps),
    num_stages: Number(options.num_stages),
    out_name: kernel.name,
  };
}

function signatureOf(
  kernel: Kernel,
  constants: ReadonlyMap<string, Constant>,
  hints: readonly Hint[],
): string {
  const types = new Map(
    kernel.arguments.map(({ name, type }, index) => [
      name,
      `${formatArgumentType(type)}${suffixOf(hints[index])}`,
    ]),
  );
  return kernel.parameters
    .map((name) => types.get(name) ?? formatConstant(constants.get(name) ?? { kind: 'none' }))
    .join(', ');
}

function suffixOf(hint: Hint = 0): string {
  return hint === 0 ? '' : `:${hint}`;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`the plan has no item ${index}`);
  return item;
}

/**
 * The grid for compile.py's option `-g`: three C expressions, which it copies into the code. An axis
 * that is C already stays as it is written; others are written as C. They compute in the arguments'
 * C types and divisions round towards zero, which makes no difference unless a value is negative.
 */
export function tritonToolsGrid(kernel: Kernel, config: Config, hints: readonly Hint[]): string {
  const names = new Map<string, GridName>(gridScope(kernel.arguments, [], config));
  for (const [index, { name }] of kernel.arguments.entries()) {
    // The C function has no parameter for an argument that is always 1.
    if (hints[index] === 1) names.set(name, { kind: 'constant', value: 1n });
  }
  const axes = splitAxes(kernel.gridText.trim()).map((text, index) => {
    const axis = at(kernel.grid, index);
    if (isC(text, axis, names)) return text;
    const [before = '', after = ''] = [/^\s*/, /\s*$/].map((blank) => blank.exec(text)?.[0]);
    return `${before}${write(foldGrid(axis, names)).text}${after}`;
  });
  return [...axes, ' 1', ' 1'].slice(0, 3).join(',');
}

/** Splits a valid grid at the commas between its axes, and keeps all blanks. */
function splitAxes(text: string): readonly string[] {
  const axes = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) axes.push('');
    else axes.push(`${axes.pop()}${character}`);
  }
  return axes;
}

/** Returns whether an axis means the same in C: no function, no constant, and none of `//`, `--`, `++`. */
function isC(text: string, axis: GridExpression, names: ReadonlyMap<string, GridName>): boolean {
  const isArgument = ({ name }: { readonly name: string }): boolean =>
    names.get(name)?.kind === 'value';
  return !/\b(?:cdiv|min|max)\s*\(|\/\/|--|\+\+/.test(text) && namesIn(axis).every(isArgument);
}

/** A C expression, and the precedence of its outermost operator. */
interface Written {
  readonly text: string;
  readonly level: number;
}

const CHOICE = 1;
const SUM = 4;
const PRODUCT = 5;
const UNARY = 6;
const PRIMARY = 7;

const INFIX: Readonly<Record<Exclude<BinaryOperator, 'min' | 'max' | 'cdiv'>, number>> = {
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '==': 2,
  '!=': 2,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
};

function write(expression: GridExpression): Written {
  switch (expression.kind) {
    case 'integer':
      return { text: String(expression.value), level: expression.value < 0n ? UNARY : PRIMARY };
    case 'name':
      return { text: expression.name, level: PRIMARY };
    case 'defined':
      return { text: `(${expression.name} != 0)`, level: PRIMARY };
    case 'negate':
      return { text: `-${wrap(expression.operand, PRIMARY)}`, level: UNARY };
    case 'binary':
      return writeBinary(expression.operator, expression.left, expression.right);
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      return writeChoice(wrap(condition, CHOICE + 1), whenTrue, whenFalse);
    }
  }
}

function writeBinary(
  operator: BinaryOperator,
  left: GridExpression,
  right: GridExpression,
): Written {
  if (operator === 'min' || operator === 'max') {
    const sign = operator === 'min' ? '<' : '>';
    return writeChoice(`${wrap(left, SUM)} ${sign} ${wrap(right, SUM)}`, left, right);
  }
  if (operator === 'cdiv') {
    const raise =
      right.kind === 'integer' ? String(right.value - 1n) : `${wrap(right, SUM + 1)} - 1`;
    return { text: `(${wrap(left, SUM)} + ${raise}) / ${wrap(right, UNARY)}`, level: PRODUCT };
  }
  const level = INFIX[operator];
  return { text: `${wrap(left, level)} ${operator} ${wrap(right, level + 1)}`, level };
}

function writeChoice(test: string, whenTrue: GridExpression, whenFalse: GridExpression): Written {
  const [yes, no] = [whenTrue, whenFalse].map((branch) => wrap(branch, CHOICE + 1));
  return { text: `${test} ? ${yes} : ${no}`, level: CHOICE };
}

/** The expression, in parentheses if its precedence is below `least`. */
function wrap(expression: GridExpression, least: number): string {
  const { text, level } = write(expression);
  return level < least ? `(${text})` : text;
}
