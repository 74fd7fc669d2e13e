import { readFileSync } from 'node:fs';

type Specials = 'ieee' | 'ones' | 'minus zero' | 'no';

/** The bits of the exponent and of the fraction, the bias, and which codes are infinity and NaN. */
type Format = readonly [exponent: number, fraction: number, bias: number, specials: Specials];

/** The formats of Python's table: a Python test compares them. */
const FORMATS = JSON.parse(
  readFileSync(new URL('../fixtures/floats.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Format>>;

/** The formats of 8 and 16 bits. */
export const SMALL_FLOATS = [
  'fp16',
  'bf16',
  'fp8e5',
  'fp8e4nv',
  'fp8e4b15',
  'fp8e4b8',
  'fp8e5b16',
] as const;

/** Returns the numbers of all codes of a format, in order. */
export function floatValues(name: (typeof SMALL_FLOATS)[number]): readonly number[] {
  const format = FORMATS[name] as Format;
  const half = 2 ** (format[0] + format[1]);
  const magnitudes = Array.from({ length: half }, (_, code) => magnitudeOf(format, code));
  const negative = magnitudes.map((magnitude) => -magnitude);
  if (format[3] === 'minus zero') negative[0] = NaN;
  return [...magnitudes, ...negative];
}

function magnitudeOf([exponentBits, fractionBits, bias, specials]: Format, code: number): number {
  const exponent = Math.floor(code / 2 ** fractionBits);
  const fraction = (code % 2 ** fractionBits) / 2 ** fractionBits;
  if (specials === 'ones' && code === 2 ** (exponentBits + fractionBits) - 1) return NaN;
  if (specials === 'ieee' && exponent === 2 ** exponentBits - 1)
    return fraction === 0 ? Infinity : NaN;
  return exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias);
}
