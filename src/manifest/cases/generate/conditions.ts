import { withElements } from '../../terms/constant.ts';
import { integerOf } from '../../terms/kernel.ts';
import type { CaseSpec } from '../case.ts';
import { scalarTypes } from '../scope.ts';
import type { Situation } from './situation.ts';

/** A condition on sizes, as `requires` takes it. */
interface SizeCondition {
  readonly text: string;
  readonly holds: (size: (name: string) => bigint) => boolean;
}

/**
 * Returns the conditions that kernels often assume and that this case breaks, the likeliest first: a size is a whole number
 * of blocks, at most one block, a multiple of another size, or at most as large. If only cases fail that break a condition,
 * the kernel may assume it.
 */
export function brokenConditions(
  situation: Pick<Situation, 'kernel' | 'sizes'>,
  { values }: Pick<CaseSpec, 'values'>,
): readonly string[] {
  const size = (name: string): bigint => {
    const value = values.get(name);
    return typeof value === 'bigint' ? value : 0n;
  };
  return conditions(situation).flatMap(({ text, holds }) => (holds(size) ? [] : [text]));
}

function conditions({
  kernel,
  sizes,
}: Pick<Situation, 'kernel' | 'sizes'>): readonly SizeCondition[] {
  // `requires` can only name what the C function gets.
  const parameters = scalarTypes(kernel);
  const known = sizes.filter(({ name }) => parameters.has(name));
  const labels = new Map(
    known.flatMap(({ blocks }) => blocks).map((block) => [block, labelOf(kernel, block)]),
  );
  const whole = known.flatMap(({ name, blocks }) =>
    blocks.map((block): SizeCondition => ({
      text: `${name} % ${labels.get(block)} == 0`,
      holds: (size) => size(name) % block === 0n,
    })),
  );
  const single = known.flatMap(({ name, blocks }) =>
    blocks.map((block): SizeCondition => ({
      text: `${name} <= ${labels.get(block)}`,
      holds: (size) => size(name) <= block,
    })),
  );
  const pairs = known.flatMap(({ name }) =>
    known.flatMap((other) => (other.name === name ? [] : [{ name, other: other.name }])),
  );
  const multiple = pairs.map(({ name, other }): SizeCondition => ({
    text: `${name} % ${other} == 0`,
    holds: (size) => size(other) > 0n && size(name) % size(other) === 0n,
  }));
  const ordered = pairs.map(({ name, other }): SizeCondition => ({
    text: `${name} <= ${other}`,
    holds: (size) => size(name) <= size(other),
  }));
  return [...whole, ...single, ...multiple, ...ordered];
}

/** Returns the name of the constant with a value; the value if there are several, or if configs differ. */
function labelOf({ configs }: Situation['kernel'], value: bigint): string {
  const all = configs.map(({ constants }) => withElements(constants));
  const names = [...(all[0]?.keys() ?? [])].filter((name) =>
    all.every((constants) => {
      const constant = constants.get(name);
      return constant !== undefined && integerOf(constant) === value;
    }),
  );
  return names.length === 1 ? String(names[0]) : String(value);
}
