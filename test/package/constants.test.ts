import { describe, expect, it } from '#jest';
import type { Constant } from '../../src/manifest/terms/constant.ts';
import { kindSchema, readConstants, writeConstants } from '../../src/package/constants.ts';

const int = (value: bigint): Constant => ({ kind: 'int', value });
const tuple = (...value: readonly Constant[]): Constant => ({ kind: 'tuple', value });

describe('a tuple in manifest.json', () => {
  it.each<[name: string, constant: Constant, json: unknown, kinds: unknown]>([
    ['without elements', tuple(), [], undefined],
    ['of integers', tuple(int(64n), int(32n)), [64, 32], undefined],
    [
      'that holds a tuple',
      tuple({ kind: 'none' }, tuple({ kind: 'string', value: 'relu' })),
      [null, ['relu']],
      undefined,
    ],
    [
      'whose elements JSON does not tell apart from others',
      tuple({ kind: 'float', value: 1 }, tuple({ kind: 'dtype', value: 'float16' }), tuple()),
      [1, ['tl.float16'], []],
      ['float', ['dtype'], []],
    ],
  ])('%s is a list, and is read again without loss', (_name, constant, json, kinds) => {
    const written = writeConstants({ constants: new Map([['C', constant]]) });
    expect(written).toEqual({
      constants: { C: json },
      ...(kinds !== undefined && { kinds: { C: kinds } }),
    });
    if (kinds !== undefined) expect(kindSchema.parse(kinds)).toEqual(kinds);
    expect(readConstants(written).get('C')).toEqual(constant);
  });
});
