import { describe, expect, it } from '#jest';
import { sha256 } from '../../src/base/text.ts';
import { packageFiles } from '../../src/package/files.ts';
import type { PackageFacts } from '../../src/package/facts.ts';
import type { PackageFiles } from '../../src/package/manifest.ts';
import { fakeChecked, fakeCompiled } from '../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: [i32:1, i32] }
    grid_parameters: { rows: i64 }
    configs:
      - { BLOCK: 64, ACT: relu, DT: tl.float16, NONE: null, BIG: 12345678901234567890, EPS: 1.0, ON: true }
      - { BLOCK: 32, ACT: "", DT: tl.bfloat16, NONE: null, BIG: 1, EPS: 0.5, ON: false, num_warps: 8 }
    grid: [cdiv(n, BLOCK), rows]
  copy: { source: "nn/demo.py:copy_kernel", signature: "*fp32", grid: 1, targets: [sm_90] }
`;
const FUNCTIONS = {
  scale_kernel: ['x', 'factor', 'n', 'BLOCK', 'ACT', 'DT', 'NONE', 'BIG', 'EPS', 'ON'],
  copy_kernel: ['x'],
};
const FACTS: PackageFacts = {
  package: 'demo',
  version: '1.2.0-rc.1',
  tritonVersion: '3.8.0',
  generatorVersion: '0.1.0',
};

function build(tests?: PackageFiles): PackageFiles {
  const checked = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
    fakeCompiled(
      variant,
      { registers: 32 + variant.config, stack: 16, shared: 1024 },
      { shared: 2048, numWarps: variant.config === 0 ? 4 : 8, ptxas: `13.${variant.config}` },
    ),
  );
  return packageFiles(FACTS, checked, tests);
}

function textOf(all: PackageFiles, path: string): string {
  return String(all.get(path));
}

const files = build();
const manifest = JSON.parse(textOf(files, 'manifest.json'));

describe('the files of a package', () => {
  it('are written in this order, the manifest last', () => {
    expect([...files.keys()]).toEqual([
      'include/demo.h',
      'include/demo/scale.h',
      'include/demo/copy.h',
      'include/demo/aot_cuda.h',
      'include/demo/aot_driver.h',
      'include/demo/aot_gpu.h',
      'src/aot_find.h',
      'src/aot_image.h',
      'src/aot_launch.h',
      'src/aot_cuda_launch.h',
      'src/aot_inflate.h',
      'src/scale.c',
      'src/copy.c',
      'stub/libcuda.c',
      'CMakeLists.txt',
      'lib/cmake/demo/demoConfig.cmake',
      'lib/cmake/demo/demoConfigVersion.cmake',
      'lib/pkgconfig/demo.pc',
      'cmake/install.cmake',
      'cmake/demoConfig.cmake.in',
      'cmake/demo.pc.in',
      'cmake/demo.cps.in',
      'SHA256SUMS',
      'manifest.json',
    ]);
    expect(textOf(files, 'src/aot_image.h')).toContain('struct aot_image {');
  });

  it('are reproducible', () => {
    expect([...build()]).toEqual([...files]);
  });

  it('end with a newline and have no carriage returns', () => {
    for (const path of files.keys()) {
      const content = textOf(files, path);
      expect([path, content.at(-1), content.includes('\r')]).toEqual([path, '\n', false]);
    }
  });

  it('are listed in SHA256SUMS by path, except for SHA256SUMS itself', () => {
    const paths = [...files.keys()].filter((path) => path !== 'SHA256SUMS').toSorted();
    expect(files.get('SHA256SUMS')).toBe(
      paths.map((path) => `${sha256(files.get(path) ?? '')}  ${path}\n`).join(''),
    );
  });
});

describe('tests of a package', () => {
  it('are files of the package with checksums, and may be binary', () => {
    const data = Uint8Array.of(0, 255, 10);
    const tested = build(new Map<string, string | Uint8Array>([['smoke/data/0.br', data]]));
    expect(tested.get('smoke/data/0.br')).toBe(data);
    expect(textOf(tested, 'SHA256SUMS')).toContain(`${sha256(data)}  smoke/data/0.br\n`);
    expect([...tested.keys()].at(-1)).toBe('manifest.json');
  });

  it('may not replace other files', () => {
    const [first = ''] = build().keys();
    expect(() => build(new Map([[first, 'text']]))).toThrow(
      `two files of the package are ${first}`,
    );
  });
});

describe('manifest.json', () => {
  it('has the generator, the tools and the sources', () => {
    const { kernels, ...facts } = manifest;
    expect(facts).toEqual({
      format: 1,
      generator: { name: 'triton-aot', version: '0.1.0' },
      package: 'demo',
      version: '1.2.0-rc.1',
      triton: '3.8.0',
      embed: 'compressed',
      tritonDigest: 'sha256:d19e57',
      ptxas: ['13.0', '13.1'],
      sources: [],
      targets: ['sm_80', 'sm_90'],
    });
    expect(kernels.map(({ name }: { name: string }) => name)).toEqual(['scale', 'copy']);
  });

  it('describes each entry point, with constants as JSON', () => {
    const { variants, ...kernel } = manifest.kernels[0];
    expect(variants).toHaveLength(8);
    expect(kernel).toEqual({
      name: 'scale',
      source: 'nn/demo.py:scale_kernel',
      parameters: [
        { name: 'x', type: '*fp16' },
        { name: 'factor', type: 'fp32' },
        { name: 'n', type: 'i32' },
      ],
      gridParameters: [{ name: 'rows', type: 'i64' }],
      grid: 'cdiv(n, BLOCK), rows',
      targets: ['sm_80', 'sm_90'],
      algos: [
        {
          constants: {
            BLOCK: 64,
            ACT: 'relu',
            DT: 'tl.float16',
            NONE: null,
            BIG: '12345678901234567890',
            EPS: 1,
            ON: true,
          },
          kinds: { DT: 'dtype', EPS: 'float' },
          options: { num_warps: 4, num_stages: 3, enable_fp_fusion: true },
        },
        {
          constants: {
            BLOCK: 32,
            ACT: '',
            DT: 'tl.bfloat16',
            NONE: null,
            BIG: 1,
            EPS: 0.5,
            ON: false,
          },
          kinds: { DT: 'dtype' },
          options: { num_warps: 8, num_stages: 3, enable_fp_fusion: true },
        },
      ],
      specialisations: ['x % 16 == 0, n == 1', 'x % 16 == 0'],
    });
  });

  it('has the resources and the evidence of each variant', () => {
    const checked = fakeChecked(MANIFEST, FUNCTIONS);
    const last = manifest.kernels[0].variants[7];
    expect(last).toEqual({
      algo: 1,
      specialisation: 1,
      target: 'sm_90',
      hash: checked[7]?.variant.hash,
      symbol: 'scale_kernel',
      parameters: [
        { offset: 0, size: 8 },
        { offset: 8, size: 4 },
        { offset: 12, size: 4 },
        { offset: 16, size: 8 },
        { offset: 24, size: 8 },
      ],
      resources: {
        registers: 33,
        stack: 16,
        sharedStatic: 1024,
        sharedDynamic: 2048,
        tensorColumns: 0,
        warps: 8,
        ctas: 1,
        size: expect.any(Number),
        code: 16,
        codeSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        instructions: expect.objectContaining({ total: 1, tensorCore: 0, globalLoads: {} }),
        occupancy: { blocks: 6, warps: 48, share: 0.75, limit: 'registers' },
      },
      launch: { scratch: 0, programmatic: false, cooperative: false },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      evidence: 'abi-checked',
    });
  });

  it('has the checksum of the embedded cubin', () => {
    const [image] = fakeChecked(
      MANIFEST.replace(/ {2}scale:[^]* {2}copy/, '  copy').replace('[sm_80, sm_90]', '[sm_90]'),
      FUNCTIONS,
    );
    if (image === undefined) throw new Error('there is no variant');
    const small = JSON.parse(textOf(packageFiles(FACTS, [image]), 'manifest.json'));
    expect(small.kernels[0].variants[0]).toMatchObject({
      sha256: sha256(image.compiled.cubin),
      resources: { size: image.compiled.cubin.length },
    });
  });
});

describe('the files for other build systems', () => {
  it("have the full version, except for the numbers in CMake's project", () => {
    expect(files.get('CMakeLists.txt')).toContain('project(demo VERSION 1.2.0 LANGUAGES C)');
    expect(files.get('lib/pkgconfig/demo.pc')).toContain('\nVersion: 1.2.0-rc.1\n');
    expect(files.get('cmake/demo.cps.in')).toContain('"version": "1.2.0-rc.1"');
  });

  it('list every kernel', () => {
    expect(files.get('lib/cmake/demo/demoConfig.cmake')).toContain(
      'set(_demo_kernels\n  scale\n  copy)',
    );
    expect(files.get('lib/pkgconfig/demo.pc')).toContain(
      '\nsources=${prefix}/src/scale.c ${prefix}/src/copy.c\n',
    );
    expect(files.get('include/demo.h')).toContain(
      '#include "demo/scale.h"\n#include "demo/copy.h"\n',
    );
  });
});
