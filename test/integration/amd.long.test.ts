import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetFolder } from '../../src/base/assets.ts';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { run } from '../../src/base/process.ts';
import { buildRecordingHip, compileC } from '../support/recording-hip.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';

/**
 * Prints what the package's and the harness's parts of HIP's interface and AMD's own header must have in
 * common. It declares the harness's functions beside AMD's: other types do not compile.
 */
const INTERFACE = `
#include <stddef.h>
#include <amd_cases/aot_hip.h>
#include "${assetFolder('src/features/amd/assets/harness/')}hip.h"
#include <stdio.h>
#define LINE(value) printf("%s %zu\\n", #value, (size_t)(value));
#define NAME(name) NAME_OF(name)
#define NAME_OF(name) #name
int main(void) {
  LINE(sizeof(hipDeviceProp_t))
  LINE(offsetof(hipDeviceProp_t, gcnArchName))
  LINE(sizeof(((hipDeviceProp_t *)0)->gcnArchName))
  LINE(sizeof(hipError_t))
  LINE(sizeof(hipEvent_t))
  LINE(hipDeviceAttributeMultiprocessorCount)
  LINE(hipStreamNonBlocking)
  LINE(hipEventDefault)
  puts(NAME(hipGetDeviceProperties));
  ERRORS
  return 0;
}
`;

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

  it("have sources that AMD's own header fits, which Triton has", async () => {
    const { folder } = await build('amd.yaml', 'scaled');
    const header = await readFile(join(folder, 'aot/include/amd_cases/aot_hip.h'), 'utf8');
    const errors = [...header.matchAll(/^ +(hipError\w+|hipSuccess) =/gm)].map(([, name]) => name);
    const source = join(folder, 'interface.c');
    await writeFile(
      source,
      INTERFACE.replace('ERRORS', errors.map((e) => `LINE(${e})`).join('\n')),
    );
    const amd = `-I${join(await tritonTools(version), '../amd/include')}`;
    const printed = async (flag: string): Promise<string> => {
      const program = join(folder, 'interface');
      await compileC(['cc', flag, `-I${join(folder, 'aot/include')}`, source, '-o', program]);
      return (await run([program], { env: {}, signal: new AbortController().signal })).stdout;
    };
    const own = await printed('-DAOT_WITHOUT_ROCM');
    expect(own).toContain('hipErrorNoBinaryForGpu 209\n');
    expect(await printed(amd)).toBe(own);
    const strict = [
      'cc',
      '-std=gnu11',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-DAOT_HIP',
      '-c',
      '-o',
      '/dev/null',
    ];
    const includes = [`-isystem${amd.slice(2)}`, `-I${join(folder, 'aot/include')}`];
    await compileC([...strict, ...includes, join(folder, 'aot/src/scaled.hip.c')]);
  });
});
