/** Something that an expression can use: a name, or a part made of names. One value per call. */
export interface Term {
  readonly text: string;
  readonly values: readonly bigint[];
  /** The lower, the more likely it is what the program computes. */
  readonly cost: number;
  /** True if the text needs parentheses as a factor. */
  readonly isSum?: boolean;
  readonly isConstant?: boolean;
  /** True if it is unlikely as a part of more. */
  readonly isWhole?: boolean;
  /** Another expression with the same values that is as likely. */
  readonly rival?: string;
}

/** The names that expressions are made of. */
export interface SearchNames {
  /** Run-time values: arguments, grid parameters. */
  readonly values: readonly Term[];
  /** Integer constants of the kernel. */
  readonly constants: readonly Term[];
  /** True if `cdiv` and divisions are tried: for strides they are not. */
  readonly hasQuotients: boolean;
}

/**
 * Finds the most likely expression that has these values in all calls; undefined if there is none.
 * An expression is a number, a name, `cdiv` of them, a product of up to three of these, or a `min`
 * of two. Every expression was checked against every call.
 */
export function findExpression(targets: readonly bigint[], names: SearchNames): Term | undefined {
  const first = targets[0];
  if (first === undefined) return undefined;
  const isFixed = targets.every((each) => each === first);
  const candidates: Term[] = [];
  if (isFixed) candidates.push(literal(first, targets.length));
  if (isFixed && (first === 0n || first === 1n)) return candidates[0];
  const terms = termsOf(names);
  candidates.push(...terms.filter(({ values }) => isEqual(values, targets)));
  candidates.push(...products(targets, terms), ...minima(targets, terms));
  const [best, next] = candidates.toSorted((a, b) => a.cost - b.cost);
  const isClose = best !== undefined && next !== undefined && next.cost - best.cost < CLOSE;
  return best && isClose && next.text !== best.text ? { ...best, rival: next.text } : best;
}

/** The difference in cost up to which two expressions are equally likely. */
const CLOSE = 0.3;

/** The cost of a number that is the same in all calls: with one call, almost anything is. */
function literal(value: bigint, calls: number): Term {
  const cost = calls > 1 ? 6 : 9;
  return { text: `${value}`, values: Array.from({ length: calls }, () => value), cost };
}

/** Every name, and everything that `cdiv` and divisions make of two names. */
function termsOf({ values, constants: given, hasQuotients }: SearchNames): readonly Term[] {
  const constants = given.map((each) => ({ ...each, isConstant: true }));
  if (!hasQuotients) return [...values, ...constants];
  return [
    ...values,
    ...constants,
    ...values.flatMap((value) => [
      ...constants.flatMap((constant) => quotients(value, constant)),
      ...POWERS.flatMap((power) => quotientByNumber(value, power)),
    ]),
    ...values.flatMap((value, index) =>
      values
        .slice(index + 1)
        .flatMap((other) =>
          constants.flatMap((constant) => quotientOfProduct(value, other, constant)),
        ),
    ),
  ];
}

const POWERS = [2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n, 512n, 1024n];

function quotients(value: Term, constant: Term): Term[] {
  if (constant.values.some((each) => each <= 0n) || constant.values.every((each) => each === 1n))
    return [];
  const cost = value.cost + 1 + affinity(value.text, constant.text);
  const divided = value.values.map((each, call) => cdiv(each, constant.values[call] ?? 1n));
  const isExact = value.values.every((each, call) => each % (constant.values[call] ?? 1n) === 0n);
  // Without a remainder, `/` says the same, and `cdiv` is what programs write.
  const text = `cdiv(${value.text}, ${constant.text})`;
  if (isExact) return [{ text, values: divided, cost }];
  const floored = value.values.map((each, call) => each / (constant.values[call] ?? 1n));
  return [
    { text, values: divided, cost },
    { text: `${value.text} // ${constant.text}`, values: floored, cost: cost + 1.5, isSum: true },
  ];
}

/** A number as divisor is only believed if there are several values to see it in. */
function quotientByNumber(value: Term, divisor: bigint): Term[] {
  if (new Set(value.values).size < 2) return [];
  const values = value.values.map((each) => cdiv(each, divisor));
  return [{ text: `cdiv(${value.text}, ${divisor})`, values, cost: value.cost + 4 }];
}

function quotientOfProduct(value: Term, other: Term, constant: Term): Term[] {
  if (constant.values.some((each) => each <= 1n)) return [];
  const values = value.values.map((each, call) =>
    cdiv(each * (other.values[call] ?? 1n), constant.values[call] ?? 1n),
  );
  const text = `cdiv(${value.text} * ${other.text}, ${constant.text})`;
  return [{ text, values, cost: value.cost + other.cost + 2, isWhole: true }];
}

