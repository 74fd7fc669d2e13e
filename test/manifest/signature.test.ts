import { describe, expect, it } from '#jest';
import { readManifest } from '../../src/manifest/manifest.ts';
import type { Constant } from '../../src/manifest/terms/constant.ts';

/** The only kernel of a manifest with these settings. */
function entryOf(settings: string) {
  const text = `package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  k:
    source: k.py:k
    grid: 1
    ${settings}
`;
  const [entry] = readManifest(text, 'kernels.yaml').kernels;
  if (entry === undefined) throw new Error('there is no kernel');
  return entry;
}

describe('a constant', () => {
  it.each<[text: string, constant: Constant]>([
    ['1', { kind: 'int', value: 1n }],
    ['1.0', { kind: 'float', value: 1 }],
    ['-3', { kind: 'int', value: -3n }],
    ['0x10', { kind: 'int', value: 16n }],
    ['0o10', { kind: 'int', value: 8n }],
    ['9007199254740993', { kind: 'int', value: 9007199254740993n }],
    ['-170141183460469231731687303715884105728', { kind: 'int', value: -(2n ** 127n) }],
    ['1.0e-2', { kind: 'float', value: 0.01 }],
    ['1e3', { kind: 'float', value: 1000 }],
    ['-0.0', { kind: 'float', value: -0 }],
    ['.inf', { kind: 'float', value: Infinity }],
    ['-.inf', { kind: 'float', value: -Infinity }],
    ['.nan', { kind: 'float', value: NaN }],
    ['true', { kind: 'bool', value: true }],
    ['False', { kind: 'bool', value: false }],
    ['yes', { kind: 'string', value: 'yes' }],
    ['leaky_relu', { kind: 'string', value: 'leaky_relu' }],
    ['"1"', { kind: 'string', value: '1' }],
    ['""', { kind: 'string', value: '' }],
    ['null', { kind: 'none' }],
    ['~', { kind: 'none' }],
    ['"null"', { kind: 'string', value: 'null' }],
    ['tl.float16', { kind: 'dtype', value: 'float16' }],
    ['[]', { kind: 'tuple', value: [] }],
    [
      '[64, [relu, tl.float16]]',
      {
        kind: 'tuple',
        value: [
          { kind: 'int', value: 64n },
          {
            kind: 'tuple',
            value: [
              { kind: 'string', value: 'relu' },
              { kind: 'dtype', value: 'float16' },
            ],
          },
        ],
      },
    ],
  ])('%s is read by its YAML type', (text, constant) => {
    const { constants, configs } = entryOf(
      `signature: "*fp32"\n    constants: { C: ${text} }\n    configs: [{ C: ${text} }]`,
    );
    expect(constants.get('C')).toEqual(constant);
    expect(configs).toMatchObject([{ constants: new Map([['C', constant]]), options: {} }]);
  });

  it('with the name of an option is that option in a config', () => {
    expect(
      entryOf('signature: "*fp32"\n    configs: [{ BLOCK: 2, num_ctas: 2, launch_pdl: true }]')
        .configs,
    ).toMatchObject([
      {
        constants: new Map([['BLOCK', { kind: 'int', value: 2n }]]),
        options: { num_ctas: 2, launch_pdl: true },
      },
    ]);
  });
});

describe('a token of a signature', () => {
  const pointer = (element: string) => ({ kind: 'pointer', element });
  const scalar = (name: string) => ({ kind: 'scalar', scalar: name });
  const argument = (type: unknown, hint: number) => ({
    kind: 'argument',
    spec: { type, hints: [hint], isGiven: hint !== 0 },
  });
  const constant = (value: Constant) => ({ kind: 'constant', value });

  it.each([
    ['*fp16', argument(pointer('fp16'), 0)],
    ['*fp16:16', argument(pointer('fp16'), 16)],
    ['*fp8e4nv', argument(pointer('fp8e4nv'), 0)],
    ['*i1', argument(pointer('i1'), 0)],
    ['i32', argument(scalar('i32'), 0)],
    ['i32:16', argument(scalar('i32'), 16)],
    ['i64:1', argument(scalar('i64'), 1)],
    ['u8 : 16', argument(scalar('u8'), 16)],
    ['i64:8', argument(scalar('i64'), 8)],
    ['*fp32:4', argument(pointer('fp32'), 4)],
    ['i32:2', argument(scalar('i32'), 2)],
    ['fp32', argument(scalar('fp32'), 0)],
    ['bf16', argument(scalar('bf16'), 0)],
    ['i1', argument(scalar('i1'), 0)],
    ['128', constant({ kind: 'int', value: 128n })],
    ['-1', constant({ kind: 'int', value: -1n })],
    ['+1', constant({ kind: 'int', value: 1n })],
    ['18446744073709551616', constant({ kind: 'int', value: 2n ** 64n })],
    ['1.0', constant({ kind: 'float', value: 1 })],
    ['-0.5', constant({ kind: 'float', value: -0.5 })],
    ['.5', constant({ kind: 'float', value: 0.5 })],
    ['1e-5', constant({ kind: 'float', value: 1e-5 })],
    ['True', constant({ kind: 'bool', value: true })],
    ['false', constant({ kind: 'bool', value: false })],
    ['None', constant({ kind: 'none' })],
    ['null', constant({ kind: 'none' })],
    ["'relu'", constant({ kind: 'string', value: 'relu' })],
    ['"a, b"', constant({ kind: 'string', value: 'a, b' })],
    ['""', constant({ kind: 'string', value: '' })],
    ['tl.float16', constant({ kind: 'dtype', value: 'float16' })],
    ['()', constant({ kind: 'tuple', value: [] })],
    ['(1)', constant({ kind: 'int', value: 1n })],
    ['(1,)', constant({ kind: 'tuple', value: [{ kind: 'int', value: 1n }] })],
    [
      '("a, )", ( True, ))',
      constant({
        kind: 'tuple',
        value: [
          { kind: 'string', value: 'a, )' },
          { kind: 'tuple', value: [{ kind: 'bool', value: true }] },
        ],
      }),
    ],
  ])('%s', (text, token) => {
    const { shape } = entryOf(`signature: >-\n      *i8, ${text} ,7`);
    expect(shape).toEqual({
      form: 'signature',
      tokens: [argument(pointer('i8'), 0), token, constant({ kind: 'int', value: 7n })],
    });
  });
});

describe('an argument', () => {
  it.each([
    ['i32', [0], false],
    ['[i32]', [0], false],
    ['[i32:16, i32]', [16, 0], true],
    ['[i32, "i32:1", "i32:16"]', [0, 1, 16], true],
  ])('%s has these hints in this order', (text, hints, isGiven) => {
    const { shape } = entryOf(`arguments: { n: ${text} }`);
    expect(shape).toEqual({
      form: 'arguments',
      arguments: new Map([['n', { type: { kind: 'scalar', scalar: 'i32' }, hints, isGiven }]]),
    });
  });
});
