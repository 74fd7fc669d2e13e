import { type Case, float, integer, launched, p, q, range, refused, simple } from './case.ts';

/** Every kind of argument and constant. */
export const ARGUMENT_CASES: Readonly<Record<string, readonly Case[]>> = {
  'floats of every size, and a bool among them': [
    launched('floats_default(0, P, true, 0x3c01, -2.5, 0xc040, 0.1f)', {
      kernel: 'floats',
      parameters: [p, '01', '013c', float(-2.5, 8), '40c0', float(0.1, 4)],
    }),
    launched('floats_default(0, P, false, 0x8000, 1e-310, 0x7f80, -0.0f)', {
      kernel: 'floats',
      parameters: [p, '00', '0080', float(1e-310, 8), '807f', '00000080'],
    }),
  ],
  'integers of every size and sign': [
    launched(
      'integers_default(0, P, true, INT64_MIN, INT8_MIN, 0xfedc, INT32_MIN, 0xfe, false, INT16_MIN, UINT64_MAX - 1, UINT32_MAX - 1)',
      {
        kernel: 'integers',
        parameters: [
          p,
          '01',
          '0000000000000080',
          '80',
          'dcfe',
          '00000080',
          'fe',
          '00',
          '0080',
          'feffffffffffffff',
          'feffffff',
        ],
      },
    ),
  ],
  'a constant before a hinted argument': [
    launched('constant_first_default(0, P, 32, 17)', {
      kernel: 'constant_first',
      parameters: [p, integer(32, 4), integer(17, 4)],
    }),
    refused('constant_first_default(0, P, 17, 32)'),
  ],
  'a hint on the twelfth argument only': [
    launched('late_hint_default(0, P, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 48, 12)', {
      kernel: 'late_hint',
      parameters: [p, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 48, 12].map((value) => integer(value, 4))],
    }),
    refused('late_hint_default(0, P, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16)'),
  ],
  'one, sixteen and any value of one argument': [
    launched('hinted_default(0, P, 1, 7)', { kernel: 'hinted', parameters: [p, integer(7, 8)] }),
    ...[16, -32, 0, 5, 17, -1].map((stride) =>
      launched(`hinted_default(0, P, ${stride}, 7)`, {
        kernel: 'hinted',
        parameters: [p, integer(stride, 8), integer(7, 8)],
      }),
    ),
    refused('hinted_default(0, P + 8, 1, 7)'),
  ],
  'two arguments with hints and no other values': [
    launched('hinted_only_default(0, P, 1, 1)', { kernel: 'hinted', parameters: [p] }),
    launched('hinted_only_default(0, P, 1, 64)', {
      kernel: 'hinted',
      parameters: [p, integer(64, 8)],
    }),
    launched('hinted_only_default(0, P, 64, 1)', {
      kernel: 'hinted',
      parameters: [p, integer(64, 8)],
    }),
    launched('hinted_only_default(0, P, 64, 0)', {
      kernel: 'hinted',
      parameters: [p, integer(64, 8), integer(0, 8)],
    }),
    ...['1, 2', '2, 1', '16, 17', '17, 16', '-1, 16'].map((values) =>
      refused(`hinted_only_default(0, P, ${values})`),
    ),
  ],
  'hints on unsigned and on small integers': [
    launched('hinted_u64_default(0, P, 0x8000000000000010u, -16)', {
      kernel: 'hinted',
      parameters: [p, '1000000000000080', 'f0'],
    }),
    launched('hinted_u64_default(0, P, UINT64_MAX, 1)', {
      kernel: 'hinted',
      parameters: [p, 'ffffffffffffffff'],
    }),
    refused('hinted_u64_default(0, P, 16, 2)'),
  ],
  'pointers to different types': ['fp16', 'bf16', 'fp32', 'fp64', 'i8', 'u8', 'i64'].map((type) =>
    launched(`twice_${type}_default(0, P, Q, 33)`, {
      kernel: 'twice',
      parameters: [p, q, integer(33, 4)],
      grid: [2, 1, 1],
    }),
  ),
  'no arguments': [
    launched('nothing_default(0)', { kernel: 'nothing', parameters: [] }),
    launched('prints_default(0, 3)', { kernel: 'prints', parameters: [], grid: [3, 1, 1] }),
  ],
  'seventy-one arguments of different sizes': [
    launched(`many_default(0, P, ${range(70).map(manyValue).join(', ')})`, {
      kernel: 'many',
      parameters: [p, ...range(70).map((i) => integer(manyValue(i), [4, 8, 1, 2, 4][i % 5] ?? 0))],
    }),
  ],
  'constants of every kind': [
    ...range(3).map((algo) =>
      launched(`constants(0, P, 5, ${algo})`, {
        kernel: 'constants',
        parameters: [p, integer(5, 4)],
      }),
    ),
    launched('constants_signature_default(0, P, 5)', {
      kernel: 'constants',
      parameters: [p, integer(5, 4)],
    }),
    ...simple('unannotated_default', 'unannotated'),
  ],
};

/** The value of each of many arguments; the third and fourth of five are the small ones. */
function manyValue(index: number): number {
  return index % 5 === 1 ? 3_000_000_000 + index : index + 1;
}
