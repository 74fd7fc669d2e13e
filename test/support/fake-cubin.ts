/**
 * The properties of a fake cubin. Sizes are in bytes; parameters have their natural alignment, and
 * tensor maps that of the constant bank.
 */
export interface FakeCubin {
  /** 90 for sm_90. */
  readonly arch: number;
  readonly name: string;
  readonly parameters: readonly number[];
  readonly registers?: number;
  readonly stack?: number;
  readonly shared?: number;
  /** The only block size the kernel can be launched with, in threads. */
  readonly threads?: number;
  /** The machine code. Default: one instruction. */
  readonly code?: Buffer;
  /** Default: what compilers write, 7 before sm_100 and 8 from sm_100. */
  readonly abiVersion?: number;
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly contents: Buffer;
  /** The size of a section without contents. */
  readonly size?: number;
}

const SHT = { progbits: 1, symtab: 2, strtab: 3, nobits: 8, cudaInfo: 0x70000000 } as const;
const KERNEL_SYMBOL = 1;
const CONSTANT_BASE = 0x210;

/** Returns a minimal ELF file with the properties of a cubin of one kernel. */
export function fakeCubin(cubin: FakeCubin): Buffer {
  const { name, shared = 0, code = Buffer.alloc(16) } = cubin;
  return elf(cubin, [
    { name: '', type: 0, contents: Buffer.alloc(0) },
    { name: '.strtab', type: SHT.strtab, contents: strings(['', name]).table },
    { name: '.symtab', type: SHT.symtab, contents: symbols() },
    { name: '.nv.info', type: SHT.cudaInfo, contents: commonInfo(cubin) },
    { name: `.nv.info.${name}`, type: SHT.cudaInfo, contents: kernelInfo(cubin) },
    { name: `.text.${name}`, type: SHT.progbits, contents: code },
    { name: `.nv.shared.${name}`, type: SHT.nobits, contents: Buffer.alloc(0), size: shared },
  ]);
}

function elf(
  { arch, abiVersion = arch < 100 ? 7 : 8 }: FakeCubin,
  body: readonly Section[],
): Buffer {
  const names = strings([...body.map(({ name }) => name), '.shstrtab']);
  const sections = [...body, { name: '.shstrtab', type: SHT.strtab, contents: names.table }];
  const header = Buffer.alloc(64);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, abiVersion === 7 ? 0x33 : 0x41, abiVersion]).copy(
    header,
  );
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(190, 18);
  header.writeUInt32LE(abiVersion === 7 ? arch : arch << 8, 48);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(sections.length, 60);
  header.writeUInt16LE(sections.length - 1, 62);
  const parts: Buffer[] = [header];
  let end = header.length;
  const headers = sections.map(({ type, contents, size = contents.length }, index) => {
    const entry = Buffer.alloc(64);
    entry.writeUInt32LE(names.offsets[index] ?? 0, 0);
    entry.writeUInt32LE(type, 4);
    entry.writeBigUInt64LE(BigInt(end), 24);
    entry.writeBigUInt64LE(BigInt(size), 32);
    const padded = padTo8(contents);
    parts.push(padded);
    end += padded.length;
    return entry;
  });
  header.writeBigUInt64LE(BigInt(end), 40);
  return Buffer.concat([...parts, ...headers]);
}

function symbols(): Buffer {
  const table = Buffer.alloc(48);
  table.writeUInt32LE(1, 24);
  // A global function, which the host can launch.
  table.writeUInt8(0x12, 28);
  table.writeUInt8(0x10, 29);
  return table;
}

function commonInfo({ registers = 32, stack = 0 }: FakeCubin): Buffer {
  return Buffer.concat([
    attribute(0x2f, words(KERNEL_SYMBOL, registers)),
    attribute(0x11, words(KERNEL_SYMBOL, stack)),
  ]);
}

function kernelInfo({ parameters, threads }: FakeCubin): Buffer {
  let end = 0;
  const infos = parameters.map((size, ordinal) => {
    const align = Math.min(size, 64);
    const offset = Math.ceil((CONSTANT_BASE + end) / align) * align - CONSTANT_BASE;
    end = offset + size;
    return attribute(0x17, words(0, ordinal | (offset << 16), size << 18));
  });
  return Buffer.concat([
    // Compilers write the last parameter first.
    ...infos.toReversed(),
    ...(threads === undefined ? [] : [attribute(0x10, words(threads, 1, 1))]),
    attribute(0x0a, words(0, CONSTANT_BASE | (end << 16))),
    Buffer.from([3, 0x19, end & 0xff, end >> 8]),
  ]);
}

function attribute(tag: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([4, tag, value.length & 0xff, value.length >> 8]), value]);
}

function words(...values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function strings(texts: readonly string[]): { table: Buffer; offsets: readonly number[] } {
  const offsets: number[] = [];
  let table = Buffer.alloc(0);
  for (const text of texts) {
    offsets.push(table.length);
    table = Buffer.concat([table, Buffer.from(`${text}\0`)]);
  }
  return { table, offsets };
}

function padTo8(contents: Buffer): Buffer {
  return Buffer.concat([contents, Buffer.alloc((8 - (contents.length % 8)) % 8)]);
}
