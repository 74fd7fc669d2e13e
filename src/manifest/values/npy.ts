/** An array of a .npy file, in C order. */
interface NpyArray {
  /** NumPy's name for the element type, such as `<f8`. */
  readonly type: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

const MAGIC = '\u0093NUMPY';
const ALIGNMENT = 64;

/** Formats a .npy file of version 1.0. Source: NumPy's documentation, `numpy.lib.format`. */
export function writeNpy({ type, shape, bytes }: NpyArray): Uint8Array {
  const sizes = shape.map((size) => `${size},`).join(' ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const start = MAGIC.length + 4;
  const padded = Math.ceil((start + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const header = Buffer.alloc(padded, ' ');
  header.write(MAGIC, 'latin1');
  header.writeUInt16LE(0x0001, MAGIC.length);
  header.writeUInt16LE(padded - start, MAGIC.length + 2);
  header.write(`${text.padEnd(padded - start - 1)}\n`, start, 'latin1');
  return Buffer.concat([header, bytes]);
}

/** A .npy file that cannot be used. The message completes `FILE …`. */
export class NpyError extends Error {}

/**
 * Parses a .npy file of little-endian numbers in C order.
 * @throws {NpyError} for any other content.
 */
export function readNpy(content: Uint8Array): NpyArray {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new NpyError('is not a .npy file');
  // The header's length has two bytes in version 1, and four in later versions.
  const wide = (file[MAGIC.length] ?? 0) > 1;
  const start = MAGIC.length + (wide ? 6 : 4);
  if (file.length < start) throw new NpyError('is truncated');
  const length = wide ? file.readUInt32LE(start - 4) : file.readUInt16LE(start - 2);
  const header = file.toString('latin1', start, start + length);
  const type = /'descr': '([^']+)'/.exec(header)?.[1];
  const order = /'fortran_order': (True|False)/.exec(header)?.[1];
  const sizes = /'shape': \(([\d, ]*)\)/.exec(header)?.[1];
  if (type === undefined || order === undefined || sizes === undefined) {
    throw new NpyError('is not an array of plain numbers');
  }
  const [, width] = /^[<|][biuf]([1248])$/.exec(type) ?? [];
  if (width === undefined) {
    throw new NpyError(`has elements of type \`${type}\`, which are not little-endian numbers`);
  }
  const shape = (sizes.match(/\d+/g) ?? []).map(Number);
  if (order === 'True' && shape.length > 1) {
    throw new NpyError('is in Fortran order; save `numpy.ascontiguousarray(array)` instead');
  }
  const size = shape.reduce((product, each) => product * each, Number(width));
  const bytes = content.subarray(start + length);
  if (bytes.length !== size) {
    throw new NpyError(`has ${bytes.length} bytes of elements, but its shape needs ${size}`);
  }
  return { type, shape, bytes };
}
