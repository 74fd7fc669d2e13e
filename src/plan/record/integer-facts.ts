import type { RecordedCall, RecordedIntegers } from './recording.ts';

/** Returns what is true of the integers of two calls. */
export function commonIntegers(
  a: RecordedCall['integers'],
  b: RecordedCall['integers'],
): RecordedCall['integers'] {
  return new Map(
    [...a].flatMap(([name, facts]) => {
      const other = b.get(name);
      return other === undefined ? [] : [[name, commonOf(facts, other)] as const];
    }),
  );
}

/** Returns what is true of the elements of both tensors. */
export function commonOf(a: RecordedIntegers, b: RecordedIntegers): RecordedIntegers {
  const weaker = (own: 'unique' | 'sorted') =>
    a[own] === null || b[own] === null ? null : a[own] === b[own] ? a[own] : 'rows';
  const places = [a.sentinels, b.sentinels];
  return {
    least: Math.min(a.least, b.least),
    greatest: Math.max(a.greatest, b.greatest),
    sentinels: (['anywhere', 'end'] as const).find((each) => places.includes(each)) ?? 'none',
    unique: weaker('unique'),
    sorted: weaker('sorted'),
    values: a.values?.join() === b.values?.join() ? a.values : null,
  };
}
