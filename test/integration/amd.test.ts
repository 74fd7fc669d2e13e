import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCubin } from '../../src/compile/cubin/code-formats.ts';
import { readImages } from '../../src/package/verify/embedded.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { buildRecordingHip, compileC, runWithHip } from '../support/recording-hip.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const PROGRAM = `
#include <amd_cases.h>
#include <stdio.h>
int main(void) {
  printf("%d ", (int)scaled_default(0, (hipDeviceptr_t)32, (hipDeviceptr_t)64, 1.5f, 1000));
  printf("%d ", (int)scaled_default(0, (hipDeviceptr_t)36, (hipDeviceptr_t)64, 1.5f, 1000));
  printf("%d ", (int)product_default(0, (hipDeviceptr_t)32, (hipDeviceptr_t)64, (hipDeviceptr_t)96, 128));
  return 0;
}
`;

interface Packaged {
  readonly kernels: readonly {
    readonly name: string;
    readonly variants: readonly {
      readonly target: string;
      readonly sha256: string;
      readonly evidence: string;
      readonly resources: { readonly registers: number; readonly amd?: { readonly sgprs: number } };
    }[];
  }[];
}

describe.each(TRITON_VERSIONS)('kernels for AMD GPUs, built with Triton %s', (version) => {
  const spaces: Workspace[] = [];
  let library: string;

  async function build(
    manifest: string,
    only = '*',
  ): Promise<Awaited<ReturnType<Workspace['triton']>> & { folder: string }> {
    const space = await workspace();
    spaces.push(space);
    await cp(join(ROOT, 'test/cases'), space.folder, { recursive: true });
    const python = await tritonPython(version);
    const more = [
      '--only',
      only,
      '--triton',
      version,
      '--python',
      python,
      '--out',
      'aot',
      '--store',
      'own-store',
    ];
    const done = await space.triton(['build', '--manifest', manifest, ...more]);
    return { ...done, folder: space.folder };
  }

  beforeAll(async () => {
    library = await buildRecordingHip();
  });
  afterAll(async () => {
    for (const space of spaces) await space.remove();
    await rm(library, { recursive: true });
  });

  it('are checked, packaged, the same in another folder, and launched by HIP', async () => {
    const [first, second] = [await build('amd.yaml'), await build('amd.yaml')];
    expectSuccess(first);
    const text = await readFile(join(first.folder, 'aot/manifest.json'), 'utf8');
    expect(await readFile(join(second.folder, 'aot/manifest.json'), 'utf8')).toBe(text);
    const { kernels }: Packaged = JSON.parse(text);
    const variants = kernels.flatMap((kernel) => kernel.variants);
    expect(variants).toHaveLength(2 * 8 + 4);
    for (const { target, evidence, resources } of variants) {
      expect(evidence).toBe('abi-checked');
      expect(resources.registers).toBeGreaterThan(0);
      expect('amd' in resources).toBe(target.startsWith('gfx'));
      expect('instructions' in resources).toBe(target.startsWith('sm_'));
    }
    const images = readImages(await readFile(join(first.folder, 'aot/src/scaled.hip.c')));
    expect(images.map(({ capabilities, passed }) => [capabilities, passed.length])).toEqual(
      [0, 1].flatMap(() =>
        ['gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'].map((name) => [
          name,
          6,
        ]),
      ),
    );
    const [image] = images;
    expect(readCubin(image?.bytes ?? Buffer.alloc(0)).kernels[0]?.constantBankParameterSize).toBe(
      40,
    );

    const program = join(first.folder, 'program');
    await writeFile(`${program}.c`, PROGRAM);
    await compileC([
      'cc',
      '-DAOT_HIP',
      '-DAOT_WITHOUT_ROCM',
      `-I${join(first.folder, 'aot/include')}`,
      `${program}.c`,
      ...['scaled', 'product'].map((name) => join(first.folder, `aot/src/${name}.hip.c`)),
      '-ldl',
      '-o',
      program,
    ]);
    for (const [device, threads] of [
      ['gfx942', [256, 256, 512]],
      ['gfx1201', [128, 128, 128]],
    ] as const) {
      const { stdout, records } = await runWithHip([program], library, [device]);
      // Algo 0 of the product is not for gfx942, so algo 1 is launched.
      expect(stdout).toBe('0 0 0 ');
      const launches = records.filter(({ call }) => call === 'hipModuleLaunchKernel');
      expect(launches.map((launch) => launch.threads)).toEqual(threads);
      expect(launches[0]).toMatchObject({
        kernel: 'scaled',
        grid: [4, 1, 1],
        parameters: [
          '2000000000000000',
          '4000000000000000',
          '0000c03f',
          'e8030000',
          '0'.repeat(16),
          '0'.repeat(16),
        ],
      });
    }
  });

  it('are refused with the line if they need what only NVIDIA has, or more memory than there is', async () => {
    const { code, stderr } = await build(
      'amd-refused.yaml',
      'assembly,cuda_function,warp_specialised',
    );
    expect(code).toBe(4);
    for (const reason of [
      /amd\.py:32: assembly \[gfx\d+\] and 1 more variant: the kernel has inline PTX \(`shl\.b32 \$0, \$1, 1;`\), which AMD GPUs do not have/,
      /amd\.py:38: cuda_function \[gfx\d+\] and 1 more variant: the kernel has the function `__nv_rsqrtf` of CUDA's libdevice/,
      /amd\.py:51: warp_specialised \[gfx\d+\] and 1 more variant: the kernel has a loop with warp_specialize=True/,
    ])
      expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('[sm_90]: the kernel');
    const large = await build('amd-refused.yaml', 'large');
    expect(large.code).toBe(4);
    expect(large.stderr).toMatch(
      /amd-refused\.yaml:\d+:\d+: large \[gfx1100\]: no gfx1100 GPU can launch the kernel: it needs \d+ bytes of shared memory in a block, and gfx1100 allows 65536/,
    );
  });
});
