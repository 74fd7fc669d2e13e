import { describe, expect, it } from '#jest';
import { roundingOf, toleranceOf } from '../../../src/compile/expected/tolerance.ts';
import type { ToleranceSpec } from '../../../src/manifest/cases/case.ts';
import { fakeChecked, fakeCompiled } from '../../support/fake-build.ts';

const NOTHING: ToleranceSpec = { floats: undefined, named: new Map() };

describe('the tolerance of an output', () => {
  it.each([
    ['fp64', 1e-12],
    ['fp32', 1e-5],
    ['fp16', 2e-3],
    ['bf16', 1.6e-2],
    ['fp8e4nv', 0.1],
    ['fp8e4b8', 0.1],
    ['fp8e4b15', 0.1],
    ['fp8e5', 0.2],
    ['fp8e5b16', 0.2],
  ])('of %s is by default %d, and five times that for each element', (element, norm) => {
    const expected = { norm, rtol: 5 * norm, atol: 0, default: element };
    expect(toleranceOf('x', element, NOTHING)).toEqual(expected);
  });

  it.each(['i32', 'i1'])('of %s is none', (element) => {
    expect(toleranceOf('x', element, NOTHING)).toEqual({ norm: 0, rtol: 0, atol: 0 });
    const floats = { ...NOTHING, floats: { norm: 1, atol: 1 } };
    expect(toleranceOf('x', element, floats)).toEqual({ norm: 0, rtol: 0, atol: 0 });
    const named = { ...NOTHING, named: new Map([['x', { atol: 1 }]]) };
    expect(toleranceOf('x', element, named)).toEqual({ norm: 0, rtol: 0, atol: 1 });
    const steps = { ...NOTHING, named: new Map([['x', { steps: 1 }]]) };
    expect(toleranceOf('x', element, steps)).toEqual({ norm: 0, rtol: 0, atol: 0, steps: 1 });
  });

  it.each([
    [{ norm: 0.01 }, {}, [0.01, 0.05, 0]],
    [{ rtol: 0.5, atol: 0.25 }, {}, [2e-3, 0.5, 0.25]],
    [undefined, { x: { atol: 1 } }, [2e-3, 0.01, 1]],
    [undefined, { y: { atol: 1 } }, [2e-3, 0.01, 0]],
    [undefined, { fp16: { norm: 0.01 }, fp32: { norm: 1 } }, [0.01, 0.05, 0]],
    [undefined, { fp16: { norm: 1 }, x: { atol: 1 } }, [2e-3, 0.01, 1]],
  ])('of fp16 with %j and %j is %j', (floats, named, expected) => {
    const { norm, rtol, atol } = toleranceOf('x', 'fp16', {
      floats,
      named: new Map(Object.entries(named)),
    });
    expect([norm, rtol, atol]).toEqual(expected);
  });

  it('of 8 bits that the kernel rounds once is compared with the rounded reference', () => {
    const of = (element: string, before: string, given = NOTHING) =>
      toleranceOf('x', element, given, new Map([['x', before]]));
    const e4 = { norm: 0.04, rtol: 5e-5, atol: 0, default: 'fp8e4nv' };
    expect(of('fp8e4nv', 'fp32')).toMatchObject({ ...e4, rtol: expect.closeTo(5e-5) });
    expect(of('fp8e5', 'bf16')).toEqual({ norm: 0.08, rtol: 0.08, atol: 0, default: 'fp8e5' });
    // What is rounded to a type of 8 bits before, or what is not known, has the wide tolerance.
    expect(of('fp8e4nv', 'fp8e5')).toEqual({ norm: 0.2, rtol: 1, atol: 0, default: 'fp8e5' });
    expect(of('fp8e4nv', 'fp8e4nv')).toMatchObject({ norm: 0.1, rtol: 0.5 });
    const given = { ...NOTHING, floats: { norm: 0.01 } };
    expect(of('fp8e4nv', 'fp32', given)).toEqual({ norm: 0.01, rtol: 0.05, atol: 0 });
  });

  it('is that of a less precise type to which the kernel rounds', () => {
    const rounding = new Map([
      ['x', 'bf16'],
      ['y', 'tf32'],
    ]);
    const normOf = (name: string, element: string, given: object = {}) =>
      toleranceOf(name, element, { floats: given, named: new Map() }, rounding);
    expect(normOf('x', 'fp32')).toEqual({ norm: 0.016, rtol: 0.08, atol: 0, default: 'bf16' });
    expect(normOf('y', 'fp32')).toMatchObject({ norm: 0.002, default: 'tf32' });
    expect(normOf('z', 'fp32')).toMatchObject({ norm: 1e-5, default: 'fp32' });
    expect(normOf('z', 'fp8e5')).toMatchObject({ norm: 0.2, default: 'fp8e5' });
    // What the manifest gives comes first.
    expect(normOf('x', 'fp32', { norm: 1e-3 })).toEqual({ norm: 1e-3, rtol: 5e-3, atol: 0 });
    expect(normOf('x', 'fp32', { rtol: 1 })).toMatchObject({ norm: 0.016, rtol: 1 });
  });
});

describe('the rounding of a kernel', () => {
  it('is the least precise of its variants', () => {
    const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32", y: "*fp32" }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: 1
`;
    const found: readonly Record<string, string>[] = [{ x: 'tf32' }, { x: 'bf16', y: 'fp16' }];
    const checked = fakeChecked(text, { scale: ['x', 'y', 'BLOCK'] }, (variant) =>
      fakeCompiled(variant, {}, { rounding: found[variant.config] ?? {} }),
    );
    expect(roundingOf(checked)).toEqual(
      new Map([
        [
          'scale',
          new Map([
            ['x', 'bf16'],
            ['y', 'fp16'],
          ]),
        ],
      ]),
    );
  });
});
