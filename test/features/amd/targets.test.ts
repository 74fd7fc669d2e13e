import { describe, expect, it } from '#jest';
import { describeConfig } from '../../../src/manifest/terms/kernel.ts';
import { targetNames } from '../../../src/manifest/terms/target.ts';
import { fakeKernels, fakeVariants } from '../../support/fake-build.ts';
import { failureOf } from '../../support/golden.ts';

const FUNCTIONS = { add_kernel: ['x', 'n', 'BLOCK'], load_kernel: ['a', 'n', 'BLOCK'] };

const manifest = (targets: string, configs: string, more = ''): string => `
package: demo
triton: 3.9.0
targets: [${targets}]
kernels:
  add:
    source: demo.py:add_kernel
    arguments: { x: "*fp32", n: i32 }
    configs:
${configs}
    grid: [cdiv(n, BLOCK)]
${more}`;

const BOTH = 'sm_90, gfx942, hip:gfx1100';
const PLAIN = '      - { BLOCK: 64 }';

describe('AMD targets', () => {
  it('are those that Triton’s wheels are tested with', () => {
    expect(targetNames().filter((name) => name.startsWith('gfx'))).toEqual([
      'gfx90a',
      'gfx942',
      'gfx950',
      'gfx1100',
      'gfx1151',
      'gfx1201',
      'gfx1250',
    ]);
  });

  it('are compiled by the HIP backend with its wave size and its number of stages', () => {
    const jobs = fakeVariants(manifest(BOTH, PLAIN), FUNCTIONS).map(({ job }) => job);
    expect(jobs.map(({ target, options }) => [target, options['num_stages']])).toEqual([
      [{ backend: 'cuda', arch: 90, warpSize: 32 }, 3],
      [{ backend: 'hip', arch: 'gfx942', warpSize: 64 }, 2],
      [{ backend: 'hip', arch: 'gfx1100', warpSize: 32 }, 2],
    ]);
    const given = fakeVariants(manifest(BOTH, '      - { BLOCK: 64, num_stages: 4 }'), FUNCTIONS);
    expect(given.map(({ job }) => job.options['num_stages'])).toEqual([4, 4, 4]);
  });

  it('change nothing for the others', () => {
    const hashes = (targets: string): readonly string[] =>
      fakeVariants(manifest(targets, PLAIN), FUNCTIONS).map(({ hash }) => hash);
    expect(hashes(BOTH)[0]).toBe(hashes('sm_90')[0]);
    // What 0.3.0 had.
    const [kernel] = fakeKernels(manifest('sm_90', PLAIN), FUNCTIONS);
    expect(kernel?.configs.map(describeConfig)).toEqual([
      'BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true',
    ]);
    const [both] = fakeKernels(manifest(BOTH, PLAIN), FUNCTIONS);
    expect(both?.configs.map(describeConfig)).toEqual([
      'BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true, num_stages=2 for AMD',
    ]);
  });

  it('can have configs with options that only they have', () => {
    const configs = `
      - { BLOCK: 64, maxnreg: 128, targets: [sm_90] }
      - { BLOCK: 32, waves_per_eu: 2, matrix_instr_nonkdim: 16, kpack: 2, targets: [gfx942] }
      - { BLOCK: 32, wgp_cu_mode: cu, targets: [gfx1100] }`;
    const variants = fakeVariants(manifest(BOTH, configs), FUNCTIONS);
    expect(variants.map(({ config, target }) => [config, target.name])).toEqual([
      [0, 'sm_90'],
      [1, 'gfx942'],
      [2, 'gfx1100'],
    ]);
  });

  it.each([
    [
      'an option of the other vendor',
      manifest(BOTH, '      - { BLOCK: 64, maxnreg: 128 }\n      - { BLOCK: 64, waves_per_eu: 2 }'),
      `usage: kernels.yaml:10:22: Triton has no option \`maxnreg\` for gfx942: it is for NVIDIA only (at kernels.add.configs[0].maxnreg)
    Move it to a config, and give this config \`targets:\`.
kernels.yaml:11:22: Triton has no option \`waves_per_eu\` for sm_90: it is for AMD only (at kernels.add.configs[1].waves_per_eu)
    Move it to a config, and give this config \`targets:\`.`,
    ],
    [
      'an option of the kernel',
      manifest(BOTH, PLAIN).replace('    grid:', '    launch_pdl: true\n    grid:'),
      `usage: kernels.yaml:11:5: Triton has no option \`launch_pdl\` for gfx942: it is for NVIDIA only (at kernels.add.launch_pdl)
    Move it to a config, and give this config \`targets:\`.`,
    ],
    [
      'a tensor descriptor',
      manifest(
        BOTH,
        PLAIN,
        `  load:
    source: demo.py:load_kernel
    arguments: { a: "tensordesc<fp16[BLOCK]>", n: i32 }
    constants: { BLOCK: 64 }
    grid: 1
`,
      ),
      `usage: kernels.yaml:14:5: \`a\` is a tensor descriptor, which packages do not pass on gfx942 (at kernels.load.arguments)
    Leave out this target with \`targets:\` in the kernel, or make the descriptor in the kernel.`,
    ],
    [
      'a name that is nearly one',
      manifest('sm_90, GFX942, gfx943', PLAIN),
      'did you mean `gfx942`?',
    ],
  ])('are refused with %s', async (_what, text, expected) => {
    expect(await failureOf(() => fakeVariants(text, FUNCTIONS))).toContain(expected);
  });
});
