import { groupBy } from '../../base/groups.ts';
import { Problems } from '../../manifest/problems.ts';
import type { SmokeSpec } from '../../manifest/cases/case.ts';
import { hintSetOf, type Kernel } from '../../manifest/terms/kernel.ts';
import { type ChosenValues, type EvaluatedCase, type Literal } from '../../manifest/cases/case.ts';
import { formatCase } from '../../manifest/cases/format-case.ts';
import { callClasses, classOf } from './choice/classes.ts';
import { type CaseCall, refusalOf } from '../../manifest/cases/call.ts';
import { specialisationFor } from '../../manifest/cases/specialisations.ts';
import { caseScope, kernelScope, scalarsIn, scalarTypes } from '../../manifest/cases/scope.ts';

/** Cases for each class of calls, those of the manifest included: enough to predict the times of others. */
const WANTED = 40;
/** A size up to which 1 is likely too. */
const SMALL = 64;
/** Candidates that are looked at, and how many in a row may be of no use. */
const MOST = 4000;
const USELESS = 400;
/** The step in which a size of a case is a multiple of a power of two, but of no larger one. */
const DIVISORS = [16, 8, 2, 1, 4] as const;
/** The multiples of the square roots of primes are spread evenly, modulo 1. Source: H. Weyl, 1916. */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/**
 * Returns further cases to time, so that each class of calls has some: sizes between half of the
 * smallest (or 1, if that is small) and the largest of the manifest's, divisible by 16, 8, 4, 2 or only
 * 1, spread evenly on a logarithmic scale; and the largest case with each size set to 1, a single row
 * or column. No case computes more than the largest of the manifest.
 * @param kernel with its specialisations
 * @param resolved the cases of the manifest
 * @param chosen their values, in the same order
 */
export function derivedCases(
  kernel: Kernel,
  { arguments: given }: Pick<SmokeSpec, 'arguments'>,
  resolved: readonly EvaluatedCase[],
  chosen: readonly ChosenValues[],
): readonly ChosenValues[] {
  const [scope, types] = [kernelScope(kernel), scalarTypes(kernel)];
  const classes = callClasses(kernel);
  const [first] = resolved;
  /** The class of a call; undefined if it is no call of the kernel. */
  const classOfCase = (values: ChosenValues): number | undefined => {
    const changed = caseScope({ index: 0, chosen: values, given }, scope, types, new Problems());
    if (changed === undefined || first === undefined) return undefined;
    const scalars = scalarsIn(changed, types);
    const call: CaseCall = { scalars, buffers: first.buffers, views: first.views };
    const algo = [...kernel.configs.keys()].find(
      (each) => refusalOf(kernel, each, call) === undefined,
    );
    const index = algo === undefined ? -1 : specialisationFor(kernel, algo, call);
    if (index < 0) return undefined;
    const integers = [...scalars].flatMap(([name, value]) =>
      value.kind === 'integer' ? [[name, value.value] as const] : [],
    );
    return classOf(classes, hintSetOf(kernel, index), new Map(integers));
  };
  const counts = new Map<number, number>();
  const names = new Set<string>();
  const found: ChosenValues[] = [];
  const add = (values: ChosenValues, isNew: boolean): void => {
    const name = formatCase(values);
    const own = names.has(name) ? undefined : classOfCase(values);
    if (own === undefined || (isNew && (counts.get(own) ?? 0) >= WANTED)) return;
    names.add(name);
    counts.set(own, (counts.get(own) ?? 0) + 1);
    if (isNew) found.push(values);
  };
  for (const values of chosen) add(values, false);
  for (const values of thinCases(chosen)) add(values, true);
  let useless = 0;
  for (const values of spreadCases(chosen)) {
    const before = found.length;
    add(values, true);
    useless = found.length > before ? 0 : useless + 1;
    if (useless === USELESS) break;
  }
  return found;
}

/** The sizes that a case sets. */
function chosenSizes(values: ChosenValues): readonly (readonly [name: string, value: number])[] {
  return [...values].flatMap(([name, value]) =>
    typeof value === 'bigint' && value > 0n ? [[name, Number(value)] as const] : [],
  );
}

function productOf(values: ChosenValues): number {
  return chosenSizes(values).reduce((product, [, size]) => product * size, 1);
}

/** The largest case with each size set to 1 that is not the same in all cases. */
function thinCases(chosen: readonly ChosenValues[]): readonly ChosenValues[] {
  const largest = chosen.toSorted((a, b) => productOf(b) - productOf(a))[0] ?? new Map();
  const isFree = (name: string): boolean =>
    chosen.length === 1 || chosen.some((each) => each.get(name) !== largest.get(name));
  return chosenSizes(largest).flatMap(([name, size]) =>
    size > 1 && isFree(name) ? [new Map<string, Literal>([...largest, [name, 1n]])] : [],
  );
}

/** Yields cases with all combinations of sizes, each with another divisor. */
function* spreadCases(chosen: readonly ChosenValues[]): Generator<ChosenValues> {
  const most = Math.max(...chosen.map(productOf));
  const sizes = groupBy(chosen.flatMap(chosenSizes), ([name]) => name);
  const ranges = [...sizes].map(([name, own]): [string, Range] => {
    const least = Math.min(...own.map(([, size]) => size));
    const to = Math.max(...own.map(([, size]) => size));
    return [name, { least, from: least <= SMALL ? 1 : Math.ceil(least / 2), to }];
  });
  // A size that is the same in all cases stays so.
  const free = ranges.filter(([, { least, to }]) => to > least);
  const [base = new Map<string, Literal>()] = chosen;
  for (let index = 1; index <= MOST && free.length > 0; index += 1) {
    // Two of three have the same divisor for all sizes.
    const isMixed = spread(index, 0) < 1 / 3;
    const values = new Map(base);
    for (const [at, [name, { from, to }]] of free.entries()) {
      const size = between(from, to, spread(index, 2 + at));
      const turn = spread(index, isMixed ? 2 + free.length + at : 1);
      const divisor = DIVISORS[Math.floor(turn * DIVISORS.length)] ?? 1;
      values.set(name, BigInt(withDivisor(size, divisor, { from, to })));
    }
    if (productOf(values) <= most) yield values;
  }
}

/** The values of a size in the cases, and those to try. */
interface Range {
  readonly least: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a number near `size` that a power of two divides, but, below 16, no larger one. If the range
 * has none, the number is for a smaller power.
 */
function withDivisor(size: number, divisor: number, range: Pick<Range, 'from' | 'to'>): number {
  const step = divisor === 16 ? 16 : 2 * divisor;
  const below = size - (size % step) + (divisor === 16 ? 0 : divisor);
  const near = [below > size ? below - step : below, below];
  const found = [...near, below + step].find((each) => range.from <= each && each <= range.to);
  if (found !== undefined) return found;
  return divisor === 1 ? size : withDivisor(size, divisor / 2, range);
}

/** A number from 0 to 1. Those of successive indices are spread evenly, and independently for each axis. */
function spread(index: number, axis: number): number {
  return (index * Math.sqrt(PRIMES[axis % PRIMES.length] ?? 2)) % 1;
}

/** Returns a size on a nearly logarithmic scale, without functions that differ between platforms. */
function between(from: number, to: number, share: number): number {
  let octaves = 0;
  while (from * 2 ** (octaves + 1) <= to) octaves += 1;
  const at = share * (octaves + to / (from * 2 ** octaves) - 1);
  return Math.floor(from * 2 ** Math.floor(at) * (1 + at - Math.floor(at)));
}
