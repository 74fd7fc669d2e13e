import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../../../src/core/archive/pack.ts';
import { type ArchiveLimits, unpackArchive } from '../../../src/core/archive/unpack.ts';
import { compressZstd, withZstd } from '../../../src/core/archive/zstd.ts';
import { type Entry, packageBall, tarball } from '../../support/tarball.ts';

/** A tar in a format. */
async function compressed(tar: Buffer, format: ArchiveFormat): Promise<Buffer> {
  if (format === 'tar.gz') return gzipSync(tar);
  const source = Readable.from([tar]) as AsyncIterable<Uint8Array>;
  return withZstd(async (zstd) => buffer(compressZstd(zstd)(source)));
}

describe.each(ARCHIVE_FORMATS)('an archive .%s', (format) => {
  let space: string;
  let count = 0;
  beforeAll(async () => {
    space = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  afterAll(() => rm(space, { recursive: true, force: true }));

  /** Unpacks a .tar.gz in the format, to a folder that has one neighbour, and gives the folder. */
  async function unpack(
    gzipped: Buffer,
    limits?: ArchiveLimits,
    signal = new AbortController().signal,
  ): Promise<string> {
    return unpackBytes(await compressed(gunzipSync(gzipped), format), limits, signal);
  }

  /** The same with a file as it is. */
  async function unpackBytes(
    content: Buffer,
    limits?: ArchiveLimits,
    signal = new AbortController().signal,
  ): Promise<string> {
    const place = join(space, String((count += 1)));
    const folder = join(place, 'package');
    await mkdir(folder, { recursive: true });
    const file = join(place, 'aot-1.archive');
    await writeFile(file, content);
    try {
      await unpackArchive(file, folder, signal, limits);
    } catch (error) {
      expect(await readdir(place)).toEqual(['aot-1.archive']);
      throw error;
    }
    return folder;
  }

  it('is unpacked with its folders and long names', async () => {
    const long = `${'deep/'.repeat(40)}file.c`;
    const folder = await unpack(
      tarball([
        { path: './', type: 'Directory' },
        { path: './empty/', type: 'Directory', mode: 0 },
        { path: './a.c', content: 'int a;\n', mode: 0o4777 },
        { path: 'short', extended: `path=${long}`, content: 'x'.repeat(100_000) },
      ]),
    );
    expect(await readFile(join(folder, 'a.c'), 'utf8')).toBe('int a;\n');
    expect((await readFile(join(folder, long))).length).toBe(100_000);
    expect((await readdir(folder)).toSorted()).toEqual(['a.c', 'deep', 'empty']);
    // The archive has no say in who may read, write or run it.
    expect((await stat(join(folder, 'a.c'))).mode & 0o7133).toBe(0);
    expect((await stat(join(folder, 'empty'))).mode & 0o700).toBe(0o700);
  });

  it('may be many files, more than are open at once', async () => {
    const entries = Array.from({ length: 3000 }, (_, i) => ({
      path: `d${i % 50}/f${i}`,
      content: `${i}`,
    }));
    const folder = await unpack(tarball(entries));
    expect((await readdir(folder, { recursive: true })).length).toBe(3050);
    expect(await readFile(join(folder, 'd49/f2999'), 'utf8')).toBe('2999');
  });

  const good: Entry = { path: 'before.c', content: 'int before;\n' };
  it.each<[string, Entry, string]>([
    ['an absolute name', { path: '/tmp/evil.c' }, '`/tmp/evil.c` has an absolute name'],
    ['a name with a drive', { path: 'C:evil.c' }, '`C:evil.c` has an absolute name'],
    ['a name that leads out', { path: 'a/../../evil.c' }, '`a/../../evil.c` leads out of it'],
    [
      'one behind an innocent one',
      { path: 'innocent.c', extended: 'path=../evil.c' },
      '`../evil.c` leads out of it',
    ],
    ['a symbolic link', { path: 'l', type: 'SymbolicLink', linkpath: 'before.c' }, '`l` is a link'],
    ['a hard link', { path: 'l', type: 'Link', linkpath: 'before.c' }, '`l` is a link'],
    ['a device', { path: 'd', type: 'CharacterDevice' }, 'neither a file nor a folder (Character'],
    ['a pipe', { path: 'p', type: 'FIFO' }, '`p` is neither a file nor a folder (FIFO)'],
    ['a sparse file', { path: 's', type: 'SparseFile' }, '`s` is neither a file nor a folder'],
    ['half a byte', { path: 'h', extended: 'size=0.5' }, '`h` says that it has 0.5 bytes'],
    ['a bomb', { path: 'bomb', size: 5 * 2 ** 30 }, ' with `bomb` it exceeds 4294967296 bytes'],
    ['endless bytes', { path: 'b', extended: 'size=Infinity' }, ' with `b` it exceeds 4294967296'],
  ])('with %s is refused, and nothing of it stays', async (_what, entry, message) => {
    await expect(unpack(tarball([good, entry, good]))).rejects.toMatchObject({
      kind: 'verification',
      message: expect.stringContaining(message),
    });
    expect(existsSync(join(space, 'evil.c'))).toBe(false);
  });

  it('through a link that a file takes the place of is refused', async () => {
    const link: Entry = { path: 'x', type: 'SymbolicLink', linkpath: '..' };
    await expect(unpack(tarball([link, { path: 'x/evil.c', content: 'x' }]))).rejects.toMatchObject(
      { message: expect.stringContaining('`x` is a link') },
    );
  });

  it.each([
    ['bytes', tarball([{ path: 'b', content: 'x'.repeat(5000) }]), ' with `b`'],
    ['entries', tarball([good, { path: 'b' }, { path: 'c' }, { path: 'd' }]), ' with `d`'],
    ['bytes after its end', tarball([good], Buffer.alloc(10_000)), ''],
  ])('with too many %s is refused', async (_what, content, where) => {
    await expect(unpack(content, { bytes: 4000, files: 3 })).rejects.toMatchObject({
      kind: 'verification',
      message: expect.stringContaining(`:${where} it exceeds 4000 bytes or 3 entries`),
    });
  });

  const whole = packageBall();
  const tar = gunzipSync(whole);
  it.each<[string, (archive: Buffer) => Buffer | Promise<Buffer>, string]>([
    ['cut short', (archive) => archive.subarray(0, archive.length >> 1), 'unexpected end of file'],
    ['without any bytes', () => Buffer.alloc(0), 'it is empty'],
    ['of another kind', () => Buffer.from('PK\x03\x04'), 'it begins like neither'],
    ['of one byte', (archive) => archive.subarray(0, 1), 'it begins like neither'],
    [
      'cut short before it was compressed',
      () => compressed(tar.subarray(0, 700), format),
      'TAR_BAD',
    ],
    ['without anything in it', () => compressed(Buffer.alloc(0), format), 'Unrecognized archive'],
    ['with an end alone', () => compressed(Buffer.alloc(1024), format), 'Unrecognized archive'],
    ['of text', () => compressed(Buffer.from('text\n'.repeat(1000)), format), 'checksum failure'],
    ['of a .tar.gz', () => compressed(whole, format), 'it is compressed twice'],
    [
      'of a .tar.zst',
      async () => compressed(await compressed(tar, 'tar.zst'), format),
      'it is compressed twice',
    ],
  ])('%s is called damaged', async (_how, damage, reason) => {
    const archive = await damage(await compressed(tar, format));
    await expect(unpackBytes(archive)).rejects.toMatchObject({
      kind: 'verification',
      message: expect.stringMatching(new RegExp(`aot-1.archive is damaged, .*${reason}`)),
    });
  });

  it('with any byte that flipped is refused, or means the same', async () => {
    const archive = await compressed(tar, format);
    let refused = 0;
    for (let at = 0; at < archive.length; at += 1) {
      const flipped = Buffer.from(archive);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at);
      const folder = await unpackBytes(flipped).catch((error: unknown) => {
        expect(error).toMatchObject({ kind: 'verification' });
        refused += 1;
      });
      // Some bits mean nothing: when a .gz was made, how large the window of a .zst need be.
      if (folder !== undefined)
        expect(await readFile(join(folder, 'src/add.c'), 'utf8')).toBe('int add;\n');
    }
    expect(refused).toBeGreaterThan(archive.length * 0.8);
  });

  it('that is not there is not called damaged', async () => {
    const folder = join(space, 'nothing');
    await mkdir(folder);
    const gone = unpackArchive(join(space, 'gone'), folder, new AbortController().signal);
    await expect(gone).rejects.toMatchObject({ kind: 'environment' });
  });

  it('is given up when the run ends', async () => {
    const reason = new Error('interrupted');
    await expect(unpack(whole, undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
