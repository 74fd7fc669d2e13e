import { describe, expect, it } from '@jest/globals';
import { tritonToolsGrid } from '../../../src/package/triton-tools/invocation.ts';
import { fakeKernels } from '../../support/fake-build.ts';

function gridOf(grid: string | readonly string[], s = 'i32'): string {
  const manifest = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:f
    arguments: { x: "*fp32", m: i32, n: i32, s: ${JSON.stringify(s)} }
    constants: { BLOCK: 128 }
    grid: ${JSON.stringify(grid)}
`;
  const [kernel] = fakeKernels(manifest, { f: ['x', 'm', 'n', 's', 'BLOCK'] });
  const [config] = kernel?.configs ?? [];
  const [specialisation] = kernel?.specialisations ?? [];
  if (kernel === undefined || config === undefined || specialisation === undefined)
    throw new Error('no kernel');
  return tritonToolsGrid(kernel, config, specialisation.hints);
}

describe('a grid for compile.py', () => {
  it.each([
    ['(n + 127) / 128, m * n, 1', '(n + 127) / 128, m * n, 1'],
    ['cdiv(n, BLOCK)', '(n + 127) / 128, 1, 1'],
    ['cdiv(m, n) * 2', '(m + n - 1) / n * 2, 1, 1'],
    ['2 * cdiv(m + 1, n - 1)', '2 * ((m + 1 + (n - 1) - 1) / (n - 1)), 1, 1'],
    ['m // n // s, m - (n - s)', 'm / n / s, m - (n - s), 1'],
    ['min(m, n, 4)', '(m < n ? m : n) < 4 ? (m < n ? m : n) : 4, 1, 1'],
    ['max(m, 1) + 1', '(m > 1 ? m : 1) + 1, 1, 1'],
    ['n > 4 ? m : -n', 'n > 4 ? m : -n, 1, 1'],
    ['(m < n) == 1 ? - -m : m % n', '(m < n) == 1 ? - -m : m % n, 1, 1'],
    ['m - -5, BLOCK / 3', 'm - -5, 42, 1'],
  ])('%s is written as %s', (grid, expected) => {
    expect(gridOf(grid)).toBe(expected);
  });

  it.each([
    ['(n+127)/128,m*n,1', '(n+127)/128,m*n,1'],
    ['(n+127)/128 ,  m * n', '(n+127)/128 ,  m * n, 1'],
    [' ((n)) ', '((n)), 1, 1'],
    ['n*0x10,(m<n)?m:n', 'n*0x10,(m<n)?m:n, 1'],
    ['cdiv(n,128),m*n', '(n + 127) / 128,m*n, 1'],
    ['m*n,  cdiv( m, BLOCK ) ,m', 'm*n,  (m + 127) / 128 ,m'],
    ['n*BLOCK,m', 'n * 128,m, 1'],
    ['n//4,m/4', 'n / 4,m/4, 1'],
    ['n--4,m', 'n - -4,m, 1'],
    ['n-++m', 'n - m, 1, 1'],
    ['n*s,m', 'n * 1,m, 1', 'i32:1'],
  ])('%s keeps the text of axes that are C: %s', (grid, expected, s = 'i32') => {
    expect(gridOf(grid, s)).toBe(expected);
  });

  it('joins the axes of a list', () => {
    expect(gridOf(['(n+63)/64', 'm'])).toBe('(n+63)/64, m, 1');
  });

  it('has 1 for an argument that is always 1, which the function does not take', () => {
    expect(gridOf('n * s', 'i32:1')).toBe('n * 1, 1, 1');
  });
});
