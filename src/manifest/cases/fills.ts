import type { Problems } from '../problems.ts';
import type { Fill, BufferSpec, FillLimit, FillSpec, UniformSpec } from './case.ts';
import { type ElementType, integerRange, type IntegerRange } from '../terms/types.ts';
import { decodeFloats, encodeElements } from '../values/elements.ts';
import { evaluateInteger, type SmokeScope } from './scope.ts';

/** The buffer of a case that is filled. */
interface FilledBuffer {
  readonly shape: readonly bigint[];
  /** The names that the limits can use. */
  readonly scope: SmokeScope;
  /** The end of messages: `in case …`. */
  readonly inCase: string;
}

/**
 * Evaluates the contents of a buffer before the call of one case; undefined if it is poisoned.
 * @param problems bound to the buffer
 */
export function chooseFill(
  element: ElementType,
  { role, fill }: Pick<BufferSpec, 'role' | 'fill'>,
  buffer: FilledBuffer,
  problems: Problems,
): Fill | undefined {
  const range = integerRange(element);
  if (fill === undefined)
    return role === 'out' || role === 'scratch' ? undefined : defaultFill(range);
  const evaluated = evaluate(fill, range, buffer, problems);
  if (evaluated === undefined || !problems.isEmpty) return undefined;
  if (range === undefined) checkFloats(fill, evaluated, element, problems);
  else checkIntegers(evaluated, element, range, problems);
  checkCount(evaluated, buffer, problems);
  return evaluated;
}

function defaultFill(range: IntegerRange | undefined): Fill {
  return range === undefined ? { kind: 'normal', mean: 0, deviation: 1 } : smallIntegers(range);
}

/** Small enough for every type, and for sums that stay exact. */
function smallIntegers({ from, to }: IntegerRange): Fill {
  const most = Math.min(100, Number(to));
  return { kind: 'uniform', from: from < 0n ? -most : 0, to: most };
}

/** Fills in what depends on the case and on the element type. */
function evaluate(
  fill: FillSpec,
  range: IntegerRange | undefined,
  { shape, scope, inCase }: FilledBuffer,
  problems: Problems,
): Fill | undefined {
  const count = elementsOf(shape);
  if (fill.kind === 'permutation') {
    const all = { unique: true, sorted: false, group: Math.max(1, count) };
    return { kind: 'integers', from: 0, to: Math.max(0, count - 1), ...all };
  }
  if (fill.kind !== 'uniform') return fill;
  if (fill.limits === undefined)
    return range === undefined ? { kind: 'uniform', from: 0, to: 1 } : smallIntegers(range);
  const part = problems.at('fill', 'uniform');
  const from = evaluateLimit(fill.limits.from, scope, part.at('from'));
  const to = evaluateLimit(fill.limits.to, scope, part.at('to'));
  if (from === undefined || to === undefined) return undefined;
  if (from > to) {
    part.add(`\`from\` is greater than \`to\`: ${from} to ${to} ${inCase}`);
    return undefined;
  }
  const { properties, sentinel } = fill;
  if (!hasProperties(fill)) return { kind: 'uniform', from, to };
  if (range === undefined && !properties.unique && !properties.sorted)
    return { kind: 'uniform', from, to, sentinel };
  const group = properties.in === 'rows' ? Number(shape.at(-1) ?? 1n) : count;
  const { unique, sorted } = properties;
  return {
    kind: 'integers',
    from,
    to,
    unique,
    sorted,
    ...(sentinel !== undefined && { sentinel }),
    group: Math.max(1, group),
  };
}

function hasProperties({ properties, sentinel }: UniformSpec): boolean {
  return properties.unique || properties.sorted || sentinel !== undefined;
}

function evaluateLimit(
  limit: FillLimit,
  scope: SmokeScope,
  problems: Problems,
): number | undefined {
  if (typeof limit === 'number') return limit;
  const value = evaluateInteger(limit, scope, problems);
  return value === undefined ? undefined : Number(value);
}

/** Types without infinity, which would be filled with their largest number. */
function hasInfinity(element: ElementType): boolean {
  const [value = 0] = decodeFloats(element, encodeElements(element, Float64Array.of(Infinity)));
  return value === Infinity;
}

function checkFloats(
  { kind }: FillSpec,
  fill: Fill,
  element: ElementType,
  problems: Problems,
): void {
  if (fill.kind === 'integers') {
    const what = kind === 'permutation' ? '`permutation`' : '`unique` and `sorted`';
    const verb = kind === 'permutation' ? 'is' : 'are';
    problems.add(`${what} ${verb} for integers, but the elements are ${element}`);
  } else if (fill.kind === 'uniform' && fill.from >= fill.to) {
    problems.add(
      `\`to\` must be greater than \`from\` for floats, found ${fill.from} to ${fill.to}`,
      'The upper end is excluded.',
    );
  } else if (
    numbersIn(fill).some((value) => Math.abs(value) === Infinity) &&
    !hasInfinity(element)
  ) {
    problems.add(`the elements are ${element}, which has no infinity`);
  }
}

function checkIntegers(
  fill: Fill,
  element: ElementType,
  range: IntegerRange,
  problems: Problems,
): void {
  if (fill.kind === 'normal')
    problems.add(`the fill \`normal\` is for floats, but the elements are ${element}`);
  const wrong = numbersIn(fill).find((value) => !isWithin(value, range));
  if (wrong === undefined) return;
  const from = range.from < -SAFE ? -SAFE : range.from;
  const to = range.to > SAFE ? SAFE : range.to;
  problems.add(`a fill of ${element} must be an integer from ${from} to ${to}, found ${wrong}`);
}

function numbersIn(fill: Fill): readonly number[] {
  switch (fill.kind) {
    case 'constant':
      return [fill.value];
    case 'values':
      return fill.values;
    case 'uniform':
    case 'integers':
      return [fill.from, fill.to, ...(fill.sentinel === undefined ? [] : [fill.sentinel])];
    case 'normal':
    case 'file':
      return [];
  }
}

/** The largest integer up to which JavaScript numbers, and so fills, are exact. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function isWithin(value: number, { from, to }: IntegerRange): boolean {
  return Number.isSafeInteger(value) && BigInt(value) >= from && BigInt(value) <= to;
}

/** Elements that are unique or sorted are all in memory at once. */
const MOST_WITH_PROPERTIES = 2 ** 26;

/** Checks that there are as many numbers as the shape needs. */
function checkCount(fill: Fill, { shape, inCase }: FilledBuffer, problems: Problems): void {
  const count = elementsOf(shape);
  if (fill.kind === 'values' && fill.values.length !== count)
    problems
      .at('fill', 'values')
      .add(
        `${fill.values.length} values for a buffer of ${count} elements ${inCase}`,
        'List every element, or describe them, such as `{ uniform: { from: 0, to: n - 1, unique: true } }`.',
      );
  if (fill.kind !== 'integers') return;
  const choices = fill.to - fill.from + 1;
  if (count > MOST_WITH_PROPERTIES)
    problems.add(`at most 2^26 elements can be unique or sorted, found ${count} ${inCase}`);
  else if (fill.unique && fill.sentinel === undefined && count > 0 && fill.group > choices)
    problems.add(
      `${fill.group} elements cannot be unique: there are ${choices} integers from ${fill.from} to ${fill.to} ${inCase}`,
    );
}

function elementsOf(shape: readonly bigint[]): number {
  return Number(shape.reduce((product, size) => product * size, 1n));
}
