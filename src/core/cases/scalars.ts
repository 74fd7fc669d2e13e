import type { ScalarType } from '../argument-type.ts';
import { namesIn } from '../grid/expression.ts';
import { allParameters, type Kernel } from '../kernel.ts';
import type { Parsed } from '../manifest/argument.ts';
import type { Path } from '../manifest/document.ts';
import type { Expression } from '../manifest/expression.ts';
import type { Report } from '../manifest/problems.ts';
import type { Literal } from '../manifest/smoke.ts';
import type { ScalarValue } from './case.ts';
import { integerRange } from './integer-range.ts';
import { evaluate, integer, type Scope } from './scope.ts';

/** Where the values of a case come from. */
export interface Choice {
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
export function scopeOf(
  { chosen, given }: Choice,
  kernel: Scope,
  types: ReadonlyMap<string, ScalarType>,
  casePath: Path,
  problem: Report,
): Scope | undefined {
  const values = new Map(kernel.values);
  const scope: Scope = { ...kernel, values };
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
    const result = evaluate(value, scope);
    if (result.ok) put(name, result.value, path);
    else fail(name, path, result.message);
  };
  for (const [name, literal] of chosen) put(name, literal, [...casePath, name]);
  for (const name of given.keys()) settle(name, []);
  return failed.size === 0 ? scope : undefined;
}

/** The values of the scalar parameters, in the order of C. */
export function scalarsIn(
  { values }: Scope,
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
): Parsed<ScalarValue> {
  const range = type && integerRange(type);
  if (type === undefined || range !== undefined) {
    if (typeof literal === 'number') {
      if (type === undefined) return { ok: true, value: { kind: 'float', value: literal } };
      return { ok: false, message: `\`${name}\` is ${literal}: expected an integer (${type})` };
    }
    const value = BigInt(literal);
    if (range === undefined || (value >= range.from && value <= range.to)) {
      return { ok: true, value: integer(value) };
    }
    const ends = `${range.from} to ${range.to}`;
    return { ok: false, message: `\`${name}\` is ${value}: expected ${ends} (${type})` };
  }
  if (typeof literal === 'boolean')
    return { ok: false, message: `\`${name}\` is ${literal}: expected a number (${type})` };
  return { ok: true, value: { kind: 'float', value: Number(literal) } };
}
