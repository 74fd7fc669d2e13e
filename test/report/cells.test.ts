import { describe, expect, it } from '#jest';
import { countInstructions } from '../../src/compile/cubin/instructions.ts';
import type { Resources } from '../../src/compile/cubin/resources.ts';
import { RESOURCE_HEADINGS, resourceCells } from '../../src/report/cells.ts';

const RESOURCES: Resources = {
  registers: 255,
  stack: 48,
  sharedStatic: 1024,
  sharedDynamic: 65_536,
  tensorColumns: 0,
  warps: 8,
  ctas: 1,
  size: 12_000,
  code: 9_216,
  codeSha256: 'a3f1',
  instructions: {
    total: 576,
    globalLoads: { '2': 1, '16': 4 },
    globalStores: { '4': 2 },
    asyncCopies: { '16': 12 },
    bulkCopies: 3,
    atomics: 0,
    tensorCore: 32,
    spillLoads: 12,
    spillStores: 1,
    spillBytes: 48,
  },
  occupancy: { blocks: 1, warps: 8, share: 0.125, limit: 'registers' },
};

function cellsOf(target: string, resources: Resources): Readonly<Record<string, string>> {
  const cells = resourceCells(target, resources);
  return Object.fromEntries(
    RESOURCE_HEADINGS.map((heading, index) => [heading, cells[index] ?? '']),
  );
}

describe('resourceCells', () => {
  it('describes what a variant takes, the widest accesses first', () => {
    expect(cellsOf('sm_90', RESOURCES)).toEqual({
      Registers: '255',
      Spills: '48 B',
      Stack: '48 B',
      'Shared memory': '64 KiB',
      Code: '9 KiB',
      Occupancy: '12.5 %',
      'Global loads': '4 × 16 B + 1 × 2 B',
      'Global stores': '2 × 4 B',
      'Asynchronous copies': '12 × 16 B',
      'Bulk copies': '3',
      'Tensor-core instructions': '32',
      'Limited by': 'registers',
    });
    // Before sm_90, the cubin has no shared memory of the system.
    expect(cellsOf('sm_80', RESOURCES)['Shared memory']).toBe('65 KiB');
  });

  it('leaves out instructions of code for AMD, which are not known, but not spills', () => {
    const { instructions: _unknown, ...others } = RESOURCES;
    const own = { amd: { sgprs: 100, sgprSpills: 3, vgprSpills: 12 } };
    expect(cellsOf('gfx942', { ...others, ...own })).toMatchObject({
      Spills: '48 B',
      'Global loads': '',
      'Tensor-core instructions': '',
    });
  });

  it('leaves out instructions that the code does not have, but not spills', () => {
    const cells = cellsOf('sm_90', { ...RESOURCES, instructions: countInstructions([], 90) });
    expect(cells).toMatchObject({
      Spills: '0 B',
      'Asynchronous copies': '',
      'Tensor-core instructions': '',
    });
  });
});
