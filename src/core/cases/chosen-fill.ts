import type { ElementType } from '../argument-type.ts';
import type { Parsed } from '../manifest/argument.ts';
import type { BufferSpec } from '../manifest/smoke-buffer.ts';
import type { Fill } from './case.ts';
import { integerRange, type IntegerRange } from './integer-range.ts';

/** What a buffer holds before the call; undefined where it is poisoned. */
export function chooseFill(
  element: ElementType,
  { role, fill }: Pick<BufferSpec, 'role' | 'fill'>,
): Parsed<Fill | undefined> {
  const range = integerRange(element);
  if (fill === undefined) {
    const isPoisoned = role === 'out' || role === 'scratch';
    return { ok: true, value: isPoisoned ? undefined : defaultFill(range) };
  }
  if (fill.kind === 'uniform' && fill.from === undefined) {
    return { ok: true, value: range === undefined ? UNIT : uniformIntegers(range) };
  }
  const message = range === undefined ? checkFloats(fill) : checkIntegers(fill, element, range);
  return message === undefined ? { ok: true, value: fill } : { ok: false, message };
}

const UNIT: Fill = { kind: 'uniform', from: 0, to: 1 };

function defaultFill(range: IntegerRange | undefined): Fill {
  return range === undefined ? { kind: 'normal', mean: 0, deviation: 1 } : uniformIntegers(range);
}

/** Small enough for every type, and for sums that stay exact. */
function uniformIntegers({ from, to }: IntegerRange): Fill {
  const most = Math.min(100, Number(to));
  return { kind: 'uniform', from: from < 0n ? -most : 0, to: most };
}

function checkFloats(fill: Fill): string | undefined {
  if (fill.kind !== 'uniform' || fill.from < fill.to) return undefined;
  return `floats are below \`to\`: expected more than ${fill.from}, found ${fill.to}`;
}

function checkIntegers(fill: Fill, element: ElementType, range: IntegerRange): string | undefined {
  switch (fill.kind) {
    case 'file':
      return undefined;
    case 'normal':
      return `${element} holds integers: expected uniform, constant or file`;
    case 'constant':
    case 'uniform': {
      const values = fill.kind === 'constant' ? [fill.value] : [fill.from, fill.to];
      const wrong = values.find((value) => !isWithin(value, range));
      if (wrong === undefined) return undefined;
      const from = range.from < -SAFE ? -SAFE : range.from;
      const to = range.to > SAFE ? SAFE : range.to;
      return `${wrong} is no ${element} that a fill can have: expected an integer from ${from} to ${to}`;
    }
  }
}

/** Beyond it JavaScript's numbers, and so fills, have gaps. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function isWithin(value: number, { from, to }: IntegerRange): boolean {
  return Number.isSafeInteger(value) && BigInt(value) >= from && BigInt(value) <= to;
}
