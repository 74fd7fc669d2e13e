import { describe, expect, it } from '#jest';
import { countInstructions } from '../../../src/compile/cubin/instructions.ts';
import { checkAbi, rankByCode } from '../../../src/compile/cubin/check.ts';
import { exitCodeOf, Failure } from '../../../src/base/errors.ts';
import type { CompiledKernel } from '../../../src/toolchain/wire/compiled-kernel.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import { fakeCompiled, fakePtx, fakeVariants } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90, sm_100]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments: { x: "*fp16", factor: fp32, n: [i32:1, i32] }
    constants: { BLOCK: 64 }
    grid: n
`;
const VARIANTS = fakeVariants(MANIFEST, { scale_kernel: ['x', 'factor', 'n', 'BLOCK'] });
/** For sm_90 and any n: an 8-byte pointer, a float and a 32-bit integer, then Triton's two pointers. */
const ANY = VARIANTS[2];
if (ANY === undefined) throw new Error('there are fewer variants than expected');

function failureOf(variant: Variant, kernel: CompiledKernel): Failure {
  try {
    checkAbi([[variant, kernel]]);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('the variant passed the check');
}

describe('a variant whose cubin matches its launcher', () => {
  const checked = checkAbi(VARIANTS.map((variant) => [variant, fakeCompiled(variant)]));

  it('is returned with the facts from its cubin', () => {
    expect(checked).toHaveLength(4);
    expect(checked.map(({ variant }) => variant)).toEqual(VARIANTS);
    expect(checked[2]).toMatchObject({
      config: 0,
      specialisation: 1,
      target: { name: 'sm_90' },
      parameters: [
        { offset: 0, size: 8 },
        { offset: 8, size: 4 },
        { offset: 12, size: 4 },
        { offset: 16, size: 8 },
        { offset: 24, size: 8 },
      ],
    });
  });

  it('has no parameter for an argument that equals 1', () => {
    const sizes = checked.map(({ parameters }) => parameters.map(({ size }) => size));
    expect(sizes[0]).toEqual([8, 4, 8, 8]);
    expect(sizes[2]).toEqual([8, 4, 4, 8, 8]);
  });
});

describe('the ranking of code', () => {
  const [checked] = checkAbi(
    VARIANTS.slice(0, 1).map((variant) => [variant, fakeCompiled(variant)] as const),
  );
  if (checked === undefined) throw new Error('nothing was checked');
  const rankOf = (spillBytes: number, warps: number): readonly number[] | undefined => {
    const { occupancy } = checked.resources;
    const resources = {
      ...checked.resources,
      instructions: { ...countInstructions([], 90), spillBytes },
      occupancy: { ...occupancy, warps },
    };
    return rankByCode([{ ...checked, resources }])(checked.variant);
  };

  it('puts fewer spilled bytes first, then more warps: lower numbers are better', () => {
    expect(rankOf(0, 64)).toEqual([0, -64]);
    const [spilled, few, many] = [rankOf(8, 64), rankOf(0, 16), rankOf(0, 32)];
    expect(
      [spilled, few, many].toSorted(
        (a = [], b = []) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0),
      ),
    ).toEqual([many, few, spilled]);
  });

  it('has none for code that was not compiled', () => {
    expect(rankByCode([])(checked.variant)).toBeUndefined();
    const other = VARIANTS[3];
    if (other === undefined) throw new Error('too few variants');
    expect(rankByCode([checked])(other)).toBeUndefined();
  });
});

describe('a kernel with a tensor', () => {
  const variantFor = (target: string): Variant => {
    const manifest = MANIFEST.replace('[sm_90, sm_100]', `[${target}]`).replace(
      'factor: fp32',
      'factor: "tensordesc<fp16[64]>"',
    );
    const [variant = ANY] = fakeVariants(manifest, { scale_kernel: ['x', 'factor', 'n', 'BLOCK'] });
    return variant;
  };
  const map = { dataType: 6, swizzle: 0, elementSize: 2, box: [64] };

  it.each([
    ['a tensor map', 'sm_90', [8, 128, 4, 8, 8, 8], [map]],
    ['separate parameters and two flags', 'sm_80', [8, 8, 8, 8, 1, 1, 4, 8, 8, 8], []],
  ])('passes it as %s', (_form, target, parameters, tensorMaps) => {
    const variant = variantFor(target);
    const compiled = fakeCompiled(variant, { parameters }, { tensorMaps });
    expect(checkAbi([[variant, compiled]])[0]?.tensors).toMatchObject([{ rank: 1 }]);
  });
});

describe('a kernel with PTX', () => {
  const [variant = ANY] = fakeVariants(
    `ptx_fallback: true\n${MANIFEST.replace('sm_90, sm_100', 'sm_80')}`,
    {
      scale_kernel: ['x', 'factor', 'n', 'BLOCK'],
    },
  ).filter(({ job }) => job.ptx);

  it('is accepted if both have the same parameters', () => {
    expect(checkAbi([[variant, fakeCompiled(variant)]])).toHaveLength(1);
  });

  it.each([
    ['there is none', undefined],
    ['it is that of another kernel', fakePtx('other_kernel', variant.target.name, [8, 4, 8, 8])],
  ])('is refused if %s', (_what, ptx) => {
    const failure = failureOf(variant, { ...fakeCompiled(variant), ptx });
    expect(failure.kind).toBe('abi');
    expectGolden(failure.message);
  });
});

describe('scratch memory', () => {
  it('is accepted up to the alignment of the memory pool', () => {
    const globalScratch = { size: 4096, align: 256 };
    const compiled = fakeCompiled(ANY, {}, { globalScratch });
    expect(checkAbi([[ANY, compiled]])).toMatchObject([{ compiled: { globalScratch } }]);
  });
});

describe('a mismatch is a failure with exit code 5', () => {
  it.each([
    ['a parameter of another size', { parameters: [8, 8, 4, 8, 8] }],
    ['parameters in another order', { parameters: [4, 8, 4, 8, 8] }],
    ['a parameter less', { parameters: [8, 4, 8, 8] }],
    ['a parameter more', { parameters: [8, 4, 4, 4, 8, 8] }],
    ['no parameters', { parameters: [] }],
    ['another architecture', { arch: 80 }],
    ['another kernel', { name: 'other_kernel' }],
  ])('%s', (_what, cubin) => {
    const failure = failureOf(ANY, fakeCompiled(ANY, cubin));
    expect(failure.kind).toBe('abi');
    expect(exitCodeOf(failure)).toBe(5);
    expectGolden(failure.message);
  });

  it('no kernel', () => {
    const whole = fakeCompiled(ANY);
    const cubin = Buffer.from(whole.cubin);
    // The symbol is that of a function that the host cannot launch.
    cubin.writeUInt8(0, cubin.indexOf(Buffer.of(1, 0, 0, 0, 0x12, 0x10)) + 5);
    const failure = failureOf(ANY, { ...whole, cubin });
    expect(failure.kind).toBe('abi');
    expectGolden(failure.message);
  });

  it('in several variants at once', () => {
    const compiled = VARIANTS.map(
      (variant) => [variant, fakeCompiled(variant, { arch: 75 })] as const,
    );
    let message = '';
    try {
      checkAbi(compiled);
    } catch (error) {
      message = String(error);
    }
    expect(message.match(/\[specialisation \d, sm_\d+\]/g)).toEqual([
      '[specialisation 0, sm_90]',
      '[specialisation 0, sm_100]',
      '[specialisation 1, sm_90]',
      '[specialisation 1, sm_100]',
    ]);
  });
});

describe('a damaged cubin', () => {
  const whole = fakeCompiled(ANY);

  it('that is cut off anywhere is a failure with exit code 5', () => {
    for (let length = 0; length < whole.cubin.length; length += 1) {
      const cubin = whole.cubin.subarray(0, length);
      const failure = failureOf(ANY, { ...whole, cubin });
      expect([length, failure.kind]).toEqual([length, 'abi']);
    }
  });

  it.each([
    0,
    63,
    // Inside the section table.
    whole.cubin.length - 1,
  ])('that ends after %i bytes is named with its cause', (length) => {
    const failure = failureOf(ANY, { ...whole, cubin: whole.cubin.subarray(0, length) });
    expectGolden(failure.message);
  });
});

describe('a kernel that needs more than arguments is refused with exit code 4', () => {
  const IM2COL = { dataType: 6, swizzle: 0, elementSize: 2, box: [64, 64], mode: 'im2col' };

  it.each<[need: string, record: Partial<CompiledKernel>]>([
    ['scratch memory aligned to 512 bytes', { globalScratch: { size: 64, align: 512 } }],
    ['profile scratch memory', { profileScratch: { size: 64, align: 8 } }],
    ['a tensor descriptor with im2col', { tensorMaps: [IM2COL] }],
  ])('%s', (_need, record) => {
    const failure = failureOf(ANY, fakeCompiled(ANY, {}, record));
    expect(exitCodeOf(failure)).toBe(4);
    expectGolden(failure.message);
  });

  it('even if its parameters do not match either', () => {
    const record = { profileScratch: { size: 1, align: 1 }, tensorMaps: [IM2COL] };
    const failure = failureOf(ANY, fakeCompiled(ANY, { parameters: [128, 4] }, record));
    expect(failure.kind).toBe('compile');
    expect(failure.problems).toHaveLength(2);
  });
});

describe('an argument the kernel does not have', () => {
  it('is not mistaken for one of the two pointers Triton adds', () => {
    // x and two scratch pointers, where the header would pass x, factor and n of 8, 4 and 4 bytes.
    const [variant = ANY] = fakeVariants(
      `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  three: { source: "demo.py:three", signature: "*fp32, *fp32, *fp32", grid: 1 }
`,
      { three: ['x', 'y', 'z'] },
    );
    const compiled = fakeCompiled(variant, { parameters: [8, 8, 8, 8] });
    expectGolden(failureOf(variant, compiled).message);
  });
});
