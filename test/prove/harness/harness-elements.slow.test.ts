import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { toleranceOf } from '../../../src/compile/expected/tolerance.ts';
import { fillElements } from '../../../src/manifest/values/fill.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { floatValues, SMALL_FLOATS } from '../../support/floats.ts';
import { expectGolden } from '../../support/golden.ts';
import { compileAndRun } from '../../support/recording-cuda.ts';
import {
  buildSmokeProgram,
  SMOKE_SOURCES,
  type SmokeProgram,
} from '../../support/smoke-program.ts';

/**
 * Prints the values of all bit patterns of each format, then the number of wrong roundings to fp16
 * and bf16.
 */
const TABLES = `
#include "numbers.hpp"
#include "smoke.hpp"
#include <cmath>
#include <cstdio>
using namespace smoke;
int main() {
  for (const char *name : {${SMALL_FLOATS.map((name) => `"${name}"`).join(', ')}}) {
    const Element &element = *find_element(name);
    const Decoder decode(element);
    std::printf("%s", name);
    for (unsigned bits = 0; bits < 1u << 8 * element.size; ++bits)
      std::printf(" %.17g", decode(reinterpret_cast<const unsigned char *>(&bits)));
    std::printf("\\n");
  }
  long wrong = 0;
  const HalfType types[] = {fp16, bf16};
  for (int i = 0; i < 2; ++i) {
    const Element &element = *find_element(i == 0 ? "fp16" : "bf16");
    Value value;
    const auto encode = [&](double number) { value.number = number; return value.half_bits(types[i]); };
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      const double own = decode_float(element.format, bits);
      if (std::isnan(own)) { wrong += !std::isnan(decode_float(element.format, encode(own))); continue; }
      wrong += encode(own) != bits;
      const double next = decode_float(element.format, bits + 1);
      if ((bits & 0x7fff) == 0x7fff || !std::isfinite(next) || !std::isfinite(own)) continue;
      const double middle = (own + next) / 2;
      wrong += encode(middle) != (bits & 1 ? bits + 1 : bits);
      wrong += encode(std::nextafter(middle, own)) != bits || encode(std::nextafter(middle, next)) != bits + 1;
    }
  }
  Value value;
  value.number = 65520;
  wrong += value.half_bits(fp16) != 0x7c00;
  value.number = 65519.99;
  wrong += value.half_bits(fp16) != 0x7bff;
  value.number = -1e300;
  wrong += value.half_bits(bf16) != 0xff80;
  std::printf("wrong %ld\\n", wrong);
}
`;

describe('numbers', () => {
  let lines: string[] = [];
  beforeAll(async () => {
    const sources = [join(SMOKE_SOURCES, 'numbers.cpp')];
    const { code, stdout } = await compileAndRun({
      sources,
      texts: { 'tables.cpp': TABLES },
      includeDirs: [SMOKE_SOURCES],
    });
    expect(code).toBe(0);
    lines = stdout.trimEnd().split('\n');
  });

  it.each(SMALL_FLOATS)("of type %s are those of Python's table", (name) => {
    const [, ...texts] = lines.find((line) => line.startsWith(`${name} `))?.split(' ') ?? [];
    const values = texts.map((text) => Number(text.replace(/^(-?)inf$/, '$1Infinity')));
    expect(values).toEqual(floatValues(name));
  });

  it('are rounded to the nearest 16-bit float, ties to even', () => {
    expect(lines.at(-1)).toBe('wrong 0');
  });
});

const EVERY = ['fp32', 'tf32', 'bf16'];
const NOTHING_GIVEN = { floats: undefined, named: new Map() };
const NORMAL = { kind: 'normal', mean: 0, deviation: 1 } as const;
const X = new Float32Array(fillElements(NORMAL, 'fp32', 33 * 47, 'f'.repeat(32)).buffer);

/** The numbers of a type of 8 bits that are not negative, in order. Their indices are their bits. */
function valuesOf(type: (typeof SMALL_FLOATS)[number]): readonly number[] {
  return floatValues(type)
    .slice(0, 0x80)
    .filter((value) => Number.isFinite(value));
}

type Quantiser = (value: number, all: readonly number[], at: number) => number;

/** The largest number of the type that is not larger, by size. */
function truncated(value: number, all: readonly number[]): number {
  return Math.sign(value) * (all.findLast((each) => each <= Math.abs(value)) ?? 0);
}

function nearest(value: number, all: readonly number[]): number {
  const below = all.indexOf(Math.abs(truncated(value, all)));
  const [low = 0, high = low] = all.slice(below);
  const size = Math.abs(value);
  const isUp = size - low > high - size || (size - low === high - size && below % 2 === 1);
  return Math.sign(value) * (isUp ? high : low);
}