/** Products of two or three terms. A term that is 1 in all calls says nothing. */
function products(targets: readonly bigint[], terms: readonly Term[]): Term[] {
  const factors = terms
    .filter(
      ({ values, isWhole }) =>
        isWhole !== true && values.some((each) => each !== 1n) && divides(values, targets),
    )
    .toSorted((a, b) => a.cost - b.cost);
  const byValues = new Map<string, Term>();
  for (const factor of factors) {
    const key = factor.values.join();
    if (!byValues.has(key)) byValues.set(key, factor);
  }
  const pairs = (left: Term, rest: readonly bigint[]): Term[] => {
    const right = byValues.get(rest.join());
    // Programs do not multiply constants on the host.
    if (right === undefined || (left.isConstant && right.isConstant)) return [];
    const ordered = factors.indexOf(right) < factors.indexOf(left) ? [right, left] : [left, right];
    return [product(ordered, left.cost + right.cost + 1)];
  };
  const found = factors.flatMap((left) => pairs(left, quotient(targets, left.values)));
  if (found.length > 0) return found;
  const likely = factors.slice(0, MOST_FACTORS);
  return likely.flatMap((left) => {
    const rest = quotient(targets, left.values);
    return likely
      .filter((middle) => divides(middle.values, rest))
      .flatMap((middle) => {
        const right = byValues.get(quotient(rest, middle.values).join());
        if (right === undefined || [left, middle, right].every((each) => each.isConstant))
          return [];
        return [product([left, middle, right], left.cost + middle.cost + right.cost + 2)];
      });
  });
}

/** Factors that are tried for products of three. */
const MOST_FACTORS = 24;

function product(factors: readonly Term[], cost: number): Term {
  const text = factors.map((factor) => (factor.isSum ? `(${factor.text})` : factor.text));
  const values = (factors[0]?.values ?? []).map((_value, call) =>
    factors.reduce((result, { values: own }) => result * (own[call] ?? 1n), 1n),
  );
  return { text: text.join(' * '), values, cost };
}

/** `min` of a limit and a term: as many blocks as there is work, but no more than the GPU has. */
function minima(targets: readonly bigint[], terms: readonly Term[]): Term[] {
  const most = targets.reduce((a, b) => (a > b ? a : b));
  const limits = terms.filter(({ values }) => values.every((each) => each === values[0]));
  const works = [...terms, ...pairsOf(terms)].filter(
    ({ values }) =>
      values.every((each, call) => each >= (targets[call] ?? 0n)) &&
      values.some((each, call) => each > (targets[call] ?? 0n)) &&
      values.some((each, call) => each === targets[call]) &&
      values.every((each, call) => each === targets[call] || targets[call] === most),
  );
  return works.map((work) => {
    const limit = limits.find(({ values }) => values[0] === most);
    const text = `min(${limit?.text ?? most}, ${work.text})`;
    return { text, values: targets, cost: work.cost + (limit?.cost ?? 4) + 1 };
  });
}

function pairsOf(terms: readonly Term[]): Term[] {
  const quotientsOnly = terms.filter(({ text }) => text.startsWith('cdiv(')).slice(0, 60);
  return quotientsOnly.flatMap((left, index) =>
    quotientsOnly
      .slice(index + 1)
      .map((right) => product([left, right], left.cost + right.cost + 1)),
  );
}

/**
 * Returns how well a constant fits an argument by name: `BLOCK_M` is for `M`, and `BLOCK_N` is not.
 * Negative: well.
 */
function affinity(value: string, constant: string): number {
  const [own, last = ''] = [wordsOf(value), wordsOf(constant).at(-1)];
  const isBlock = /block|tile|chunk|^b[a-z]$/i.test(constant);
  if ((own.length === 1 && own[0] === last) || constant.toLowerCase() === `b${value.toLowerCase()}`)
    return -0.6;
  const [first = ''] = own;
  const isOther = last.length === 1 && (own.length === 1 ? first.length === 1 : false);
  return (isOther ? 1 : 0) + (isBlock ? -0.2 : 0.6);
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split('_').filter(Boolean);
}

function cdiv(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : (a + b - 1n) / b;
}

function isEqual(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.every((each, index) => each === b[index]);
}

function divides(factors: readonly bigint[], targets: readonly bigint[]): boolean {
  return factors.every((each, call) => each > 0n && (targets[call] ?? 0n) % each === 0n);
}

function quotient(targets: readonly bigint[], factors: readonly bigint[]): readonly bigint[] {
  return targets.map((each, call) => each / (factors[call] ?? 1n));
}
