import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../src/base/process.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { type CudaRecord, launchesOf } from '../../support/cuda-record.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorsPackage } from './support/operators.ts';
import {
  compileProgram,
  CUDA_INCLUDE,
  type Recorded,
  runRecorded,
  type RunSettings,
} from '../../support/recording-cuda.ts';

const DRIVER = fileURLToPath(new URL('support/operators-driver.c', import.meta.url));
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
const TWO_GPUS = ['9.0', '8.0'];

const signal = new AbortController().signal;

describe('operators', () => {
  let folder: string;
  let linked: string;
  let sources: readonly string[];

  beforeAll(async () => {
    folder = await operatorsPackage();
    const kernels = (await readdir(join(folder, 'src'))).filter((name) => name.endsWith('.c'));
    sources = [
      join(folder, 'ops/operators.c'),
      ...kernels.map((name) => join(folder, 'src', name)),
    ];
    linked = await compileProgram({
      sources: [DRIVER, ...sources],
      includeDirs: [join(folder, 'include'), join(folder, 'ops')],
    });
  });
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true });
    await rm(dirname(linked), { recursive: true });
  });

  /** Runs a part of the program; no launch fails unless the settings say so. */
  async function runPart(part: string, settings: RunSettings = {}): Promise<Recorded> {
    const recorded = await runRecorded(linked, {
      devices: TWO_GPUS,
      args: [part],
      ...settings,
    });
    expect({ code: recorded.code, stderr: recorded.stderr }).toEqual({ code: 0, stderr: '' });
    return recorded;
  }

  describe.each(COMPILERS)('compiled by %s', (compiler) => {
    it.each([
      ['C11', ['-std=c11']],
      [
        'C++17, with the driver found at run time',
        ['-x', 'c++', '-std=c++17', '-DAOT_DYNAMIC_DRIVER'],
      ],
    ])('have no warnings as %s', async (_language, flags) => {
      const include = [`-I${CUDA_INCLUDE}`, `-I${join(folder, 'include')}`];
      const argv = [compiler, ...flags, ...WARNINGS, '-O2', ...include];
      const { code, stderr } = await run(
        [...argv, '-c', join(folder, 'ops/operators.c'), '-o', join(folder, '..', 'operators.o')],
        { env: process.env, signal },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
  });

  it('say what is wrong with a call, and launch nothing then', async () => {
    const { stdout, records } = await runPart('errors');
    expectGolden(stdout);
    expect(launchesOf(records)).toHaveLength(stdout.split('    ok\n').length - 2);
  });

  it('launch their kernels with what follows from the tensors', async () => {
    const { stdout, records } = await runPart('launches');
    expectGolden(`${stdout}\n${describeCalls(records)}`);
  });

  it("use the process's stream for the device of the tensors", async () => {
    const { stdout, records } = await runPart('streams');
    expect(stdout).toContain('device 0 is current');
    expect(launchesOf(records).map(({ device, stream }) => [device, stream])).toEqual([
      ...Array.from({ length: 8 }, () => [0, 3]),
      [1, 4],
    ]);
  });

  it('make the device current where it is not, and leave the thread as it was', async () => {
    const { stdout, records } = await runPart('without a context');
    expect(stdout).toBe(
      'the first device\n    ok\nthe second device\n    ok\ndevice -1 is current\n',
    );
    expect(launchesOf(records).map(({ device, stream }) => [device, stream])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('raise what the driver returns, with its meaning', async () => {
    const failing = async (part: string, ...fail: readonly string[]): Promise<string> => {
      const { stdout } = await runPart(part, { fail });
      return `${fail.join(' ')}\n${stdout}`;
    };
    const [old, ...others] = await Promise.all([
      runPart('one', { devices: ['7.5', '7.5'] }),
      failing('one', 'cuCtxGetCurrent:1:3'),
      failing('one', 'cuCtxGetDevice:1:201'),
      failing('one', 'cuLaunchKernelEx:1:1'),
      failing('one', 'cuLaunchKernelEx:1:700'),
      failing('one', 'cuLaunchKernelEx:1:12345'),
      failing('without a context', 'cuDevicePrimaryCtxRetain:3:101'),
      failing('without a context', 'cuCtxPushCurrent:1:4'),
      failing('two kernels', 'cuMemAllocAsync:1:2'),
      failing('two kernels', 'cuLaunchKernelEx:2:701'),
      failing('two kernels', 'cuMemFreeAsync:1:719'),
    ]);
    expectGolden([`an older GPU\n${old.stdout}`, ...others].join('\n'));
  });

  it('raise what the driver says of PTX', async () => {
    const own = await operatorsPackage('ptx');
    const names = (await readdir(join(own, 'src'))).filter((name) => name.endsWith('.c'));
    const program = await compileProgram({
      sources: [
        DRIVER,
        join(own, 'ops/operators.c'),
        ...names.map((name) => join(own, 'src', name)),
      ],
      includeDirs: [join(own, 'include'), join(own, 'ops')],
    });
    const onNewer = (env: Record<string, string>): Promise<Recorded> =>
      runRecorded(program, { devices: ['10.0', '10.0'], args: ['one'], env });
    const texts = [await onNewer({}), await onNewer({ RECORDING_CUDA_PTX_VERSION: '80' })];
    expect(texts.map(({ stdout }) => stdout)).toEqual([
      'one call\n    ok\n',
      `one call
    RuntimeError: softmax: softmax_fp32 cannot run on cuda:0: the CUDA driver is too old for the package's PTX (CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)
ptxas application ptx input, line 5; fatal   : Unsupported .version 8.8; current version is '8.0'
`,
    ]);
    await rm(dirname(own), { recursive: true });
    await rm(dirname(program), { recursive: true });
  });

  it('free temporary memory and leave the device after an error', async () => {
    const { records } = await runPart('two kernels', { fail: ['cuLaunchKernelEx:2:701'] });
    expect(records.map(({ call }) => call).filter((call) => /Mem|Launch/.test(call))).toEqual([
      'cuMemAllocAsync',
      'cuLaunchKernelEx',
      'cuLaunchKernelEx',
      'cuMemFreeAsync',
    ]);
  });

  it('need a driver only when they are called, if it is found at run time', async () => {
    const program = join(folder, '..', 'dynamic');
    const include = [CUDA_INCLUDE, join(folder, 'include'), join(folder, 'ops')];
    const flags = ['-std=c11', ...WARNINGS, '-Wno-unused-function', '-DAOT_DYNAMIC_DRIVER'];
    const argv = ['cc', ...flags, ...include.map((each) => `-I${each}`), DRIVER, ...sources];
    const built = await run([...argv, '-ldl', '-o', program], { env: process.env, signal });
    expect(built).toMatchObject({ code: 0, stderr: '' });

    const alone = await run([program], { env: { LD_LIBRARY_PATH: '' }, signal });
    expectGolden(alone.stdout);
    const { stdout, records } = await runRecorded(program, { devices: TWO_GPUS });
    expect(stdout).toBe('one call\n    ok\nthe second device\n    ok\n');
    expect(launchesOf(records).map(({ device }) => device)).toEqual([0, 1]);
  });
});

/** The launches, with addresses in temporary memory by their distance from its beginning. */
function describeCalls(records: readonly CudaRecord[]): string {
  let memory = 0n;
  const lines = records.flatMap((record) => {
    if (record.call === 'cuMemAllocAsync') {
      memory = BigInt(`0x${record.address ?? '0'}`);
      return [`allocate ${record.size} bytes on stream ${record.stream}`];
    }
    if (record.call === 'cuMemFreeAsync') {
      const isSame = BigInt(`0x${record.address ?? '0'}`) === memory;
      return [`free ${isSame ? 'them' : '?'} on stream ${record.stream}`];
    }
    if (record.call !== 'cuLaunchKernelEx') return [];
    const { kernel, parameters, grid, device } = record;
    // Triton's own two pointers are last.
    const values = parameters.slice(0, -2).map((bytes) => {
      const value = Buffer.from(Buffer.from(bytes, 'hex').toReversed()).toString('hex');
      const offset = BigInt(`0x${value}`) - memory;
      return memory !== 0n && offset >= 0n && offset < 2n ** 20n ? `memory + ${offset}` : value;
    });
    return [`${kernel}(${values.join(', ')}) grid ${grid.join(', ')} on device ${device}`];
  });
  return lines.join('\n');
}