function shifted(value: number, all: readonly number[], steps: number): number {
  const right = nearest(value, all);
  return Math.sign(right) * (all[all.indexOf(Math.abs(right)) + steps] ?? 0);
}

/** One element that is typical. */
const ODD = X.findIndex((each) => each > 1.2 && each < 1.5);
const oneStep: Quantiser = (value, all, at) => shifted(value, all, at === ODD ? 1 : 0);
const threeSteps: Quantiser = (value, all, at) => shifted(value, all, at === ODD ? 3 : 0);

function bitsOf(value: number, all: readonly number[]): number {
  return all.indexOf(Math.abs(value)) + (value < 0 || Object.is(value, -0) ? 128 : 0);
}

function upperHalf(value: number): number {
  return (new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0) >>> 16;
}

function toBf16(value: number): number {
  const bits = new Uint32Array(Float32Array.of(value).buffer);
  bits[0] = ((bits[0] ?? 0) + 0x8000) & 0xffff0000;
  return new Float32Array(bits.buffer)[0] ?? 0;
}

describe('an output', () => {
  let program: SmokeProgram;
  beforeAll(async () => {
    program = await buildSmokeProgram();
  });
  afterAll(() => program.remove());

  /**
   * Runs a kernel that copies the bytes to an output with these expected values. Returns the
   * problems.
   */
  const copy = async (
    element: string,
    bytes: Uint8Array,
    expected: { type: string; values: NodeJS.ArrayBufferView } | undefined,
    tolerance = '0 0 0 -',
    steps = 0,
  ) => {
    const length = bytes.length / elementSize(element);
    const x = await program.file('x.bin', bytes);
    const y = expected && (await program.file('y.bin', expected.values));
    const plan = `kernel move
deterministic 1
timing 0
case 0
scalar bytes ${bytes.length}
scalar half 1.5
scalar brain -2
scalar flag 1
buffer x ${element} in ${length} ${x}
buffer y ${element} out ${length} poison
${y === undefined ? '' : `expected y ${expected?.type} ${tolerance} ${y}\n`}${steps > 0 ? `steps y ${steps}\n` : ''}run 1 0
end
`;
    const { code, stderr, events, records } = await program.run(plan);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const found = events[2]?.problems ?? [];
    return { problems: found.map(({ kind, message }) => `${kind}: ${message}`), records };
  };

  it.each([
    ['fp16', [0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00], [1, -2, 2 ** -24]],
    ['bf16', [0x80, 0x3f, 0x00, 0xc0, 0x80, 0x7f], [1, -2, Infinity]],
    ['fp8e4nv', [0x38, 0x7e, 0x81], [1, 448, -(2 ** -9)]],
    ['fp8e5', [0x3c, 0x7b, 0xfc], [1, 57344, -Infinity]],
    ['fp8e4b8', [0x40, 0xff, 0x00], [1, -240, 0]],
    ['fp8e5b16', [0x40, 0x7f, 0xff], [1, 57344, -57344]],
    ['fp8e4b15', [0x78, 0x7f, 0xff], [1, 1.875, -1.875]],
    ['i32', [1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0x80], [1, -1, -(2 ** 31)]],
    ['u16', [1, 0, 0xff, 0xff, 0, 0x80], [1, 65535, 32768]],
    ['i1', [0, 1, 1], [0, 1, 1]],
  ])('of type %s is decoded', async (element, bytes, values) => {
    const right = { type: 'f64', values: Float64Array.from(values) };
    expect((await copy(element, Uint8Array.from(bytes), right)).problems).toEqual([]);
    const wrong = { type: 'f32', values: Float32Array.from([values[0] ?? 0, 77, values[2] ?? 0]) };
    expect((await copy(element, Uint8Array.from(bytes), wrong)).problems).toEqual([
      expect.stringMatching(/^(values|unwritten|not-a-number): y.* 1 of 3 elements .*\[1\]/),
    ]);
  });

  it('of 64-bit integers is compared exactly', async () => {
    const bytes = new Uint8Array(BigInt64Array.from([2n ** 53n, -(2n ** 62n)]).buffer);
    const values = BigInt64Array.from([2n ** 53n + 1n, -(2n ** 62n)]);
    expect((await copy('i64', bytes, { type: 'exact', values })).problems).toEqual([
      expect.stringContaining('at [0]: got 9007199254740992, expected 9007199254740993'),
    ]);
  });

  it('of integers may differ by what the manifest allows', async () => {
    const bytes = Uint8Array.from([1, 0xfd, 127, 4]);
    const values = Int8Array.from([2, -2, 126, 4]);
    const expected = { type: 'exact', values };
    expect((await copy('i8', bytes, expected)).problems).toEqual([
      expect.stringContaining('y: 3 of 4 elements are outside of the tolerance'),
    ]);
    expect((await copy('i8', bytes, expected, '0 0 1 -')).problems).toEqual([]);
    expect((await copy('i8', bytes, expected, '0 0 0 -', 1)).problems).toEqual([]);
    const wrong = { type: 'exact', values: Int8Array.from([3, -3, 127, 4]) };
    expect((await copy('i8', bytes, wrong, '0 0 0 -', 1)).problems).toEqual([
      expect.stringMatching(/limit 1 step\); the worst at \[0\]: got 1, expected 3 ± 1$/),
    ]);
  });

  it.each([
    ['fp8e4nv', [0x38, 0x7d, 0x01], [1.125, 448, 0]],
    ['fp8e4nv', [0x38, 0x38, 0x38], [1.0625, 1, 1.0625]],
    ['fp8e5', [0x3c, 0x3c, 0x80], [1.25, 0.875, 2 ** -16]],
    ['fp16', [0x00, 0x3c], [1 + 2 ** -10]],
    ['fp32', [0, 0, 0x80, 0x3f], [1 + 2 ** -23]],
  ])('of type %s may differ by one step', async (element, bytes, values) => {
    const near = { type: 'f64', values: Float64Array.from(values) };
    expect((await copy(element, Uint8Array.from(bytes), near, '0 0 0 -', 1)).problems).toEqual([]);
    const far = values.map((value, at) => (at === 0 ? 1 + 3 * (value - 1) : value));
    const other = { type: 'f64', values: Float64Array.from(far) };
    expect((await copy(element, Uint8Array.from(bytes), other, '0 0 0 -', 1)).problems).toEqual([
      expect.stringMatching(/^values: y: 1 of \d elements? .* limit 1 step\); the worst at \[0\]/),
    ]);
  });

  it('with a NaN never passes, whatever is expected', async () => {
    const nan = new Uint8Array(Float32Array.from([NaN]).buffer);
    const expected = [
      { type: 'f32', values: Float32Array.from([NaN]) },
      { type: 'exact', values: nan },
    ];
    for (const { type, values } of expected) {
      const { problems } = await copy('fp32', nan, { type, values }, '1e9 1e9 1e9 -');
      expect(problems).toEqual([expect.stringMatching(/^not-a-number:.*got nan, expected nan$/)]);
    }
  });

  it('without expected values must contain only numbers', async () => {
    const fine = new Uint8Array(Float32Array.from([1, 2]).buffer);
    expect((await copy('fp32', fine, undefined)).problems).toEqual([]);
    const infinite = new Uint8Array(Float32Array.from([1, Infinity]).buffer);
    const { problems } = await copy('fp32', infinite, undefined);
    expect(problems).toHaveLength(1);
    expectGolden(problems.join('\n'));
  });

  it('may have errors within the tolerance, which for small elements is that of typical ones', async () => {
    const bytes = new Uint8Array(Float32Array.from([100.9, 0.5, 0]).buffer);
    const expected = { type: 'f32', values: Float32Array.from([100, 0, 0]) };
    expect((await copy('fp32', bytes, expected, '0.02 0.01 0 -')).problems).toEqual([]);
    expect((await copy('fp32', bytes, expected, '0.02 0.001 0 -')).problems).toEqual([
      expect.stringContaining('y: 2 of 3 elements are outside of the tolerance'),
    ]);
    expect((await copy('fp32', bytes, expected, '0.02 0 1 -')).problems).toEqual([]);
  });

  it('of integers may have errors within a tolerance that the manifest gives', async () => {
    const bytes = new Uint8Array(Int8Array.from([126, -3]));
    const expected = { type: 'exact', values: Int8Array.from([127, -3]) };
    expect((await copy('i8', bytes, expected, '0.02 0 1 -')).problems).toEqual([]);
    const exceeded = expect.stringContaining('y: 1 of 2 elements is outside of the tolerance');
    expect((await copy('i8', bytes, expected, '0.02 0 0.5 -')).problems).toEqual([exceeded]);
    expect((await copy('i8', bytes, expected, '0.001 0 1 -')).problems).toHaveLength(1);
    expect((await copy('i8', bytes, expected)).problems).toHaveLength(1);
  });

  // The faults in values of test/gpu/faults, on its inputs, and the one step of bf16 of an honest kernel.
  it.each([
    ['a constant of 2.01 instead of 2', (x: number) => 2.01 * x, ['fp32', 'tf32']],
    ['swapped strides', (_x: number, at: number) => 2 * (X[at + 1] ?? 0), EVERY],
    ['a scalar that arrives as 0', () => 0, EVERY],
    ['one wrong element', (x: number, at: number) => (at === 700 ? 2 * x + 2 : 2 * x), EVERY],
    ['one step of bf16 in every element', (x: number) => 2 * x * (1 + 2 ** -8), ['fp32', 'tf32']],
  ] as const)('fails with %s', async (_fault, faulty, expected) => {
    const values = X.map((each) => 2 * each);
    const bytes = new Uint8Array(X.map(faulty).buffer);
    const found: string[] = [];
    for (const type of EVERY) {
      const rounding = new Map([['y', type]]);
      const { norm, rtol, atol } = toleranceOf('y', 'fp32', NOTHING_GIVEN, rounding);
      const tolerance = `${norm} ${rtol} ${atol} ${type}`;
      const { problems } = await copy('fp32', bytes, { type: 'f32', values }, tolerance);
      if (problems.length > 0) found.push(type);
      if (type !== 'bf16') continue;
      const [message = 'passes'] = problems;
      expectGolden(message);
    }
    expect(found).toEqual(expected);
  });

  it.each([
    ['fp8e4nv', 'is right', nearest, 'passes'],
    ['fp8e5', 'is right', nearest, 'passes'],
    ['fp8e4nv', 'is rounded from bf16', (x: number, all) => nearest(toBf16(x), all), 'passes'],
    ['fp8e5', 'is rounded from bf16', (x: number, all) => nearest(toBf16(x), all), 'passes'],
    ['fp8e4nv', 'is truncated', truncated, 'values'],
    ['fp8e5', 'is truncated', truncated, 'values'],
    [
      'fp8e4nv',
      'has the precision of fp8e5',
      (x: number, all) => nearest(nearest(x, valuesOf('fp8e5')), all),
      'values',
    ],
    ['fp8e4nv', 'is one step off in one element of 1551', oneStep, 'passes'],
    ['fp8e4nv', 'is three steps off in one element of 1551', threeSteps, 'values'],
  ] satisfies [(typeof SMALL_FLOATS)[number], string, Quantiser, string][])(
    'of %s that %s',
    async (type, _what, quantise, expected) => {
      const all = valuesOf(type);
      const wanted = X.map((each) => 10 * each);
      const bytes = Uint8Array.from(wanted, (each, at) => bitsOf(quantise(each, all, at), all));
      const rounding = new Map([['y', 'bf16']]);
      const { norm, rtol, atol } = toleranceOf('y', type, NOTHING_GIVEN, rounding);
      const tolerance = `${norm} ${rtol} ${atol} ${type}`;
      const { problems } = await copy(type, bytes, { type: 'f32', values: wanted }, tolerance);
      const [message = 'passes'] = problems;
      expect(expected).toContain(message.split(':')[0]);
      expectGolden(message);
    },
  );

  it.each([
    ['fp32', '4e-3', 'passes'],
    ['bf16', '4e-3', 'values'],
    // The default of a kernel that rounds to bf16 on the way hides it, as the reference says.
    ['bf16', '0.016', 'passes'],
  ])('that is accumulated in %s, with the limit %s, %s', async (type, norm, expected) => {
    const sums = Float64Array.from({ length: 256 }, () => 0);
    const got = sums.map((_, at) => {
      let [exact, sum] = [0, 0];
      for (let k = 0; k < 4096; k += 64) {
        let part = 0;
        for (let i = k; i < k + 64; i += 1)
          part += (X[(at * 7 + i) % 1551] ?? 0) * (X[(at + 3 * i) % 1549] ?? 0);
        exact += part;
        sum = type === 'bf16' ? toBf16(sum + part) : Math.fround(sum + part);
      }
      sums[at] = exact;
      return toBf16(sum);
    });
    const bytes = new Uint8Array(Uint16Array.from(got, upperHalf).buffer);
    const tolerance = `${norm} ${5 * Number(norm)} 0 -`;
    const { problems } = await copy('bf16', bytes, { type: 'f64', values: sums }, tolerance);
    expect((problems[0] ?? 'passes').split(':')[0]).toBe(expected);
  });

  it('that is large is compared on all cores', async () => {
    const count = 300_000;
    const values = Float32Array.from({ length: count }, (_, index) => index % 7);
    const wrong = Float32Array.from(values);
    for (const index of [70_000, 150_001, 299_999]) wrong[index] = 50 + index;
    const expected = { type: 'f32', values };
    const { problems } = await copy('fp32', new Uint8Array(wrong.buffer), expected, '1 1e-3 0 -');
    expect(problems).toEqual([
      expect.stringMatching(
        /^values: y: 3 of 300000 .* at \[299999\]: got 300049, expected 0 ± 0\.0036\d*$/,
      ),
    ]);
  });

  it('is computed with scalars of every type', async () => {
    const bytes = Uint8Array.from([1, 2]);
    const { records } = await copy('i8', bytes, undefined);
    const [launch] = launchesOf(records);
    expect(launch?.parameters.slice(2, 6)).toEqual(['0200000000000000', '003e', '00c0', '01']);
  });
});

function elementSize(element: string): number {
  if (element.startsWith('fp8')) return 1;
  const bits = Number(/\d+$/.exec(element)?.[0]);
  return Math.max(1, bits / 8);
}
