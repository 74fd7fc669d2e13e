import { describe, expect, it } from '#jest';
import { readManifest } from '../../src/manifest/manifest.ts';
import { pruneCalls } from '../../src/plan/prune-calls.ts';

/** The calls of a kernel with the parameters x, n, m, eps, KIND and BLOCK. */
function callsOf(entry: string): unknown {
  const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  entry: { source: 'k.py:k', grid: 1, configs: autotune, ${entry} }
`;
  const { kernels } = readManifest(text, 'kernels.yaml');
  const names = ['x', 'n', 'm', 'eps', 'KIND', 'BLOCK'];
  const parameters = names.map((name) => ({
    name,
    constexpr: /^[A-Z]+$/.test(name),
    hasDefault: false,
    line: 1,
  }));
  return kernels[0] && pruneCalls(kernels[0], { parameters });
}

const X = { x: 2, n: ['int', '64'], m: ['int', '128'], eps: null };
const ARGUMENTS = 'arguments: { x: "*fp16", n: i32, m: i64, eps: fp32 }, constants: { KIND: fast }';

describe('the calls for which configs are pruned', () => {
  it('have the values of cases, and of arguments that follow from them', () => {
    const smoke =
      'smoke: { cases: [{ n: 64 }, { n: 1, eps: 0.5 }], arguments: { m: 2 * n }, buffers: { x: [n] } }';
    expect(callsOf(`${ARGUMENTS}, ${smoke}`)).toEqual([
      { ...X, KIND: ['string', 'fast'] },
      {
        x: 2,
        n: ['int', '1'],
        m: ['int', '2'],
        eps: ['float', '0.5'],
        KIND: ['string', 'fast'],
      },
    ]);
  });

  it('are those of `tune` too, and have the constants of a signature', () => {
    const sections =
      'smoke: { cases: [{ n: 64, m: 128 }], buffers: { x: [n] } }, tune: { cases: [{ n: 2, m: 3 }] }';
    expect(callsOf(`signature: "*fp16, i32, i64, fp32, 7, 8", ${sections}`)).toEqual([
      { ...X, KIND: ['int', '7'], BLOCK: ['int', '8'] },
      { ...X, n: ['int', '2'], m: ['int', '3'], KIND: ['int', '7'], BLOCK: ['int', '8'] },
    ]);
  });

  it('are none without cases', () => {
    expect(callsOf(ARGUMENTS)).toEqual([]);
  });
});
