import { describe, expect, it } from 'vitest';
import { matrixElement, publishedPeaks, shareOfPeak } from '../../../src/prove/bench/peaks.ts';
import { compare, median } from '../../../src/prove/bench/runs.ts';
import { buffer } from '../smoke/smoke-package.ts';

describe('the comparison of two that took turns', () => {
  it('is the median of the ratios of the rounds, so that slow rounds of both do not count', () => {
    const compared = compare([10, 20, 40, 11], [20, 40, 80, 11]);
    expect(compared).toEqual({ microseconds: 30, ratio: 0.5, from: 0.5, to: 1 });
  });

  it('leaves out a tenth of the rounds on either side of the range', () => {
    const own = [100, 9, 1, ...Array.from({ length: 12 }, () => 10), 11, 10];
    const other = own.map(() => 10);
    expect(compare(own.slice(0, 9), other)).toMatchObject({ from: 0.1, to: 10 });
    expect(compare(own, other)).toMatchObject({ ratio: 1, from: 0.9, to: 1.1 });
  });

  it('takes as many rounds as both have, and is missing without rounds', () => {
    expect(compare([1, 2, 9], [1, 2])?.ratio).toBe(1);
    expect(compare([], [1])).toBeUndefined();
    expect(compare([1], [])).toBeUndefined();
    expect(compare(undefined, [1])).toBeUndefined();
    expect(compare([1], undefined)).toBeUndefined();
  });
});

it('the median of an even count is the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

describe('the share of the peak', () => {
  const buffers = { a: buffer(64, { element: 'fp16' }), c: buffer(64, { role: 'out' }) };
  const peaks = { bandwidth: 1e12, matrix: { fp16: 1e15 } };

  it('is that of what limits the call', () => {
    // 10 µs move 5e6 bytes: half of the bandwidth. They compute 1e9 operations: a tenth of the rate.
    expect(shareOfPeak(10, { buffers, bytes: 5e6, flops: 1e9 }, peaks)).toEqual({
      of: 'memory',
      value: 0.5,
    });
    expect(shareOfPeak(10, { buffers, bytes: 5e6, flops: 8e9 }, peaks)).toEqual({
      of: 'matrix',
      value: expect.closeTo(0.8, 12),
    });
  });

  it('is unknown without bytes and operations, or without the peak', () => {
    expect(shareOfPeak(10, { buffers }, peaks)).toBeUndefined();
    const alone = { bandwidth: 1e12, matrix: {} };
    expect(shareOfPeak(10, { buffers, flops: 1e9 }, alone)).toBeUndefined();
    expect(shareOfPeak(10, { buffers, flops: 1e9, bytes: 1e6 }, alone)?.of).toBe('memory');
  });
});

describe('the element type of the matrix throughput', () => {
  it('is that of the largest input of floats', () => {
    const buffers = {
      indices: buffer(4096, { element: 'i32' }),
      scale: buffer(8),
      a: buffer(64, { element: 'bf16' }),
      out: buffer(4096, { role: 'out' }),
      absent: null,
    };
    expect(matrixElement({ buffers, flops: 1 })).toBe('bf16');
    expect(matrixElement({ buffers })).toBeUndefined();
    expect(matrixElement({ buffers: { out: buffers.out }, flops: 1 })).toBeUndefined();
  });
});

describe('the published peaks of a GPU', () => {
  const cases = ['fp16', 'bf16', 'fp32', 'fp64', 'fp8e4nv', 'fp16'].map((element) => ({
    buffers: { a: buffer(64, { element }) },
    flops: 1,
  }));

  it('have the matrix rate of each element type that a case needs, and their source', () => {
    expect(publishedPeaks('NVIDIA H200', cases)).toEqual({
      bandwidth: 4.8e12,
      matrix: { fp16: 989.5e12, bf16: 989.5e12, fp32: 494.5e12, fp64: 67e12, fp8e4nv: 1979e12 },
      source: 'https://www.nvidia.com/en-us/data-center/h200/',
    });
    expect(publishedPeaks('NVIDIA H200', [{ buffers: {} }])?.matrix).toEqual({});
  });

  it('have no rate that NVIDIA does not publish', () => {
    const { matrix } = publishedPeaks('NVIDIA A10', cases) ?? {};
    expect(Object.keys(matrix ?? {})).toEqual(['fp16', 'bf16', 'fp32']);
  });

  it('are unknown for a GPU that the table does not have, such as a part of one', () => {
    expect(publishedPeaks('NVIDIA A100-SXM4-40GB MIG 1g.5gb', cases)).toBeUndefined();
  });
});
