import { describe, expect, it } from '#jest';
import { occupancyOf, reservedRegisters } from '../../../src/compile/cubin/code-formats.ts';
import { parseTarget, targetNames } from '../../../src/manifest/terms/target.ts';

function of(name: string, needs: Partial<Parameters<typeof occupancyOf>[1]>) {
  const target = parseTarget(name);
  if (target === undefined) throw new Error(name);
  return occupancyOf(target, {
    warps: 4,
    registers: 32,
    sharedBytes: 0,
    tensorColumns: 0,
    ...needs,
  });
}

describe('occupancyOf', () => {
  // The values of NVIDIA's occupancy calculator.
  it.each([
    ['sm_90', { warps: 4, registers: 32 }, { blocks: 16, warps: 64, share: 1, limit: 'warps' }],
    ['sm_90', { warps: 8, registers: 255 }, { blocks: 1, warps: 8, limit: 'registers' }],
    ['sm_90', { warps: 4, registers: 168 }, { blocks: 3, warps: 12, limit: 'registers' }],
    ['sm_90', { warps: 1, registers: 16 }, { blocks: 32, warps: 32, limit: 'blocks' }],
    ['sm_90', { warps: 8, sharedBytes: 98_304 }, { blocks: 2, warps: 16, limit: 'shared memory' }],
    ['sm_90', { warps: 8, sharedBytes: 227 * 1024 }, { blocks: 1, limit: 'shared memory' }],
    ['sm_75', { warps: 4, sharedBytes: 32_768 }, { blocks: 2, limit: 'shared memory' }],
    ['sm_75', { warps: 4, sharedBytes: 32_769 }, { blocks: 1, limit: 'shared memory' }],
    ['sm_80', { warps: 4, sharedBytes: 40_960 }, { blocks: 4, limit: 'shared memory' }],
    ['sm_80', { warps: 4, sharedBytes: 40_961 - 1024 }, { blocks: 4, limit: 'shared memory' }],
    ['sm_86', { warps: 4 }, { blocks: 12, warps: 48, share: 1, limit: 'warps' }],
    ['sm_89', { warps: 1 }, { blocks: 24, share: 0.5, limit: 'blocks' }],
    ['sm_120', { warps: 16, registers: 64 }, { blocks: 2, warps: 32, limit: 'registers' }],
    ['sm_100', { warps: 4, tensorColumns: 256 }, { blocks: 2, limit: 'tensor memory' }],
  ])('on %s with %j is %j', (target, needs, expected) => {
    expect(of(target, needs)).toMatchObject(expected);
  });

  it('knows every target', () => {
    for (const target of targetNames()) expect(of(target, {}).share).toBeGreaterThan(0);
  });
});

describe('reservedRegisters', () => {
  it('rounds up for warps and partitions', () => {
    expect(reservedRegisters({ backend: 'cuda', arch: 90, name: 'sm_90' }, 33, 5)).toBe(1280 * 8);
  });
});
