import type { IntegerFill } from '../cases/case.ts';
import type { Random } from './random.ts';

/**
 * Computes integers with the properties of a fill. The same numbers give the same elements on every
 * machine.
 * @throws {Error} if a group has more unique elements than there are integers
 */
export function integersWith(fill: IntegerFill, count: number, random: Random): Float64Array {
  const draw = drawing(random);
  const values = new Float64Array(count);
  for (let start = 0; start < count; start += fill.group)
    fillGroup(values.subarray(start, start + fill.group), fill, draw);
  const { sentinel } = fill;
  if (sentinel !== undefined && count > 1 && !values.includes(sentinel))
    values[draw(count)] = sentinel;
  return values;
}

/** Returns a random integer from 0 to `choices` - 1. */
type Draw = (choices: number) => number;

function drawing(random: Random): Draw {
  const words = new Uint32Array(2);
  return (choices) => {
    random(words);
    const [high = 0, low = 0] = words;
    return Math.floor((high * 2 ** 21 + (low >>> 11)) * 2 ** -53 * choices);
  };
}

function fillGroup(values: Float64Array, fill: IntegerFill, draw: Draw): void {
  const { from, to, unique, sorted, sentinel } = fill;
  const choices = to - from + 1;
  if (sentinel !== undefined) return fillWithSentinels(values, { ...fill, sentinel }, draw);
  if (unique && values.length > choices) throw new Error('there are fewer integers than elements');
  // A sorted group has both limits, so that offsets of rows cover the whole.
  const ends = sorted && values.length > 1 ? 1 : 0;
  const inner = values.subarray(ends, values.length - ends);
  if (unique) drawDistinct(inner, from + ends, choices - 2 * ends, draw);
  else for (let i = 0; i < inner.length; i++) inner[i] = from + draw(choices);
  if (!sorted) return;
  inner.sort();
  if (ends > 0) [values[0], values[values.length - 1]] = [from, to];
}

/** Draws different integers from `from` on, in a random order. */
function drawDistinct(values: Float64Array, from: number, choices: number, draw: Draw): void {
  if (choices > 4 * values.length) {
    const drawn = new Set<number>();
    while (drawn.size < values.length) drawn.add(from + draw(choices));
    values.set([...drawn]);
    return;
  }
  // Source: R. Durstenfeld, Algorithm 235: Random permutation.
  const all = Float64Array.from({ length: choices }, (_, index) => from + index);
  for (let i = 0; i < values.length; i++) {
    const other = i + draw(choices - i);
    [values[i], all[other]] = [all[other] as number, all[i] as number];
  }
}

/** Makes about a quarter of a group sentinels, and more if there are too few integers to be unique. */
function fillWithSentinels(
  values: Float64Array,
  fill: IntegerFill & { readonly sentinel: number },
  draw: Draw,
): void {
  const wanted = values.length - Math.floor((values.length + draw(4)) / 4);
  const kept = fill.unique ? Math.min(wanted, fill.to - fill.from + 1) : wanted;
  fillGroup(values.subarray(0, kept), { ...fill, sentinel: undefined }, draw);
  values.fill(fill.sentinel, kept);
  for (let i = values.length - 1; i > 0; i--) {
    const other = draw(i + 1);
    [values[i], values[other]] = [values[other] as number, values[i] as number];
  }
}
