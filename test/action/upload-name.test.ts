import { describe, expect, it } from '#jest';
import { automaticName, isArtifactName } from '../../src/action/artifact.ts';

describe('the name of an artifact', () => {
  it('is the package, and the values of the matrix if there is one', () => {
    expect(automaticName('demo', undefined)).toBe('aot-demo');
    expect(automaticName('demo', {})).toBe('aot-demo');
    expect(automaticName('demo', { target: 'sm_90', triton: '3.8.0' })).toBe(
      'aot-demo-sm_90-3.8.0',
    );
    expect(automaticName('demo', { os: 'ubuntu-24.04' })).toBe('aot-demo-ubuntu-24.04');
    expect(automaticName('demo', { debug: false, jobs: 2 })).toBe('aot-demo-false-2');
  });

  it('differs between the jobs of a matrix, whatever their values', () => {
    const matrices = [
      { a: 'x-y', b: 'z' },
      { a: 'x', b: 'y-z' },
      { a: 'x/y', b: 'z' },
      { a: 'x:y', b: 'z' },
      { a: 'x_y', b: 'z' },
      { a: null, b: 'z' },
      { a: '', b: 'z' },
      { a: 'z', b: null },
      { a: { on: 'x', to: 'z' } },
      { a: ['x', 'z'] },
      { a: ['x', ['z']] },
      { a: 'l'.repeat(200), b: 1 },
      { a: 'l'.repeat(200), b: 2 },
      { a: 'ä', b: 'z' },
      { a: 'ö', b: 'z' },
    ];
    const names = matrices.map((matrix) => automaticName('demo', matrix));
    expect(new Set(names).size).toBe(matrices.length);
    for (const name of names) {
      expect(isArtifactName(name)).toBe(true);
      expect(name).toMatch(/^aot-demo-[\w.-]{1,110}$/);
    }
  });

  it('has no character that a file system forbids', () => {
    expect(isArtifactName('kernels for sm_90 (ä)')).toBe(true);
    for (const character of '"\\/:<>|*?\r\n') expect(isArtifactName(`a${character}b`)).toBe(false);
    expect(isArtifactName('  ')).toBe(false);
    expect(isArtifactName('x'.repeat(201))).toBe(false);
  });
});
