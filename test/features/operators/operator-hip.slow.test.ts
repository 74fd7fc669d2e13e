import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILERS } from '../../support/compilers.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorsPackage } from './support/operators.ts';
import {
  buildRecordingHip,
  compileC,
  type HipRecord,
  runWithHip,
} from '../../support/recording-hip.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`support/${name}`, import.meta.url));
const TORCH = fileURLToPath(new URL('support/stand-in-torch', import.meta.url));
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
const TWO_GPUS = ['gfx942:sramecc+:xnack-', 'gfx1100'];
const LAUNCH = 'hipModuleLaunchKernel';

describe('operators for AMD GPUs', () => {
  let folder: string;
  let runtime: string;
  let flags: readonly string[];
  let sources: readonly string[];

  beforeAll(async () => {
    folder = await operatorsPackage('both');
    runtime = await buildRecordingHip();
    flags = [
      '-DAOT_WITHOUT_ROCM',
      `-I${join(folder, 'include')}`,
      `-I${join(folder, 'ops')}`,
      '-pthread',
    ];
    const kernels = (await readdir(join(folder, 'src'))).filter((name) => name.endsWith('.hip.c'));
    sources = [
      join(folder, 'ops/operators.hip.c'),
      ...kernels.map((name) => join(folder, 'src', name)),
    ];
    await compileC([
      'cc',
      '-std=gnu11',
      ...WARNINGS,
      '-DAOT_HIP',
      ...flags,
      fixture('operators-driver.c'),
      ...sources,
      join(runtime, 'libamdhip64.so.6'),
      '-ldl',
      '-o',
      at('program'),
    ]);
  });
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true });
    await rm(runtime, { recursive: true });
  });

  const at = (name: string): string => join(dirname(folder), name);
  const play = (part: string, fail = '', devices = TWO_GPUS) =>
    runWithHip([at('program'), part], runtime, devices, fail);

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'] as const,
      [compiler, 'c++', 'c++17'] as const,
    ]),
  )('have no warnings with %s as %s', async (compiler, language, standard) => {
    const argv = [compiler, ...WARNINGS, '-x', language, `-std=${standard}`, '-O2', ...flags];
    await compileC([...argv, '-c', join(folder, 'ops/operators.hip.c'), '-o', at('object.o')]);
  });

  it('say what is wrong with a call, and launch nothing then', async () => {
    const { stdout, records } = await play('errors');
    expectGolden(stdout);
    expect(records.filter(({ call }) => call === LAUNCH)).toHaveLength(
      stdout.split('    ok\n').length - 2,
    );
  });

  it('launch their kernels with what follows from the tensors, on the stream of their device', async () => {
    const { stdout, records } = await play('streams');
    expect(stdout).toContain('device 0 is current');
    expectGolden(describeCalls(records));
  });

  it('leave the current device as it was, and free temporary memory, after an error', async () => {
    const failing = async (part: string, fail = '', devices = TWO_GPUS): Promise<string> => {
      const { stdout, records } = await play(part, fail, devices);
      const count = (name: string): number => records.filter(({ call }) => call === name).length;
      if (fail !== 'hipMallocAsync:1') expect(count('hipFreeAsync')).toBe(count('hipMallocAsync'));
      return `${fail}\n${stdout}`;
    };
    const texts = [
      await failing('no such device'),
      await failing('one', '', ['gfx906', 'gfx942']),
      await failing('one', `${LAUNCH}:1:719`),
      await failing('one', `${LAUNCH}:1:12345`),
      await failing('two kernels', 'hipMallocAsync:1'),
      await failing('two kernels', `${LAUNCH}:2:701`),
      await failing('two kernels', 'hipFreeAsync:1:1'),
    ];
    expectGolden(texts.join('\n'));
  });

  it('are called by PyTorch, whose devices are called cuda for ROCm too', async () => {
    const torch = at('libtorch.so');
    const stand = [
      'cc',
      '-std=gnu11',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-shared',
      '-fPIC',
      `-I${TORCH}`,
    ];
    await compileC([...stand, join(TORCH, 'torch.c'), '-o', torch]);
    const library = at('operators.so');
    const hidden = ['-shared', '-fPIC', '-fvisibility=hidden', '-fexceptions'];
    await compileC(['cc', '-std=gnu11', ...hidden, ...flags, ...sources, '-ldl', '-o', library]);
    const hip = join(runtime, 'libamdhip64.so.6');
    await symlink(torch, join(runtime, 'libtorch.so'));
    const link = [`-I${TORCH}`, fixture('torch-driver.c'), torch, hip, '-rdynamic', '-ldl'];
    await compileC(['cc', '-std=gnu11', '-Wall', '-Wextra', '-Werror', ...link, '-o', at('torch')]);
    const { stdout, records } = await runWithHip([at('torch'), library], runtime, TWO_GPUS);
    expectGolden(`${stdout}\n${describeCalls(records)}`);
  });

  it('are a source without the names of CUDA, and do not change that for CUDA', async () => {
    const text = await readFile(join(folder, 'ops/operators.hip.c'), 'utf8');
    expect(text).not.toMatch(/\bCU[a-z]|\bCUDA_|\bcu[A-Z]/);
    expect(text).toContain('"tiles", aot_arguments_of_tiles, 1, 2, 2, 2, 0, NULL');
    expect(text).toMatch(/aot_kernel_softmax_fp32 = \{"softmax_fp32", "gfx942, gfx1100", NULL\}/);
    const cuda = await readFile(join(folder, 'ops/operators.c'), 'utf8');
    expect(cuda).toMatch(/aot_kernel_softmax_fp32 = \{"softmax_fp32", "sm_90", NULL\}/);
    expect(cuda).toContain('aot_implementations_of_tiles[]');
  });
});

/** The launches, with addresses in temporary memory by their distance from its beginning. */
function describeCalls(records: readonly HipRecord[]): string {
  const memory = 0xabcd00n;
  const lines = records.flatMap((record) => {
    const { call, kernel, parameters = [], grid, device, stream, bytes } = record;
    if (call === 'hipMallocAsync') return [`allocate ${bytes} bytes on stream ${stream}`];
    if (call === 'hipFreeAsync') return [`free them on stream ${stream}`];
    if (call !== LAUNCH) return [];
    // Triton's own two pointers are last.
    const values = parameters.slice(0, -2).map((each) => {
      const value = Buffer.from(Buffer.from(each, 'hex').toReversed()).toString('hex');
      const offset = BigInt(`0x${value}`) - memory;
      return offset >= 0n && offset < 2n ** 16n && value.length === 16
        ? `memory + ${offset}`
        : value;
    });
    return [
      `${kernel}(${values.join(', ')}) grid ${grid?.join(', ')} on device ${device}, stream ${stream}`,
    ];
  });
  return lines.join('\n');
}
