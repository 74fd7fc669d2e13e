import { describe, expect, it } from '#jest';
import { checkGrid } from '../../../src/manifest/grid/check.ts';
import { parseSizes } from '../../../src/manifest/grid/parse.ts';
import { gridScope } from '../../../src/manifest/grid/scope.ts';
import type { Constant } from '../../../src/manifest/terms/constant.ts';
import { blockSize } from '../../../src/manifest/terms/types.ts';

const TILE: Constant = {
  kind: 'tuple',
  value: [
    { kind: 'int', value: 64n },
    {
      kind: 'tuple',
      value: [
        { kind: 'bool', value: true },
        { kind: 'string', value: 'relu' },
      ],
    },
  ],
};

const constants = new Map([['TILE', TILE]]);

function expressionOf(text: string) {
  const parsed = parseSizes(text);
  if (!parsed.ok || parsed.axes[0] === undefined) throw new Error(`${text} is no expression`);
  return parsed.axes[0];
}

const problemsOf = (text: string): readonly string[] =>
  checkGrid([expressionOf(text)], gridScope([], [], { constants, options: {} })).map(
    ({ message }) => message,
  );

describe('an element of a tuple in an expression', () => {
  it('is an integer constant', () => {
    expect(problemsOf('cdiv(100, TILE[0]) + TILE[1][0]')).toEqual([]);
    expect(blockSize(expressionOf('TILE[0] * 2'), constants)).toEqual({ ok: true, value: 128n });
  });

  it.each([
    ['TILE', '`TILE` is the constant (64, (True, "relu")); only integers can be used here'],
    ['TILE[1][1]', '`TILE[1][1]` is the constant "relu"; only integers can be used here'],
    [
      'TILE[2]',
      'unknown name `TILE[2]`; did you mean `TILE[0]`? available names: TILE[0], TILE[1][0]',
    ],
  ])('is refused if it is no integer: %s', (text, message) => {
    expect(problemsOf(text)).toEqual([message]);
  });
});
