import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';

/** An entry of an archive. Invalid values are written as they are. */
export interface Entry {
  readonly path: string;
  readonly type?: NonNullable<HeaderData['type']>;
  readonly content?: string;
  readonly linkpath?: string;
  /** The size in the header. Default: that of the content. */
  readonly size?: number;
  readonly mode?: number;
  readonly mtime?: Date;
  readonly uid?: number;
  /** A record `key=value` of an extended header before the entry. */
  readonly extended?: string;
}

/** Returns a .tar.gz with the entries, in this order. */
export function tarball(entries: readonly Entry[], end: Buffer = Buffer.alloc(1024)): Buffer {
  return gzipSync(Buffer.concat([...entries.flatMap(blocksOf), end]));
}

/** Returns the archive of a minimal package: an empty manifest.json and a source. */
export function packageBall(top = ''): Buffer {
  return tarball([
    { path: `${top}manifest.json`, content: '{}' },
    { path: `${top}src/add.c`, content: 'int add;\n' },
  ]);
}

function blocksOf({ path, content = '', extended, ...more }: Entry): Buffer[] {
  const data = Buffer.from(content);
  const header = { path, mode: 0o644, type: 'File' as const, size: data.length, ...more };
  const before = extended === undefined ? [] : blocksOf(extensionOf(extended));
  return [...before, encode(header), padded(data)];
}

function extensionOf(line: string): Entry {
  const length = Buffer.byteLength(line) + 2;
  const digits = String(length + String(length).length).length;
  return { path: 'pax', type: 'ExtendedHeader', content: `${length + digits} ${line}\n` };
}

function encode(data: HeaderData): Buffer {
  const block = Buffer.alloc(512);
  new Header(data).encode(block);
  return block;
}

function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc(-data.length & 511)]);
}
