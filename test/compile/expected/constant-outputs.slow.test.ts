import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/base/errors.ts';
import { warnOfConstantOutputs } from '../../../src/compile/expected/constant-outputs.ts';
import { addExpected, packCases } from '../../../src/compile/expected/pack-cases.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { packFloats } from '../../../src/manifest/values/packing.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { silentLog } from '../../support/silent-log.ts';

const PARAMETERS = { scale: ['x', 'y', 'z', 'n', 'BLOCK'] };

/** The warnings about a kernel with the outputs y and z, of which each case expects these elements. */
async function warningsOf(
  buffers: string,
  cases: readonly { readonly y: readonly number[]; readonly z?: readonly number[] }[],
): Promise<readonly string[]> {
  const sizes = cases.map(({ y }) => `{ n: ${y.length} }`).join(', ');
  const text = `package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  scale:
    source: demo.py:scale
    arguments: { x: '*fp32', y: '*fp32', z: '*fp32', n: i32 }
    constants: { BLOCK: 64 }
    grid: [cdiv(n, BLOCK)]
    smoke:
      buffers: { ${buffers} }
      cases: [${sizes}]
`;
  const { document } = readManifest(text, 'kernels.yaml');
  const packed = await packCases(fakeKernels(text, PARAMETERS), document, '.');
  const items = packed.kernels.flatMap((each) => each.cases.cases);
  const expected = new Map(
    items.map((item, at) => [
      item,
      {
        outputs: new Map(
          Object.entries(cases[at] ?? {}).map(([name, values]) => [
            name,
            packFloats('fp32', Float64Array.from(values)),
          ]),
        ),
      },
    ]),
  );
  const found: string[] = [];
  warnOfConstantOutputs(
    addExpected(packed, expected),
    { document },
    { ...silentLog, warning: (each) => void found.push(formatProblem(each)) },
  );
  return found;
}

const ONE = 'x: [n], y: { shape: [n], role: out }, z: null';
const TWO = 'x: [n], y: { shape: [n], role: out }, z: { shape: [2], role: inout, fill: zeros }';

describe('a warning about expected outputs', () => {
  it('names an output whose elements are equal in each case', async () => {
    expect(await warningsOf(ONE, [{ y: [0, 0] }, { y: [0, 0, 0] }])).toEqual([
      expect.stringContaining('scale: all expected elements of y are equal in 2 cases'),
    ]);
  });

  it('does not come for an output that varies in one case', async () => {
    expect(await warningsOf(ONE, [{ y: [0, 0] }, { y: [0, 0, 1] }])).toEqual([]);
  });

  it('does not come for outputs of one element, which say nothing', async () => {
    expect(await warningsOf(ONE, [{ y: [2] }])).toEqual([]);
  });

  it('does not come for a kernel without inputs', async () => {
    const buffers = 'x: null, y: { shape: [n], role: out }, z: null';
    expect(await warningsOf(buffers, [{ y: [1, 1] }])).toEqual([]);
  });

  it('does not come for a counter that is reset, if another output varies', async () => {
    expect(await warningsOf(TWO, [{ y: [1, 2], z: [0, 0] }])).toEqual([]);
    expect(await warningsOf(TWO, [{ y: [1, 1], z: [0, 0] }])).toHaveLength(2);
  });
});
