import { describe, expect, it } from '#jest';
import { NpyError, readNpy, writeNpy } from '../../../src/manifest/values/npy.ts';
import { expectGolden } from '../../support/golden.ts';

const BYTES = Uint8Array.from({ length: 24 }, (_, index) => index);

function withHeader(text: string, version = 1): Buffer {
  const header = `${text}\n`;
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUInt16LE(header.length);
  const start = Buffer.concat([Buffer.from('\u0093NUMPY', 'latin1'), Buffer.from([version, 0])]);
  return Buffer.concat([start, length, Buffer.from(header), BYTES]);
}

describe('a .npy file', () => {
  it.each([[[2, 3]], [[6]], [[6, 1, 1]]])('of shape %j is read back', (shape) => {
    const file = writeNpy({ type: '<f4', shape, bytes: BYTES });
    expect((file.length - BYTES.length) % 64).toBe(0);
    const { bytes, ...rest } = readNpy(file);
    expect([rest, [...bytes]]).toEqual([{ type: '<f4', shape }, [...BYTES]]);
  });

  it('of one number is read back', () => {
    const file = writeNpy({ type: '<f8', shape: [], bytes: BYTES.subarray(0, 8) });
    expect(readNpy(file).shape).toEqual([]);
  });

  it('may be of a later version', () => {
    const file = withHeader("{'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), }", 2);
    expect(readNpy(file)).toMatchObject({ type: '<i2', shape: [3, 4] });
  });

  it('of one axis may be in Fortran order', () => {
    const file = withHeader("{'descr': '<i8', 'fortran_order': True, 'shape': (3,), }");
    expect(readNpy(file).shape).toEqual([3]);
  });

  it.each<[string, Uint8Array]>([
    ['text', Buffer.from('something else')],
    ['an empty file', new Uint8Array()],
    ['Fortran order', withHeader("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }")],
    [
      'big-endian numbers',
      withHeader("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }"),
    ],
    ['objects', withHeader("{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }")],
    ['complex numbers', withHeader("{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }")],
    ['records', withHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,), }")],
    ['too few elements', withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }")],
  ])('rejects %s', (_what, content) => {
    const read = (): unknown => readNpy(content);
    expect(read).toThrow(NpyError);
    expectGolden(messageOf(read));
  });
});

function messageOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof Error) return `FILE ${error.message}`;
  }
  throw new Error('expected an error');
}
