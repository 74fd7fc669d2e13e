import { Failure } from '../../base/errors.ts';

/** A section of an ELF file. */
interface Section {
  readonly name: string;
  /** In memory, of executables and libraries. */
  readonly address: number;
  /** In memory, in bytes. Sections without contents in the file (`SHT_NOBITS`) have one too. */
  readonly size: number;
  readonly contents: DataView;
}

interface ElfSymbol {
  readonly name: string;
  /** Its address, in executables and libraries. */
  readonly value: number;
  readonly type: number;
  readonly other: number;
}

/** The parts of a 64-bit little-endian ELF file that are read. */
export interface Elf {
  readonly machine: number;
  readonly abiVersion: number;
  readonly flags: number;
  readonly sections: readonly Section[];
  /** The entries of `.symtab` in order: attributes refer to them by index. */
  readonly symbols: readonly ElfSymbol[];
}

const HEADER_SIZE = 64;
const SECTION_HEADER_SIZE = 64;
const SYMBOL_SIZE = 24;
const SHT_NOBITS = 8;
/** Longer than any compiler's names. Limits the work that a damaged string table can cause. */
const MAX_NAME = 4096;
/** `\x7fELF`, 64-bit, little-endian, version 1. */
const MAGIC = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1];

/**
 * Reads the section and symbol tables.
 * @throws {Failure} `abi` if the file is damaged or cut off.
 */
export function readElf(bytes: Uint8Array): Elf {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = sliceBytes(file, 0, HEADER_SIZE, 'the ELF header');
  if (MAGIC.some((byte, at) => header.getUint8(at) !== byte)) {
    throw damagedCubin('it is not a 64-bit little-endian ELF file');
  }
  // Only to detect a file that is cut off after its sections: the driver reads these headers.
  const programSize = header.getUint16(54, true) * header.getUint16(56, true);
  sliceBytes(
    file,
    programSize === 0 ? 0 : offsetAt(header, 32),
    programSize,
    'the program headers',
  );
  const sections = readSections(file, header);
  return {
    machine: header.getUint16(18, true),
    abiVersion: header.getUint8(8),
    flags: header.getUint32(48, true),
    sections,
    symbols: readSymbols(sections),
  };
}

/** The failure for an unreadable cubin. */
export function damagedCubin(message: string): Failure {
  return new Failure('abi', {
    message: `cannot read the cubin: ${message}`,
    hint: 'Compile the kernel again. If that does not help, its Triton version writes an unknown format.',
  });
}

/**
 * Returns a part of `view`, called `what` in errors.
 * @throws {Failure} `abi` if it exceeds the view.
 */
export function sliceBytes(view: DataView, offset: number, size: number, what: string): DataView {
  if (offset + size > view.byteLength) {
    throw damagedCubin(
      `${what} is cut off: it ends at byte ${offset + size}, but there are only ${view.byteLength} bytes`,
    );
  }
  return new DataView(view.buffer, view.byteOffset + offset, size);
}

function readSections(file: DataView, header: DataView): readonly Section[] {
  const count = header.getUint16(60, true);
  if (header.getUint16(58, true) !== SECTION_HEADER_SIZE) {
    throw damagedCubin(`its section headers have ${header.getUint16(58, true)} bytes`);
  }
  const table = sliceBytes(
    file,
    offsetAt(header, 40),
    count * SECTION_HEADER_SIZE,
    'the section table',
  );
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = sliceBytes(
      table,
      index * SECTION_HEADER_SIZE,
      SECTION_HEADER_SIZE,
      'a section header',
    );
    const size = offsetAt(entry, 32);
    const inFile = entry.getUint32(4, true) === SHT_NOBITS ? 0 : size;
    const offset = inFile === 0 ? 0 : offsetAt(entry, 24);
    return {
      nameAt: entry.getUint32(0, true),
      address: offsetAt(entry, 16),
      size,
      contents: sliceBytes(file, offset, inFile, `section ${index}`),
    };
  });
  const names = entries[header.getUint16(62, true)]?.contents;
  if (names === undefined) throw damagedCubin('it has no section names');
  return entries.map(({ nameAt, ...section }) => ({ name: nameIn(names, nameAt), ...section }));
}

function readSymbols(sections: readonly Section[]): readonly ElfSymbol[] {
  const table = sections.find(({ name }) => name === '.symtab')?.contents;
  const names = sections.find(({ name }) => name === '.strtab')?.contents;
  if (table === undefined || names === undefined) throw damagedCubin('it has no symbols');
  return Array.from({ length: Math.floor(table.byteLength / SYMBOL_SIZE) }, (_, index) => {
    const at = index * SYMBOL_SIZE;
    return {
      name: nameIn(names, table.getUint32(at, true)),
      value: offsetAt(table, at + 8),
      type: table.getUint8(at + 4) & 0xf,
      other: table.getUint8(at + 5),
    };
  });
}

/** A 64-bit offset. Above 2^53 it is not exact, but still beyond the end of any file. */
function offsetAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function nameIn(table: DataView, at: number): string {
  const rest = sliceBytes(
    table,
    at,
    Math.max(0, Math.min(MAX_NAME, table.byteLength - at)),
    'a name',
  );
  const bytes = new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength);
  const end = bytes.indexOf(0);
  if (end < 0) throw damagedCubin(`the name at ${at} of a string table has no end`);
  return new TextDecoder().decode(bytes.subarray(0, end));
}
