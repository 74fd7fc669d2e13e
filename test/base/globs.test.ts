import { describe, expect, it } from '#jest';
import { globMatcher, LONGEST_GLOB, selector } from '../../src/base/globs.ts';

describe('globs', () => {
  it('match a text that one of them matches', () => {
    const matches = globMatcher(['a_*', 'b']);
    expect(['a_1', 'b', 'c', 'a'].filter(matches)).toEqual(['a_1', 'b']);
    expect(globMatcher([])('a')).toBe(false);
  });

  it('match a dot at the beginning only if they should', () => {
    expect([globMatcher(['*'])('.a'), globMatcher(['*'], true)('.a')]).toEqual([false, true]);
  });

  it('select everything if there are none', () => {
    expect(selector([])('a')).toBe(true);
    expect(['a', 'b'].filter(selector(['a']))).toEqual(['a']);
  });

  it('are refused if they are too long', () => {
    const glob = 'x'.repeat(LONGEST_GLOB);
    expect(globMatcher([glob])(glob)).toBe(true);
    for (const length of [LONGEST_GLOB + 1, 40_000, 70_000]) {
      const match = (): boolean => selector(['*', 'x'.repeat(length)])('x');
      expect(match).toThrow(`a pattern has ${length} characters; at most 1000 are allowed`);
      expect(match).toThrow(expect.objectContaining({ kind: 'usage' }));
    }
  });
});
