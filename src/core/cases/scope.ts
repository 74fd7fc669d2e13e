import type { GridFault } from '../grid/evaluate.ts';
import { evaluateGrid } from '../grid/evaluate.ts';
import { namesIn } from '../grid/expression.ts';
import { formatConstant, type Constant } from '../constant.ts';
import { allParameters, type Kernel } from '../kernel.ts';
import type { Parsed } from '../manifest/argument.ts';
import { expressionMessage, type Expression } from '../manifest/expression.ts';
import { nearest } from '../nearest.ts';
import type { ScalarValue } from './case.ts';

/** What the names in a case's expressions stand for. */
export interface Scope {
  readonly values: ReadonlyMap<string, ScalarValue>;
  /** Names of the kernel that no expression may use. `why` completes "`x` is …". */
  readonly unusable: ReadonlyMap<string, string>;
}

const FAULTS: Readonly<Record<GridFault, string>> = {
  'division by zero': 'division by zero',
  overflow: 'overflow of 64 bits',
};

/** What the kernel itself gives every case: its integer constants, as far as all configs share them. */
export function kernelScope(kernel: Kernel): Scope {
  const [first, ...others] = kernel.configs;
  const values = new Map<string, ScalarValue>();
  const unusable = new Map<string, string>(
    allParameters(kernel).flatMap(({ name, type }) =>
      type.kind === 'scalar' ? [] : [[name, `a ${type.kind}`] as const],
    ),
  );
  for (const [name, constant] of first?.constants ?? []) {
    const isShared = others.every(({ constants }) => equals(constants.get(name), constant));
    if (!isShared) unusable.set(name, 'not the same in every config');
    else if (constant.kind === 'int') values.set(name, integer(constant.value));
    else if (constant.kind === 'bool') values.set(name, integer(BigInt(constant.value)));
    else unusable.set(name, `the constant ${formatConstant(constant)}`);
  }
  return { values, unusable };
}

export function integer(value: bigint): ScalarValue {
  return { kind: 'integer', value };
}

/** Computes an expression; the message says what it cannot be computed for, and where in its text. */
export function evaluate(expression: Expression, scope: Scope): Parsed<bigint> {
  const { tree, text } = expression;
  for (const { name, offset } of namesIn(tree)) {
    const message = checkName(name, scope);
    if (message !== undefined) {
      return { ok: false, message: expressionMessage(message, text, offset) };
    }
  }
  const result = evaluateGrid(tree, (name) => {
    const value = scope.values.get(name);
    if (value?.kind !== 'integer') throw new Error(`the name ${name} was not checked`);
    return value.value;
  });
  if (result.ok) return result;
  return { ok: false, message: `${FAULTS[result.fault]} in \`${text}\`${valuesIn(tree, scope)}` };
}

/** `, where M = 0`: the values an expression was computed with. */
function valuesIn(tree: Expression['tree'], { values }: Scope): string {
  const names = [...new Set(namesIn(tree).map(({ name }) => name))];
  const texts = names.map((name) => `${name} = ${values.get(name)?.value}`);
  return texts.length === 0 ? '' : `, where ${texts.join(', ')}`;
}

function checkName(name: string, { values, unusable }: Scope): string | undefined {
  const value = values.get(name);
  if (value?.kind === 'integer') return undefined;
  const why = value === undefined ? unusable.get(name) : 'a float';
  if (why !== undefined) return `\`${name}\` is ${why}; an expression computes with integers`;
  const usable = [...values].flatMap(([known, { kind }]) => (kind === 'integer' ? [known] : []));
  if (usable.length === 0) return `unknown name \`${name}\`; there are no names to use`;
  const guess = nearest(name, usable);
  const question = guess === undefined ? '' : ` did you mean \`${guess}\`?`;
  return `unknown name \`${name}\`;${question} an expression may use ${usable.join(', ')}`;
}

function equals(a: Constant | undefined, b: Constant): boolean {
  if (a?.kind !== b.kind) return false;
  return a.kind === 'none' || b.kind === 'none' || a.value === b.value;
}
