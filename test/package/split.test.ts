import { describe, expect, it } from 'vitest';
import type { PackedCases } from '../../src/compile/expected/pack-cases.ts';
import type { Kernel } from '../../src/manifest/terms/kernel.ts';
import type { KernelSmoke } from '../../src/manifest/terms/smoke-case.ts';
import { packageFiles } from '../../src/package/files.ts';
import type { PackageFiles } from '../../src/package/manifest.ts';
import { casesOfPart, joinParts, splitByTarget } from '../../src/package/split.ts';
import type { KernelCases, PackagedBuffer } from '../../src/manifest/values/document.ts';
import { fakeChecked } from '../support/fake-build.ts';

const FACTS = { package: 'demo', version: '1', tritonVersion: '3.8.0', generatorVersion: '0' };
const FUNCTIONS = { copy_kernel: ['x'], fast_kernel: ['x'] };

const manifest = (targets: string, fast: string): string => `
package: demo
triton: 3.8.0
targets: [${targets}]
kernels:
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
  fast: { source: "demo.py:fast_kernel", signature: "*fp32", grid: 1, targets: [${fast}] }
`;

const checked = fakeChecked(manifest('sm_80, sm_90', 'sm_90'), FUNCTIONS);
const parts = splitByTarget(checked);

const filesOf = (images: typeof checked): PackageFiles => packageFiles(FACTS, images);

describe('a package that is split', () => {
  it('has a part for each target with its kernels', () => {
    expect(
      parts.map((part) => [part.target, part.checked.map(({ variant }) => variant.kernel.name)]),
    ).toEqual([
      ['sm_80', ['copy']],
      ['sm_90', ['copy', 'fast']],
    ]);
  });

  it('has the same parts as a build for one target', () => {
    const only = fakeChecked(manifest('sm_90', 'sm_90'), FUNCTIONS);
    expect(filesOf(parts[1]?.checked ?? [])).toEqual(filesOf(only));
  });

  it('has only the algos that compile for its target, as a build for it has', () => {
    const text = (targets: string): string => `
package: demo
triton: 3.8.0
targets: [${targets}]
kernels:
  copy:
    source: "demo.py:copy_kernel"
    signature: "*fp32, 1"
    configs: [{ num_warps: 1 }, { num_warps: 2 }, { num_warps: 4 }]
    grid: 1
`;
    const functions = { copy_kernel: ['x', 'B'] };
    const lacking = fakeChecked(text('sm_80, sm_90'), functions).filter(
      ({ config, target }) => target.name === 'sm_90' || config > 0,
    );
    const [old, recent] = splitByTarget(lacking);
    const other = text('sm_80').replace('{ num_warps: 1 }, ', '');
    expect(filesOf(old?.checked ?? [])).toEqual(filesOf(fakeChecked(other, functions)));
    expect(filesOf(recent?.checked ?? [])).toEqual(filesOf(fakeChecked(text('sm_90'), functions)));
    const cases = {
      kernels: [
        {
          kernel: lacking[0]?.variant.kernel as Kernel,
          smoke: undefined as unknown as KernelSmoke,
          cases: {
            ...casesOf('copy'),
            algos: [0, 2],
            cases: casesOf('copy').cases.map((item) => ({
              ...item,
              runs: [
                { specialisation: 0, offsets: {}, algos: [0] },
                { specialisation: 1, offsets: {}, algos: [0, 2] },
                { specialisation: 2, offsets: {} },
              ],
            })),
          },
        },
      ],
      files: new Map<string, Uint8Array>(),
    };
    const kept = old && casesOfPart(cases, old).kernels[0]?.cases;
    expect(kept?.algos).toEqual([1]);
    expect(kept?.cases[0]?.runs).toEqual([
      { specialisation: 1, offsets: {}, algos: [1] },
      { specialisation: 2, offsets: {} },
    ]);
  });

  it('has folders named after the targets', () => {
    const files = parts.map((part) => [part, new Map([['a.c', part.target]])] as const);
    expect([...joinParts(files)]).toEqual([
      ['sm_80/a.c', 'sm_80'],
      ['sm_90/a.c', 'sm_90'],
    ]);
  });

  it('has the tests of its kernels in each part, with only their files', () => {
    const packed = (name: string): PackedCases['kernels'][number] => ({
      kernel: checked.find(({ variant }) => variant.kernel.name === name)?.variant.kernel as Kernel,
      smoke: undefined as unknown as KernelSmoke,
      cases: casesOf(name),
    });
    const names = ['copy.in', 'copy.out', 'fast.in', 'fast.out'].map(
      (file) => `smoke/data/${file}`,
    );
    const cases: PackedCases = {
      kernels: [packed('copy'), packed('fast')],
      files: new Map(
        [...names, 'smoke/tests/copy/t.cpp', 'smoke/tests/fast/t.cpp'].map((path) => [
          path,
          new Uint8Array(),
        ]),
      ),
    };
    const [small, large] = parts.map((part) => casesOfPart(cases, part));
    expect(small?.kernels.map(({ kernel }) => kernel.name)).toEqual(['copy']);
    expect([...(small?.files.keys() ?? [])]).toEqual([
      'smoke/data/copy.in',
      'smoke/data/copy.out',
      'smoke/tests/copy/t.cpp',
    ]);
    expect(large).toEqual(cases);
  });
});

function casesOf(name: string): KernelCases {
  const data = (file: string) => ({ file: `smoke/data/${name}.${file}`, elementSize: 4 });
  const buffer: PackagedBuffer = {
    element: 'fp32',
    shape: [1],
    strides: [1],
    length: 1,
    role: 'inout',
    seed: '0',
    fill: { kind: 'data', data: data('in') },
    tolerance: { norm: 0, rtol: 0, atol: 0 },
    expected: { type: 'exact', data: data('out') },
  };
  const item = { name: 'x', path: [], scalars: {}, buffers: { x: buffer, y: null }, runs: [] };
  return {
    name,
    path: [],
    expected: 'reference',
    deterministic: true,
    algos: [0],
    cases: [item],
    test: ['t.cpp'],
  };
}
