import type { Path } from '../base/errors.ts';
import { nearest } from '../base/text.ts';
import { evaluateGrid, type GridFault } from '../grid/evaluate.ts';
import { namesIn } from '../grid/expression.ts';
import { type Expression, expressionMessage } from '../manifest/expression.ts';
import type { Report } from '../manifest/problems.ts';
import type { ParseResult } from '../manifest/signature.ts';
import { type Constant, formatConstant } from '../model/constant.ts';
import { allParameters, type Kernel } from '../model/kernel.ts';
import type { Literal, ScalarValue } from '../model/smoke-case.ts';
import { integerRange, type ScalarType } from '../model/types.ts';

/** What the names in a case's expressions stand for. */
export interface SmokeScope {
  readonly values: ReadonlyMap<string, ScalarValue>;
  /** Names of the kernel that no expression may use. `why` completes "`x` is …". */
  readonly unusable: ReadonlyMap<string, string>;
}

const FAULTS: Readonly<Record<GridFault, string>> = {
  'division by zero': 'division by zero',
  overflow: 'overflow of 64 bits',
};

/** What the kernel itself gives every case: its integer constants, as far as all configs share them. */
export function kernelScope(kernel: Kernel): SmokeScope {
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
    else if (constant.kind === 'int') values.set(name, integerScalar(constant.value));
    else if (constant.kind === 'bool') values.set(name, integerScalar(BigInt(constant.value)));
    else unusable.set(name, `the constant ${formatConstant(constant)}`);
  }
  return { values, unusable };
}

function integerScalar(value: bigint): ScalarValue {
  return { kind: 'integer', value };
}

/** Computes an expression; the message says what it cannot be computed for, and where in its text. */
export function evaluateInteger(expression: Expression, scope: SmokeScope): ParseResult<bigint> {
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
function valuesIn(tree: Expression['tree'], { values }: SmokeScope): string {
  const names = [...new Set(namesIn(tree).map(({ name }) => name))];
  const texts = names.map((name) => `${name} = ${values.get(name)?.value}`);
  return texts.length === 0 ? '' : `, where ${texts.join(', ')}`;
}

function checkName(name: string, { values, unusable }: SmokeScope): string | undefined {
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

/** Where the values of a case come from. */
export interface CaseValues {
  /** What the case chooses: scalar parameters, and sizes that only expressions use. */
  readonly chosen: ReadonlyMap<string, Literal>;
  /** Scalar parameters the case may leave out. An expression may use any of the others. */
  readonly given: ReadonlyMap<string, Literal | Expression>;
}

/** The scalar parameters of the C entry point, those of the grid included, with their types. */
export function scalarTypes(kernel: Kernel): ReadonlyMap<string, ScalarType> {
  return new Map(
    allParameters(kernel).flatMap(({ name, type }) =>
      type.kind === 'scalar' ? [[name, type.scalar] as const] : [],
    ),
  );
}

/**
 * Everything the expressions of a case may name, each value fit for its parameter. Paths are inside the section;
 * `casePath` is the case's own.
 */
export function caseScope(
  { chosen, given }: CaseValues,
  kernel: SmokeScope,
  types: ReadonlyMap<string, ScalarType>,
  casePath: Path,
  problem: Report,
): SmokeScope | undefined {
  const values = new Map(kernel.values);
  const scope: SmokeScope = { ...kernel, values };
  const failed = new Set<string>();
  const fail = (name: string, path: Path, message: string): void => {
    failed.add(name);
    problem(path, message);
  };
  const put = (name: string, literal: Literal, path: Path): void => {
    const read = toScalar(name, literal, types.get(name));
    if (read.ok) values.set(name, read.value);
    else fail(name, path, read.message);
  };
  const settle = (name: string, open: readonly string[]): void => {
    const value = given.get(name);
    if (value === undefined || values.has(name) || failed.has(name)) return;
    const path = ['arguments', name];
    if (typeof value !== 'object') return put(name, value, path);
    if (open.includes(name)) {
      const circle = [...open.slice(open.indexOf(name)), name].join(' → ');
      return fail(name, path, `\`${name}\` is computed from itself: ${circle}`);
    }
    const names = namesIn(value.tree).map((use) => use.name);
    for (const used of names) settle(used, [...open, name]);
    if (failed.has(name)) return;
    // What is wrong with a value it needs has been told.
    if (names.some((used) => failed.has(used))) return void failed.add(name);
    const result = evaluateInteger(value, scope);
    if (result.ok) put(name, result.value, path);
    else fail(name, path, result.message);
  };
  for (const [name, literal] of chosen) put(name, literal, [...casePath, name]);
  for (const name of given.keys()) settle(name, []);
  return failed.size === 0 ? scope : undefined;
}

/** The values of the scalar parameters, in the order of C. */
export function scalarsIn(
  { values }: SmokeScope,
  types: ReadonlyMap<string, ScalarType>,
): ReadonlyMap<string, ScalarValue> {
  return new Map(
    [...types.keys()].flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** A literal as the value of a parameter, or of a mere name where there is no type. */
function toScalar(
  name: string,
  literal: Literal,
  type: ScalarType | undefined,
): ParseResult<ScalarValue> {
  const range = type && integerRange(type);
  if (type === undefined || range !== undefined) {
    if (typeof literal === 'number') {
      if (type === undefined) return { ok: true, value: { kind: 'float', value: literal } };
      return { ok: false, message: `\`${name}\` is ${literal}: expected an integer (${type})` };
    }
    const value = BigInt(literal);
    if (range === undefined || (value >= range.from && value <= range.to)) {
      return { ok: true, value: integerScalar(value) };
    }
    const ends = `${range.from} to ${range.to}`;
    return { ok: false, message: `\`${name}\` is ${value}: expected ${ends} (${type})` };
  }
  if (typeof literal === 'boolean')
    return { ok: false, message: `\`${name}\` is ${literal}: expected a number (${type})` };
  return { ok: true, value: { kind: 'float', value: Number(literal) } };
}
