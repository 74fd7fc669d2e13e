import { beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTuning, type TunedKernel, writeTuning } from '../../../src/features/tuning/file.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const HASH = 'a'.repeat(64);
const H100 = {
  name: 'NVIDIA H100 80GB HBM3',
  capability: '9.0',
  multiprocessors: 132,
  driver: '13.0',
};

function matmul(changes: Partial<TunedKernel> = {}): TunedKernel {
  return {
    kernel: 'matmul',
    device: { ...H100, clocks: { from: 1200, to: 1980 } },
    triton: '3.6.0',
    key: ['M', 'N'],
    sizes: [
      {
        values: { M: 512, N: 64 },
        scores: [
          { algo: 0, hash: HASH, microseconds: 12.5 },
          { algo: 1, hash: 'b'.repeat(64), fault: 'crash: "it" crashed\u2028' },
        ],
      },
      { values: { M: 1, N: '9223372036854775807' }, scores: [] },
    ],
    ...changes,
  };
}

let file: string;
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'tuning-')), 'tuning.json');
});

describe('a tuning file', () => {
  it('is read as it was written', async () => {
    const kernels = [matmul(), matmul({ kernel: 'softmax', key: undefined, sizes: [] })];
    await writeTuning(file, kernels);
    expect(await readTuning(file)).toEqual(kernels);
    await writeTuning(file, []);
    expect(await readTuning(file)).toEqual([]);
  });

  it('has a line for each size, and sorted kernels and devices', async () => {
    const a100 = { name: 'NVIDIA A100', capability: '8.0', multiprocessors: 108, driver: '12.4' };
    const old = matmul({ device: a100, sizes: [] });
    await writeTuning(file, [matmul({ kernel: 'softmax' }), matmul(), old]);
    const text = await readFile(file, 'utf8');
    expectGolden(text.replaceAll(/(\w)\1{63}/g, '$1…'));
    await writeTuning(file, [old, matmul(), matmul({ kernel: 'softmax' })]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('may be missing', async () => {
    expect(await readTuning(file)).toBeUndefined();
  });

  it.each([
    ['cut off', '{ "format": 2, "kernels": ['],
    ['of another format', '{ "format": 1, "kernels": [] }'],
    ['without the number of multiprocessors', JSON.stringify(withoutMultiprocessors())],
    ['with a time of zero', JSON.stringify(withScore({ microseconds: 0 }))],
    ['with a short hash', JSON.stringify(withScore({ hash: 'abc' }))],
    ['with a fraction as a size', JSON.stringify(withValues({ M: 1.5 }))],
    ['with a size that lost its precision', JSON.stringify(withValues({ M: 2 ** 60 }))],
    ['of a kernel without a device', '{ "format": 2, "kernels": [{ "kernel": "matmul" }] }'],
  ])('%s is refused', async (_what, text) => {
    await writeFile(file, text);
    expectGolden((await failureOf(() => readTuning(file))).replace(file, 'FILE'));
  });

  it('that cannot be read or written is a failure', async () => {
    const folder = join(file, '..');
    expect(await failureOf(() => readTuning(folder))).toContain('cannot read the tuning file');
    expect(await failureOf(() => writeTuning(join(file, 'x'), []))).toMatch(
      /^environment: .*cannot write the tuning file: no such file or folder \(open: ENOENT\)$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

function withScore(changes: object): unknown {
  const scores = [{ algo: 0, hash: HASH, microseconds: 1, ...changes }];
  return { format: 2, kernels: [matmul({ sizes: [{ values: {}, scores }] })] };
}

function withValues(values: Record<string, number>): unknown {
  return { format: 2, kernels: [matmul({ sizes: [{ values, scores: [] }] })] };
}

function withoutMultiprocessors(): unknown {
  const { multiprocessors: _left, ...device } = matmul().device;
  return { format: 2, kernels: [{ ...matmul(), device }] };
}
