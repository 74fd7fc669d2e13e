import { describe, expect, it } from 'vitest';
import { definitionsOf } from '../../../src/package/c/definitions.ts';
import { hipRuntime, runtimeText } from '../../../src/package/c/vendor.ts';

const CUDA = runtimeText('aot_launch.h');
const HIP = runtimeText('aot_hip_launch.h');
const WHOLE = hipRuntime();

/** Returns the runtime for HIP without empty lines, or why there is none. */
function made(cuda: string, hip = HIP): string {
  try {
    return hipRuntime(cuda, hip).replaceAll(/\n\s*(?=\n)/g, '');
  } catch (error) {
    return `error: ${String(error)}`;
  }
}

describe('the runtime for HIP', () => {
  it.each([
    ['an empty line', ''],
    ['a line of spaces', '    '],
  ])('is the same, or an error, with %s anywhere in the runtime for CUDA', (_what, line) => {
    const lines = CUDA.split('\n');
    const expected = made(CUDA);
    const others = lines.flatMap((before, index) => {
      const found = made([...lines.slice(0, index), line, ...lines.slice(index)].join('\n'));
      return found === expected || found.startsWith('error: ')
        ? []
        : [`before line ${index + 1}: ${before}`];
    });
    expect(others).toEqual([]);
    expect(expected).toContain('static inline int aot_choose(');
  });

  it('has functions that end where they end in the runtime for CUDA', () => {
    const broken = CUDA.replace('    int best = -1, i;\n', '    int best = -1, i;\n\n');
    expect(broken).not.toBe(CUDA);
    expect(made(broken)).toBe(made(CUDA));
  });

  it.each([
    ['has gone', 'int aot_choose(', 'int aot_chose('],
    ['is there twice', 'int aot_is_refusal(', 'int aot_choose(int x);\nstatic int aot_is_refusal('],
  ])('is an error if a definition %s', (_what, from, to) => {
    expect(() => hipRuntime(CUDA.replace(from, to))).toThrow(/definitions with `int aot_choose\(`/);
  });

  it.each([
    ['a brace', CUDA.replace('    return best;\n}', '    return best;\n')],
    [
      'a macro',
      CUDA.replace('dlsym(library, AOT_TEXT(name));   ', 'dlsym(library, AOT_TEXT(name)); \\\n\n'),
    ],
  ])('is an error if %s has no end', (_what, cuda) => {
    expect(cuda).not.toBe(CUDA);
    expect(() => hipRuntime(cuda)).toThrow();
  });

  it('is an error if a placeholder is not a line', () => {
    const hip = HIP.replace('@int aot_choose(@', '@int aot_choose(');
    expect(() => hipRuntime(CUDA, hip)).toThrow('placeholder');
  });

  it('has no placeholder, and balanced brackets', () => {
    expect(WHOLE).not.toContain('@');
    expect(definitionsOf(WHOLE).length).toBeGreaterThan(30);
  });
});
