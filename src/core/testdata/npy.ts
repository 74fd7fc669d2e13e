/** An array as a .npy file of NumPy holds it, in C order. */
interface NpyArray {
  /** NumPy's name of the element type, such as `<f8`. */
  readonly type: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

const MAGIC = '\u0093NUMPY';
const ALIGNMENT = 64;

/** A .npy file, version 1.0. Source: NumPy's documentation, `numpy.lib.format`. */
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

/** A file that is no usable .npy file; the message completes `FILE …`. */
export class NpyError extends Error {}

/** Reads a .npy file of little-endian numbers in C order. Throws NpyError. */
export function readNpy(content: Uint8Array): NpyArray {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new NpyError('is no .npy file');
  // Version 1 has two bytes for the header's length, later ones four.
  const wide = (file[MAGIC.length] ?? 0) > 1;
  const start = MAGIC.length + (wide ? 6 : 4);
  if (file.length < start) throw new NpyError('is cut off');
  const length = wide ? file.readUInt32LE(start - 4) : file.readUInt16LE(start - 2);
  const header = file.toString('latin1', start, start + length);
  const type = /'descr': '([^']+)'/.exec(header)?.[1];
  const order = /'fortran_order': (True|False)/.exec(header)?.[1];
  const sizes = /'shape': \(([\d, ]*)\)/.exec(header)?.[1];
  if (type === undefined || order === undefined || sizes === undefined) {
    throw new NpyError('holds something else than an array of plain numbers');
  }
  const [, width] = /^[<|][biuf]([1248])$/.exec(type) ?? [];
  if (width === undefined) {
    throw new NpyError(`has the element type ${type}, not little-endian numbers`);
  }
  const shape = (sizes.match(/\d+/g) ?? []).map(Number);
  if (order === 'True' && shape.length > 1) {
    throw new NpyError('is in Fortran order: save numpy.ascontiguousarray of it');
  }
  const size = shape.reduce((product, each) => product * each, Number(width));
  const bytes = content.subarray(start + length);
  if (bytes.length !== size) {
    throw new NpyError(`holds ${bytes.length} bytes of elements where its shape says ${size}`);
  }
  return { type, shape, bytes };
}
