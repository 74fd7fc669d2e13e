import { childrenOf, type GridExpression, namesIn } from '../../grid/expression.ts';
import { withElements } from '../../terms/constant.ts';
import { integerOf } from '../../terms/kernel.ts';
import type { Rule, Step } from './rule.ts';
import { type Situation, type Size, withSizes } from './situation.ts';

/** Sizes at the edges of blocks, 1, primes, and such as no power of two divides. */
export const SIZES: Rule = {
  name: 'sizes',
  stepsOf: (situation) =>
    situation.sizes.map((size) =>
      edgesOf(size).map(([value, why]) => sizeStep(situation, size.name, value, why)),
    ),
};

/** Sizes at the boundary of each condition in `requires`, as far as it takes them. */
export const BOUNDARIES: Rule = {
  name: 'boundaries',
  stepsOf: (situation) =>
    situation.sizes.map(({ name }) =>
      situation.kernel.requirements.flatMap(({ tree, text }) =>
        numbersBeside(tree, name, situation).flatMap((number) =>
          [number, number - 1n, number + 1n, 3n * number].map((value) =>
            sizeStep(situation, name, value, `at the boundary of \`${text}\``),
          ),
        ),
      ),
    ),
};

/** Sizes that each hint divides, and that it does not. */
export const HINTED_SIZES: Rule = {
  name: 'hints',
  stepsOf: (situation) => {
    const { kernel, sizes } = situation;
    return sizes.map(({ name }) => {
      const position = kernel.arguments.findIndex((each) => each.name === name);
      const hints = new Set(kernel.specialisations.map((each) => each.hints[position] ?? 0));
      return [...hints].flatMap((hint) =>
        hint === 0
          ? []
          : [3n * BigInt(hint), BigInt(hint) + 1n].map((value) =>
              sizeStep(situation, name, value, `for the hint ${hint}`),
            ),
      );
    });
  },
};

function sizeStep(situation: Situation, name: string, value: bigint, why: string): Step {
  return {
    apply: (spec) =>
      value < 1n || spec.values.get(name) === value
        ? undefined
        : {
            spec: withSizes(situation, spec, new Map([[name, value]])),
            change: { kind: 'size', text: `${name} = ${value}, ${why}` },
          },
  };
}

/** Values of a size, those that find most first. */
function edgesOf({ blocks }: Size): readonly (readonly [value: bigint, why: string])[] {
  const [block] = blocks;
  if (block === undefined)
    return [
      [1n, 'the smallest'],
      [7n, 'a prime'],
      [2n, 'one more than the smallest'],
      [12n, 'not a power of two'],
      [17n, 'a prime'],
    ];
  const edges: (readonly [bigint, string])[] = [
    [block + 1n, `one more than ${block}`],
    [block - 1n, `one less than ${block}`],
    [1n, 'the smallest'],
    [primeFrom(block + 2n), 'a prime'],
    [(block / 4n) * 3n, 'not a power of two'],
    [primeFrom(block / 2n), 'a prime'],
    [2n * block + block / 2n, 'not a whole number of blocks'],
    [block, 'one block'],
  ];
  const others = blocks.slice(1).flatMap((other): (readonly [bigint, string])[] => [
    [other + 1n, `one more than ${other}`],
    [other - 1n, `one less than ${other}`],
  ]);
  return [...edges, ...others];
}

function primeFrom(start: bigint): bigint {
  for (let value = start < 3n ? 3n : start; ; value += 1n) {
    let isPrime = value % 2n !== 0n;
    for (let divisor = 3n; isPrime && divisor * divisor <= value; divisor += 2n)
      isPrime = value % divisor !== 0n;
    if (isPrime) return value;
  }
}

/** The numbers and constants in a condition that names a size. */
function numbersBeside(
  tree: GridExpression,
  name: string,
  { kernel }: Situation,
): readonly bigint[] {
  if (!namesIn(tree).some((use) => use.name === name)) return [];
  const found = new Set<bigint>();
  const walk = (node: GridExpression): void => {
    if (node.kind === 'integer') found.add(node.value);
    if (node.kind === 'name')
      for (const { constants } of kernel.configs) {
        const constant = withElements(constants).get(node.name);
        const value = constant === undefined ? undefined : integerOf(constant);
        if (value !== undefined) found.add(value);
      }
    childrenOf(node).forEach(walk);
  };
  walk(tree);
  return [...found].filter((value) => value > 1n);
}
