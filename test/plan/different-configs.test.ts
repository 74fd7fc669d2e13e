import { describe, expect, it } from '#jest';
import { mostDifferent } from '../../src/plan/different-configs.ts';
import type { AutotuneConfig } from '../../src/toolchain/wire/kernel-function.ts';

function config(
  constants: Readonly<Record<string, number | string>>,
  options: Readonly<Record<string, number>> = {},
): AutotuneConfig {
  const entries = Object.entries(constants).map(([name, value]) => [
    name,
    typeof value === 'number'
      ? { kind: 'int' as const, value: BigInt(value) }
      : { kind: 'string' as const, value },
  ]);
  return { constants: Object.fromEntries(entries), options };
}

const blocks = (...sizes: readonly number[]): AutotuneConfig[] =>
  sizes.map((BLOCK) => config({ BLOCK }));

describe('the configs that differ most', () => {
  it('are all if there are no more than wanted', () => {
    const all = blocks(1, 2, 3);
    expect(mostDifferent(all, 3)).toEqual(all);
    expect(mostDifferent([], 2)).toEqual([]);
  });

  it('have sizes that are far apart by their ratio, in the order of the file', () => {
    const all = blocks(128, 16, 32, 64, 256, 512, 1024);
    expect(mostDifferent(all, 1)).toEqual(blocks(128));
    expect(mostDifferent(all, 2)).toEqual(blocks(128, 16));
    expect(mostDifferent(all, 3)).toEqual(blocks(128, 16, 1024));
  });

  it('count constants and options alike, whatever their sizes', () => {
    const all = [64, 4096].flatMap((BLOCK) =>
      [1, 2].map((num_stages) => config({ BLOCK }, { num_stages })),
    );
    expect(mostDifferent(all, 2)).toEqual([all[0], all[3]]);
    expect(mostDifferent(all, 3)).toEqual([all[0], all[1], all[3]]);
  });

  it('differ in texts, and in what only some have', () => {
    const all = [config({ A: 1 }), config({ A: 2 }), config({ A: 1, KIND: 'wide' })];
    expect(mostDifferent(all, 2)).toEqual([all[0], all[1]]);
    const texts = [config({ A: 'x' }), config({ A: 'x' }), config({ A: 'y' })];
    expect(mostDifferent(texts, 2)).toEqual([texts[0], texts[2]]);
    // Equal ones are not needed twice.
    expect(mostDifferent([...texts, ...texts], 5)).toEqual([texts[0], texts[2]]);
  });
});
