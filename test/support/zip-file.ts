import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip. Invalid values are written as they are. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** The Unix mode, including the file type. */
  readonly mode?: number;
  /** Bit 0: encrypted. */
  readonly flags?: number;
  /** The size in the headers. Default: that of the content. */
  readonly size?: number;
}

/** Returns a zip with the entries, in this order. Source: APPNOTE.TXT 4.3. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = recordsOf(entry, offset);
    files.push(local);
    directory.push(central);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

/** Returns the files as a zip, below `top`. */
export function zipOf(files: ReadonlyMap<string, string | Uint8Array>, top = ''): Buffer {
  return zipFile(
    [...files].map(([name, content]) => ({ name: `${top}${name}`, content: Buffer.from(content) })),
  );
}

function recordsOf(
  { name, content = '', mode = 0o100644, flags = 0, size }: ZipEntry,
  offset: number,
): { local: Buffer; central: Buffer } {
  const data = Buffer.from(content);
  const packed = deflateRawSync(data);
  const path = Buffer.from(name);
  // The fields that both records share: from the version needed to the length of the extra field.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags | 0x800, 2);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size ?? data.length, 18);
  common.writeUInt16LE(path.length, 22);
  const after = Buffer.alloc(14);
  after.writeUInt32LE((mode << 16) >>> 0, 6);
  after.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([word(0x04034b50), common, path, packed]),
    central: Buffer.concat([word(0x02014b50), Buffer.from([20, 3]), common, after, path]),
  };
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
