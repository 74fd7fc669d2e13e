import { evaluateGrid, type GridFault } from '../grid/evaluate.ts';
import { definedIn, namesIn } from '../grid/expression.ts';
import { type Expression, messageInText } from '../expression.ts';
import { didYouMean, type Problems } from '../problems.ts';
import { formatConstant, sameConstant, withElements } from '../terms/constant.ts';
import { allParameters, type KernelDefinition } from '../terms/kernel.ts';
import type { ChosenValues, Literal, ScalarValue, SmokeSpec } from './case.ts';
import { integerRange, type ScalarType } from '../terms/types.ts';

/** The context that all cases of a kernel share. */
export interface KernelCaseContext {
  readonly kernel: KernelDefinition;
  readonly smoke: SmokeSpec;
  /** The algos to test. */
  readonly algos: readonly number[];
  /** True if the cases are only timed. Then some algos may refuse a case. */
  readonly isTimed: boolean;
  readonly scope: SmokeScope;
  readonly types: ReadonlyMap<string, ScalarType>;
}

/** The names in the expressions of a case. */
export interface SmokeScope {
  readonly values: ReadonlyMap<string, ScalarValue>;
  /** Names that expressions cannot use, with the reason, such as `it is a pointer`. */
  readonly unusable: ReadonlyMap<string, string>;
}

/** The values of a case. */
export interface CaseValues {
  /** The position in `cases`. */
  readonly index: number;
  /** The values that the case sets: scalar parameters, and sizes that only expressions use. */
  readonly chosen: ChosenValues;
  /** Scalar parameters that the case may leave out. Their expressions can use each other. */
  readonly given: ReadonlyMap<string, Literal | Expression>;
}

/** The scope of every case: the kernel's integer constants that are the same in all configs. */
export function kernelScope(kernel: KernelDefinition): SmokeScope {
  const [first, ...others] = kernel.configs.map(({ constants }) => withElements(constants));
  const values = new Map<string, ScalarValue>();
  const unusable = new Map<string, string>(
    allParameters(kernel).flatMap(({ name, type }) =>
      type.kind === 'scalar' ? [] : [[name, `it is a ${type.kind}, not an integer`] as const],
    ),
  );
  for (const [name, constant] of first ?? []) {
    const isShared = others.every((constants) => {
      const other = constants.get(name);
      return other !== undefined && sameConstant(other, constant);
    });
    if (!isShared) unusable.set(name, 'its value differs between configs');
    else if (constant.kind === 'int') values.set(name, integerScalar(constant.value));
    else if (constant.kind === 'bool') values.set(name, integerScalar(BigInt(constant.value)));
    else unusable.set(name, `it is the constant ${formatConstant(constant)}, not an integer`);
  }
  for (const { parameter } of kernel.heuristics) {
    values.delete(parameter);
    unusable.set(parameter, 'it is computed from the arguments of each call');
  }
  return { values, unusable };
}

/** The scalar parameters of the C entry point, including those of the grid, with their types. */
export function scalarTypes(kernel: KernelDefinition): ReadonlyMap<string, ScalarType> {
  return new Map(
    allParameters(kernel).flatMap(({ name, type }) =>
      type.kind === 'scalar' ? [[name, type.scalar] as const] : [],
    ),
  );
}

/** Evaluates an expression. Problems name the values that it was evaluated with. */
export function evaluateInteger(
  { tree, text }: Expression,
  scope: SmokeScope,
  problems: Problems,
): bigint | undefined {
  for (const { name, offset } of definedIn(tree)) {
    const message = `\`defined(${name})\` cannot be used here`;
    problems.add(messageInText(message, text, offset));
    return undefined;
  }
  for (const { name, offset } of namesIn(tree)) {
    if (scope.values.get(name)?.kind === 'integer') continue;
    addUnusableName(name, scope, (message) => messageInText(message, text, offset), problems);
    return undefined;
  }
  const result = evaluateGrid(tree, (name) => {
    const value = scope.values.get(name);
    if (value?.kind !== 'integer') throw new Error(`the name ${name} was not checked`);
    return value.value;
  });
  if (result.ok) return result.value;
  const names = [...new Set(namesIn(tree).map(({ name }) => name))];
  const values = names.map((name) => `${name} = ${scope.values.get(name)?.value}`).join(', ');
  problems.add(`${FAULTS[result.fault]} in \`${text}\`${values && ` with ${values}`}`);
  return undefined;
}

