import type { Fill } from '../cases/case.ts';
import type { ElementType } from '../terms/types.ts';
import { bytesOf, decodeFloats, encodeElements, isFloat } from './elements.ts';
import { integersWith } from './integers.ts';
import { randomSequence } from './random.ts';

/** A fill with computed elements. */
type ComputedFill = Exclude<Fill, { kind: 'file' }>;

/** A fill whose elements are all alike: a part of them can be repeated. */
type RepeatableFill = Extract<Fill, { kind: 'normal' | 'uniform' | 'constant' }>;

/** Returns whether a fill has no properties that all of its elements have together. */
export function canRepeat(
  fill: RepeatableFill | { readonly kind: string },
): fill is RepeatableFill {
  return ['normal', 'uniform', 'constant'].includes(fill.kind);
}

/** The number of elements computed at a time. */
const CHUNK = 1 << 14;

/**
 * Returns the bytes of `count` elements. Uses only additions and multiplications of doubles, so
 * that every machine gives the same bytes.
 */
export function fillElements(
  fill: ComputedFill,
  element: ElementType,
  count: number,
  seed: string,
): Uint8Array {
  if (fill.kind === 'values') return encodeElements(element, Float64Array.from(fill.values));
  if (fill.kind === 'integers')
    return encodeElements(element, integersWith(fill, count, randomSequence(seed)));
  const bytes = new Uint8Array(count * bytesOf(element));
  const next = generator(fill, element, seed);
  for (let start = 0; start < count; start += CHUNK) {
    const values = new Float64Array(Math.min(CHUNK, count - start));
    next(values);
    bytes.set(encodeElements(element, values), start * bytesOf(element));
  }
  return bytes;
}

type Generator = (values: Float64Array) => void;

function generator(fill: RepeatableFill, element: ElementType, seed: string): Generator {
  switch (fill.kind) {
    case 'constant':
      return (values) => void values.fill(fill.value);
    case 'normal':
      return normal(fill.mean, fill.deviation, seed);
    case 'uniform':
      return isFloat(element)
        ? uniformFloats(fill, largestBelow(fill.to, element), seed)
        : uniformIntegers(fill.from, fill.to, seed);
  }
}

// The sum of four uniform numbers below 2^32 has this mean, and the standard deviation 1 / SCALE,
// which is 2^32 / √3.
const DRAWS = 4;
const MEAN = 2 ** 33 - 2;
const SCALE = 1.7320508075688772 * 2 ** -32;

/** Generates nearly normal numbers, at most 3.47 standard deviations from the mean. */
function normal(mean: number, deviation: number, seed: string): Generator {
  const random = randomSequence(seed);
  const draws = new Uint32Array(DRAWS * CHUNK);
  return (values) => {
    random(draws.subarray(0, DRAWS * values.length));
    for (let i = 0, at = 0; i < values.length; i++, at += DRAWS) {
      const sum =
        (draws[at] as number) +
        (draws[at + 1] as number) +
        (draws[at + 2] as number) +
        (draws[at + 3] as number);
      values[i] = mean + deviation * ((sum - MEAN) * SCALE);
    }
  };
}

function uniformFloats(
  { from, to, sentinel }: Extract<Fill, { kind: 'uniform' }>,
  most: number,
  seed: string,
): Generator {
  const width = to - from;
  if (sentinel === undefined) return uniform(seed, (share) => Math.min(from + width * share, most));
  return uniform(seed, (share) =>
    share < SENTINELS
      ? sentinel
      : Math.min(from + (width * (share - SENTINELS)) / (1 - SENTINELS), most),
  );
}

/** The share of sentinels. */
const SENTINELS = 0.25;

function uniformIntegers(from: number, to: number, seed: string): Generator {
  const choices = to - from + 1;
  return uniform(seed, (share) => Math.min(from + Math.floor(choices * share), to));
}

/** Calls `valueOf` with numbers from 0 to 1, excluding 1. */
function uniform(seed: string, valueOf: (share: number) => number): Generator {
  const random = randomSequence(seed);
  const draws = new Uint32Array(CHUNK);
  return (values) => {
    random(draws.subarray(0, values.length));
    for (let i = 0; i < values.length; i++) values[i] = valueOf((draws[i] as number) * 2 ** -32);
  };
}

/** Returns the largest number of a float type below `limit`. */
function largestBelow(limit: number, element: ElementType): number {
  const rounded = (value: number): number =>
    decodeFloats(element, encodeElements(element, Float64Array.of(value)))[0] ?? value;
  // Steps down further and further, until the type distinguishes the result from the limit.
  for (let step = 2 ** -52; ; step *= 2) {
    const below = rounded(limit - Math.max(Math.abs(limit), 2 ** -970) * step);
    if (below < limit || step > 1) return below;
  }
}
