import { describe, expect, it } from '@jest/globals';
import { OutputExcerpt } from '../../../src/core/base/process.ts';

describe('OutputExcerpt', () => {
  it('keeps short output whole', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('one ');
    excerpt.append('x'.repeat(20_000));
    excerpt.append(' two');
    expect(excerpt.text).toBe(`one ${'x'.repeat(20_000)} two`);
  });

  it('keeps the beginning and the end of long output', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('begin');
    for (let count = 0; count < 1000; count += 1) excerpt.append('x'.repeat(1000));
    excerpt.append('end');
    expect(excerpt.text).toMatch(/^begin(x+)\n\[…\]\n(x+)end$/);
    expect(excerpt.text.length).toBeLessThan(33_000);
  });

  it('is empty after clear', () => {
    const excerpt = new OutputExcerpt();
    excerpt.append('x'.repeat(40_000));
    excerpt.clear();
    expect(excerpt.text).toBe('');
  });
});