const FAULTS: Readonly<Record<GridFault, string>> = {
  'division by zero': 'division by zero',
  overflow: '64-bit overflow',
};

function addUnusableName(
  name: string,
  { values, unusable }: SmokeScope,
  inText: (message: string) => string,
  problems: Problems,
): void {
  const reason = values.has(name) ? 'it is a float, not an integer' : unusable.get(name);
  const usable = [...values].flatMap(([known, { kind }]) => (kind === 'integer' ? [known] : []));
  problems.add(
    inText(
      reason === undefined
        ? `unknown name \`${name}\`${didYouMean(name, usable)}`
        : `cannot use \`${name}\`: ${reason}`,
    ),
    usable.length === 0
      ? 'There are no names that this expression can use.'
      : `This expression can use ${usable.join(', ')}.`,
  );
}

/**
 * Evaluates every name that the expressions of a case can use, and checks that values fit their
 * parameters.
 * @param problems bound to the section
 */
export function caseScope(
  { index, chosen, given }: CaseValues,
  kernel: SmokeScope,
  types: ReadonlyMap<string, ScalarType>,
  problems: Problems,
): SmokeScope | undefined {
  const values = new Map(kernel.values);
  const scope: SmokeScope = { ...kernel, values };
  const failed = new Set<string>();
  const put = (name: string, literal: Literal | undefined, part: Problems): void => {
    const value =
      literal === undefined ? undefined : toScalar(name, literal, types.get(name), part);
    if (value === undefined) failed.add(name);
    else values.set(name, value);
  };
  const evaluate = (name: string, open: readonly string[]): void => {
    const value = given.get(name);
    if (value === undefined || values.has(name) || failed.has(name)) return;
    const part = problems.at('arguments', name);
    if (typeof value !== 'object') return put(name, value, part);
    if (open.includes(name)) {
      const cycle = [...open.slice(open.indexOf(name)), name].join(' → ');
      part.add(`\`${name}\` depends on itself: ${cycle}`);
      return void failed.add(name);
    }
    const names = namesIn(value.tree).map((use) => use.name);
    for (const used of names) evaluate(used, [...open, name]);
    if (failed.has(name)) return;
    // The problem of a value that it needs was added already.
    if (names.some((used) => failed.has(used))) return void failed.add(name);
    put(name, evaluateInteger(value, scope, part), part);
  };
  for (const [name, literal] of chosen) put(name, literal, problems.at('cases', index, name));
  for (const name of given.keys()) evaluate(name, []);
  return failed.size === 0 ? scope : undefined;
}

/** The values of the scalar parameters, in the order of the C parameters. */
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

/** Converts a literal to the value of a parameter, or of a name without a type. */
function toScalar(
  name: string,
  literal: Literal,
  type: ScalarType | undefined,
  problems: Problems,
): ScalarValue | undefined {
  const range = type && integerRange(type);
  if (type !== undefined && range === undefined && typeof literal === 'boolean') {
    problems.add(`\`${name}\` is ${literal}, but its type is ${type}`);
    return undefined;
  }
  if (type !== undefined && range === undefined) return { kind: 'float', value: Number(literal) };
  if (type === undefined) return literalScalar(literal);
  if (typeof literal === 'number') {
    const hint = Number.isSafeInteger(literal)
      ? `In YAML, a number with a point or an exponent, such as 1e3, is a float. Write ${literal}.`
      : undefined;
    problems.add(`\`${name}\` is the float ${literal}, but its type is ${type}`, hint);
    return undefined;
  }
  const value = BigInt(literal);
  if (range === undefined || (value >= range.from && value <= range.to))
    return integerScalar(value);
  problems.add(`\`${name}\` is ${value}, but ${type} ranges from ${range.from} to ${range.to}`);
  return undefined;
}

/** The value of a literal without a type. */
export function literalScalar(literal: Literal): ScalarValue {
  return typeof literal === 'number'
    ? { kind: 'float', value: literal }
    : integerScalar(BigInt(literal));
}

function integerScalar(value: bigint): ScalarValue {
  return { kind: 'integer', value };
}
