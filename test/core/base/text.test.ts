import { describe, expect, it } from '@jest/globals';
import { formatSize, nearest, parseSize } from '../../../src/core/base/text.ts';

describe('nearest', () => {
  it.each([
    ['BLOK', 'BLOCK'],
    ['fp31', 'fp32'],
    ['z', undefined],
    ['X', 'x'],
    ['stride', undefined],
  ])('suggests for %j: %j', (word, expected) => {
    expect(nearest(word, ['x', 'y', 'BLOCK', 'fp32'])).toBe(expected);
  });
});

describe('parseSize', () => {
  it.each([
    ['5GB', 5e9],
    ['500 MB', 5e8],
    ['1.5kb', 1500],
    ['2GiB', 2 ** 31],
    ['0', 0],
    [' 12 ', 12],
  ])('parses %j to %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', 'GB', '5 GB 2', '-1', '1e3', '5G', '0x10', '99999999TB', '1..5MB', '5ib'])(
    'rejects %j',
    (text) => {
      expect(parseSize(text)).toBeUndefined();
    },
  );
});

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1400, '1.4 KB'],
    [5e9, '5.0 GB'],
    [123_456_789, '123 MB'],
    [2e15, '2000 TB'],
  ])('formats %d bytes as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
