import { describe, expect, it } from '@jest/globals';
import { NpyError, readNpy, writeNpy } from '../../../src/core/testdata/npy.ts';

const BYTES = Uint8Array.from({ length: 24 }, (_, index) => index);

function withHeader(text: string, version = 1): Buffer {
  const header = `${text}\n`;
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUInt16LE(header.length);
  const start = Buffer.concat([Buffer.from('\u0093NUMPY', 'latin1'), Buffer.from([version, 0])]);
  return Buffer.concat([start, length, Buffer.from(header), BYTES]);
}

describe('a .npy file', () => {
  it.each([[[2, 3]], [[6]], [[6, 1, 1]]])('of shape %j comes back', (shape) => {
    const file = writeNpy({ type: '<f4', shape, bytes: BYTES });
    expect((file.length - BYTES.length) % 64).toBe(0);
    const { bytes, ...rest } = readNpy(file);
    expect([rest, [...bytes]]).toEqual([{ type: '<f4', shape }, [...BYTES]]);
  });

  it('of one number comes back', () => {
    const file = writeNpy({ type: '<f8', shape: [], bytes: BYTES.subarray(0, 8) });
    expect(readNpy(file).shape).toEqual([]);
  });

  it('of a later version is read too', () => {
    const file = withHeader("{'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), }", 2);
    expect(readNpy(file)).toMatchObject({ type: '<i2', shape: [3, 4] });
  });

  it('of one axis may say that it is in Fortran order', () => {
    const file = withHeader("{'descr': '<i8', 'fortran_order': True, 'shape': (3,), }");
    expect(readNpy(file).shape).toEqual([3]);
  });

  it.each<[string, Uint8Array]>([
    ['is no .npy file', Buffer.from('something else')],
    ['is no .npy file', new Uint8Array()],
    [
      'is in Fortran order: save numpy.ascontiguousarray of it',
      withHeader("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }"),
    ],
    [
      'has the element type >f4, not little-endian numbers',
      withHeader("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }"),
    ],
    [
      'has the element type |O, not little-endian numbers',
      withHeader("{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }"),
    ],
    [
      'has the element type <c8, not little-endian numbers',
      withHeader("{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }"),
    ],
    [
      'holds something else than an array of plain numbers',
      withHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,), }"),
    ],
    [
      'holds 24 bytes of elements where its shape says 28',
      withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }"),
    ],
  ])('is refused where it %s', (message, content) => {
    expect(() => readNpy(content)).toThrow(new NpyError(message));
  });
});
