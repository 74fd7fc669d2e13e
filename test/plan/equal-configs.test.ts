import { describe, expect, it } from '#jest';
import { formatProblem } from '../../src/base/errors.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { Problems } from '../../src/manifest/problems.ts';
import { equalConfigs } from '../../src/plan/equal-configs.ts';
import { resolveKernel } from '../../src/plan/resolve.ts';
import { completeKernel } from '../../src/plan/specialise.ts';

/** Returns the warnings about a manifest with these kernels, whose functions have `x` and `BLOCK`. */
function warnings(kernels: string): readonly string[] {
  const text = `package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
defaults: { source: k.py:fn, arguments: { x: "*fp32" }, grid: 1 }
kernels:
${kernels}
`;
  const manifest = readManifest(text, 'kernels.yaml');
  const facts = {
    line: 7,
    parameters: ['x', 'BLOCK'].map((name) => ({ name })),
    heuristics: [],
    autotune: [1, 1].map((value) => ({
      constants: new Map([['BLOCK', { kind: 'int', value: BigInt(value) } as const]]),
      options: {},
    })),
  };
  const problems = new Problems(manifest.document);
  const planned = manifest.kernels.flatMap((entry) => {
    const inKernel = problems.under(entry.pathOf);
    const draft = resolveKernel(entry, facts, manifest.targets, inKernel);
    return draft === undefined
      ? []
      : [{ entry, kernel: completeKernel(draft, undefined, inKernel) }];
  });
  problems.throwIfAny();
  return equalConfigs(planned, manifest).map(formatProblem);
}

describe('equal configs', () => {
  it('are a warning, also if one of them names a default', () => {
    const configs = '[{ BLOCK: 64 }, { BLOCK: 32 }, { num_warps: 4, BLOCK: 64 }, { BLOCK: 64 }]';
    expect(warnings(`  add: { configs: ${configs} }`)).toEqual([
      'kernels.yaml:6:50: config 2 of add is the same as config 0 (at kernels.add.configs[2])\n    Remove one of them: each is compiled, and is an algo.',
      'kernels.yaml:6:79: config 3 of add is the same as config 0 (at kernels.add.configs[3])\n    Remove one of them: each is compiled, and is an algo.',
    ]);
  });

  it('are one warning for all kernels of a `for`', () => {
    const kernels = '  "add_{D}": { for: { D: [1, 2] }, configs: [{ BLOCK: 64 }, { BLOCK: 64 }] }';
    expect(warnings(kernels)).toHaveLength(1);
  });

  it('may differ in options or targets, or come from a decorator', () => {
    for (const configs of [
      '[{ BLOCK: 64 }, { BLOCK: 64, num_warps: 8 }]',
      '[{ BLOCK: 64, targets: sm_80 }, { BLOCK: 64, targets: sm_90 }]',
      'autotune',
    ])
      expect(warnings(`  add: { configs: ${configs} }`)).toEqual([]);
  });
});
