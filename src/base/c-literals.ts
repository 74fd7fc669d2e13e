import { visibleText } from './text.ts';

/** Writes an integer of 64 bits as C. A minus is not part of a literal, and 2^63 on its own does not fit. */
export function cInteger(value: bigint): string {
  if (value > 2n ** 63n - 1n) return `UINT64_C(${value})`;
  if (value === -(2n ** 63n)) return 'INT64_MIN';
  return value < 0n ? `-INT64_C(${-value})` : `INT64_C(${value})`;
}

/** Writes a float as a C `double`. */
export function cFloat(value: number): string {
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}__builtin_inf()`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Writes a text as a C string, as it is. `??` begins a trigraph in C11. */
export function cString(text: string): string {
  return JSON.stringify(text).replaceAll('?', String.raw`\?`);
}

/** Writes a text for people as a C string, with unseen characters as `\u{202E}`. */
export function cMessage(text: string): string {
  return cString(visibleText(text));
}
