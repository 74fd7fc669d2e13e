import { describe, expect, it } from '#jest';
import { checkCubin } from '../../../src/compile/cubin/parameters.ts';
import { AMD_KERNEL } from '../../../src/features/amd/code-object.ts';
import { readCubin } from '../../../src/compile/cubin/code-formats.ts';
import { occupancyOf, reservedRegisters } from '../../../src/compile/cubin/code-formats.ts';
import { launchLimits, parseTarget, warpSizeOf } from '../../../src/manifest/terms/target.ts';
import { fakeHsaco } from '../../support/fake-hsaco.ts';
import type { Target } from '../../../src/manifest/terms/vendor-terms.ts';

const GFX942 = { backend: 'hip', arch: 'gfx942', name: 'gfx942' } as const;
const code = { target: GFX942, name: 'scale', parameters: [8, 8, 4, 2, 1, 8, 8, 8] };
const read = (metadata: Readonly<Record<string, unknown>>) =>
  readCubin(fakeHsaco({ ...code, metadata }));

describe('an AMD code object', () => {
  it('has its arguments, registers and architecture in its note', () => {
    const { arch, kernels } = readCubin(fakeHsaco({ ...code, registers: 72 }));
    expect(arch).toBe('gfx942');
    expect(kernels).toMatchObject([
      {
        name: 'scale',
        registers: 72,
        constantBankParameterSize: 48,
      },
    ]);
    expect(kernels.map(AMD_KERNEL.of)).toEqual([
      { waveSize: 64, threads: 1024, sgprs: 21, vgprSpills: 0, sgprSpills: 0 },
    ]);
    expect(kernels[0]?.parameters.map(({ offset, size }) => [offset, size])).toEqual([
      [0, 8],
      [8, 8],
      [16, 4],
      [20, 2],
      [22, 1],
      [24, 8],
      [32, 8],
      [40, 8],
    ]);
  });

  it('can have hidden arguments, which HIP passes, after the others', () => {
    const args = [
      { '.offset': 0, '.size': 8, '.value_kind': 'global_buffer' },
      { '.offset': 8, '.size': 4, '.value_kind': 'hidden_block_count_x' },
    ];
    const [kernel] = read({ '.args': args, '.kernarg_segment_size': 264 }).kernels;
    expect(kernel?.parameters).toEqual([{ ordinal: 0, offset: 0, size: 8 }]);
    expect(() => read({ '.args': args.toReversed() })).toThrow('inconsistent at 1');
  });

  it.each([
    ['arguments beyond their segment', { '.kernarg_segment_size': 40 }, 'end at byte 48 of 40'],
    ['another descriptor', { '.private_segment_fixed_size': 16 }, 'its note 0, 16, 48, 256'],
    ['no descriptor', { '.symbol': 'other.kd' }, 'no code or no descriptor of scale'],
    [
      'no register count',
      { '.vgpr_count': undefined },
      'its metadata is not that of a code object',
    ],
    [
      'an argument of no size',
      { '.args': [{ '.offset': 0, '.size': 0, '.value_kind': 'by_value' }] },
      'inconsistent at 0',
    ],
  ])('is rejected with %s', (_what, metadata, message) => {
    expect(() => read(metadata)).toThrow(message);
  });

  it('is rejected if it is cut off anywhere, or its note is another one', () => {
    const whole = fakeHsaco(code);
    for (let length = 0; length < whole.length; length += 7)
      expect(() => readCubin(whole.subarray(0, length))).toThrow('cannot read the cubin');
    const other = Buffer.from(whole);
    other.write('XMDGPU', 64 + 12);
    expect(() => readCubin(other)).toThrow('not that of AMDGPU');
  });

  it.each([
    [
      'another size',
      { parameters: [8, 8, 8, 2, 1, 8, 8, 8] },
      'parameter 2 `c`: the header passes 4 bytes at offset 16, the kernel reads 8 bytes at offset 16',
    ],
    ['one argument less', { parameters: code.parameters.slice(1) }, 'the kernel reads nothing'],
    [
      'another architecture',
      { target: { ...GFX942, arch: 'gfx90a' } },
      'the cubin is made for gfx90a, not for gfx942',
    ],
    [
      'another wave size',
      { metadata: { '.wavefront_size': 32 } },
      'the code has waves of 32 threads, not of 64',
    ],
    [
      'fewer threads than the launch',
      { metadata: { '.max_flat_workgroup_size': 256 } },
      'the code is for up to 256 threads, the launch has 512',
    ],
    [
      'another name',
      { name: 'other' },
      'the cubin should contain only the kernel scale, but contains other',
    ],
  ])('does not pass the check with %s', (_what, change, message) => {
    const parameters = code.parameters.map((size, index) => ({
      name: 'abcdefgh'.charAt(index),
      size,
    }));
    const expected = { kernel: 'scale', target: GFX942, parameters, warps: 8 };
    expect(checkCubin(readCubin(fakeHsaco(code)), expected)).toEqual([]);
    expect(checkCubin(readCubin(fakeHsaco({ ...code, ...change })), expected).join('\n')).toContain(
      message,
    );
  });
});

describe('the limits of an AMD GPU', () => {
  const targetOf = (name: string): Target => {
    const target = parseTarget(name);
    if (target === undefined) throw new Error(name);
    return target;
  };
  const of = (name: string, needs: Partial<Parameters<typeof occupancyOf>[1]>) =>
    occupancyOf(targetOf(name), {
      warps: 4,
      registers: 24,
      sharedBytes: 0,
      tensorColumns: 0,
      ...needs,
    });

  // 512 registers for each lane of a SIMD on CDNA, 1536 on RDNA; 64 and 128 KiB of LDS.
  it.each([
    ['gfx942', {}, { blocks: 8, warps: 32, share: 1, limit: 'warps' }],
    ['gfx942', { registers: 170 }, { blocks: 2, warps: 8, share: 0.25, limit: 'registers' }],
    ['gfx942', { sharedBytes: 40_000 }, { blocks: 1, limit: 'shared memory' }],
    ['gfx950', { sharedBytes: 40_000 }, { blocks: 4, limit: 'shared memory' }],
    ['gfx1100', { registers: 256 }, { blocks: 5, warps: 20, limit: 'registers' }],
    ['gfx1201', { sharedBytes: 65_536 }, { blocks: 2, limit: 'shared memory' }],
    ['gfx1250', { registers: 1024, warps: 8 }, { blocks: 0, limit: 'registers' }],
  ])('make the occupancy on %s with %j %j', (name, needs, expected) => {
    expect(of(name, needs)).toMatchObject(expected);
  });

  it('are those of the architecture', () => {
    const limits = ['gfx942', 'gfx950', 'gfx1100', 'gfx1250'].map((name) => {
      const target = targetOf(name);
      return [
        warpSizeOf(target),
        launchLimits(target).sharedBytes / 1024,
        launchLimits(target).threads,
      ];
    });
    expect(limits).toEqual([
      [64, 64, 1024],
      [64, 160, 1024],
      [32, 64, 1024],
      [32, 320, 1024],
    ]);
    // A block of 8 waves has two on each SIMD.
    expect(reservedRegisters(targetOf('gfx942'), 170, 8)).toBe(176 * 64 * 8);
    expect(launchLimits(targetOf('gfx942')).registers).toBe(512 * 64 * 4);
  });
});
