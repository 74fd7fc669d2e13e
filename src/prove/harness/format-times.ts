/** Formats times in one unit, with three significant digits: `12.3 µs` or `12.3 to 45.6 µs`. */
export function timeText(microseconds: readonly number[]): string {
  if (microseconds.length === 0) return '';
  const slowest = Math.max(...microseconds);
  const [scale, unit] = slowest < 1000 ? [1, 'µs'] : [1000, 'ms'];
  const from = digits(Math.min(...microseconds) / scale);
  const to = digits(slowest / scale);
  return from === to ? `${to} ${unit}` : `${from} to ${to} ${unit}`;
}

/** Formats the highest of some rates; nothing if there are none. */
export function rateText(values: readonly number[], unit: string): string[] {
  return values.length === 0 ? [] : [`${digits(Math.max(...values))} ${unit}`];
}

/** Three significant digits, without an exponent. */
function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
