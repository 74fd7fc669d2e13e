import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unpackArchive, type ArchiveLimits } from '../../../src/core/package/archive.ts';
import { packageBall, tarball, type Entry } from '../../support/tarball.ts';

describe('an archive', () => {
  let space: string;
  let count = 0;
  beforeAll(async () => {
    space = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  afterAll(() => rm(space, { recursive: true, force: true }));

  /** Unpacks it to a folder that has one neighbour, and gives the folder. */
  async function unpack(
    content: Buffer,
    limits?: ArchiveLimits,
    signal = new AbortController().signal,
  ): Promise<string> {
    const place = join(space, String((count += 1)));
    const folder = join(place, 'package');
    await mkdir(folder, { recursive: true });
    const file = join(place, 'aot-1.tar.gz');
    await writeFile(file, content);
    try {
      await unpackArchive(file, folder, signal, limits);
    } catch (error) {
      expect(await readdir(place)).toEqual(['aot-1.tar.gz']);
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
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 6) ^ 1, flipped.length - 6);
  it.each([
    ['cut short', whole.subarray(0, whole.length >> 1), 'unexpected end of file'],
    ['cut short before it was compressed', gzipSync(gunzipSync(whole).subarray(0, 700)), 'TAR_BAD'],
    ['with a bit that flipped', flipped, 'incorrect data check'],
    [
      'of another kind',
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]),
      'incorrect header check',
    ],
    ['without any bytes', Buffer.alloc(0), 'unexpected end of file'],
    ['without anything in it', gzipSync(''), 'Unrecognized archive format'],
    ['with an end alone', tarball([]), 'Unrecognized archive format'],
    ['of text', gzipSync('text\n'.repeat(1000)), 'checksum failure'],
  ])('%s is called damaged', async (_how, content, reason) => {
    const failure = { kind: 'verification', message: expect.stringContaining(reason) };
    await expect(unpack(content)).rejects.toMatchObject(failure);
  });

  it('is given up when the run ends', async () => {
    const reason = new Error('interrupted');
    await expect(unpack(whole, undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
