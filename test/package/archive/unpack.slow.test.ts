import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveLimits } from '../../../src/package/archive/entries.ts';
import { unpackArchive } from '../../../src/package/archive/unpack.ts';
import { Failure } from '../../../src/base/errors.ts';
import { sha256, visibleText } from '../../../src/base/text.ts';
import { readPackage } from '../../../src/package/read.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { keptOpenIn } from '../../support/open-files.ts';
import { type Entry, packageBall, tarball } from '../../support/tarball.ts';

/** The files of the smallest package that `readPackage` accepts. */
function smallestPackage(): ReadonlyMap<string, string> {
  const generator = { name: 'triton-aot', version: '0.1.0' };
  const facts = { package: 'demo', version: '1.0.0', triton: '3.8.0', ptxas: [], kernels: [] };
  const files = [
    ['manifest.json', JSON.stringify({ format: 1, generator, ...facts })],
    ['src/add.c', 'int add;\n'],
  ] as const;
  const sums = files.map(([path, content]) => `${sha256(content)}  ${path}\n`);
  return new Map([...files, ['SHA256SUMS', sums.join('')]]);
}

describe('an archive', () => {
  let space: string;
  let count = 0;
  beforeAll(async () => {
    space = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  afterAll(async () => {
    // Whether they were unpacked or not.
    expect(await keptOpenIn(space)).toEqual([]);
    await rm(space, { recursive: true, force: true });
  });

  /** Unpacks a file as it is. A failure must leave nothing beside it. */
  async function unpack(
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
        { path: './a.c', content: 'int a;\n', mode: 0o4777, mtime: new Date(0), uid: 12_345 },
        { path: 'short', extended: `path=${long}`, content: 'x'.repeat(100_000) },
      ]),
    );
    expect(await readFile(join(folder, 'a.c'), 'utf8')).toBe('int a;\n');
    expect((await readFile(join(folder, long))).length).toBe(100_000);
    expect((await readdir(folder)).toSorted()).toEqual(['a.c', 'deep', 'empty']);
    // The archive has no say in who may read, write or run it.
    const { mode, mtimeMs, uid } = await stat(join(folder, 'a.c'));
    expect([mode & 0o7133, uid]).toEqual([0, process.getuid?.()]);
    expect(mtimeMs).toBeGreaterThan(0);
    expect((await stat(join(folder, 'empty'))).mode & 0o700).toBe(0o700);
  });

  it('may have more files than can be open at the same time', async () => {
    const entries = Array.from({ length: 1100 }, (_, i) => ({
      path: `d${i % 20}/f${i}`,
      content: `${i}`,
    }));
    const folder = await unpack(tarball(entries));
    expect((await readdir(folder, { recursive: true })).length).toBe(1120);
    expect(await readFile(join(folder, 'd19/f1099'), 'utf8')).toBe('1099');
  });

  const good: Entry = { path: 'before.c', content: 'int before;\n' };
  it.each<[string, Entry]>([
    ['an absolute path', { path: '/tmp/evil.c' }],
    ['a path with a drive', { path: 'C:evil.c' }],
    ['a path outside of it', { path: 'a/../../evil.c' }],
    ['a path outside of it in an extended header', { path: 'a.c', extended: 'path=../evil.c' }],
    ['a symbolic link', { path: 'l', type: 'SymbolicLink', linkpath: 'before.c' }],
    ['a hard link', { path: 'l', type: 'Link', linkpath: 'before.c' }],
    ['a device', { path: 'd', type: 'CharacterDevice' }],
    ['a pipe', { path: 'p', type: 'FIFO' }],
    ['a sparse file', { path: 's', type: 'SparseFile' }],
    ['half a byte', { path: 'h', extended: 'size=0.5' }],
    ['a bomb', { path: 'bomb', size: 5 * 2 ** 30 }],
    ['infinitely many bytes', { path: 'b', extended: 'size=Infinity' }],
    ['the name of another', good],
    ['the name of another with a dot', { path: './before.c' }],
    ['the name of another in upper case', { path: 'BEFORE.C' }],
    ['the name of another as a folder', { path: 'before.c/', type: 'Directory' }],
    ['a dot in its path', { path: 'src/./a.c' }],
    ['two dots in its path', { path: '././a.c' }],
    ['an empty part in its path', { path: 'src//a.c' }],
    ['an escape character in its name', { path: 'a\u{1B}[31m.c' }],
    ['a line feed in its name', { path: 'a\n.c' }],
    ['a name that changes the direction of writing', { path: 'a\u{202E}c.b' }],
    ['a name with a mark that is not seen', { path: 'a\u{2066}.c' }],
  ])('with %s is rejected, and nothing is left', async (_what, entry) => {
    const text = await failureOf(() => unpack(tarball([good, entry, { path: 'after.c' }])));
    expectGolden(visibleText(text.replace('a\n.c', 'a\\n.c')));
    expect(existsSync(join(space, 'evil.c'))).toBe(false);
  });

  it('with a file inside of a link is rejected', async () => {
    const link: Entry = { path: 'x', type: 'SymbolicLink', linkpath: '..' };
    const content = tarball([link, { path: 'x/evil.c', content: 'x' }]);
    expectGolden(await failureOf(() => unpack(content)));
  });

  it.each([
    ['bytes', tarball([{ path: 'b', content: 'x'.repeat(5000) }])],
    ['entries', tarball([good, { path: 'b' }, { path: 'c' }, { path: 'd' }])],
    ['bytes after its end', tarball([good], Buffer.alloc(10_000))],
  ])('with too many %s is rejected', async (_what, content) => {
    expectGolden(await failureOf(() => unpack(content, { bytes: 4000, entries: 3 })));
  });

  it('is unpacked up to its limits', async () => {
    const content = tarball([good, { path: 'b' }]);
    const bytes = gunzipSync(content).length;
    const folder = await unpack(content, { bytes, entries: 2 });
    expect((await readdir(folder)).toSorted()).toEqual(['b', 'before.c']);
    for (const limits of [
      { bytes: bytes - 1, entries: 2 },
      { bytes, entries: 1 },
    ])
      await expect(unpack(content, limits)).rejects.toMatchObject({ kind: 'verification' });
  });

  const whole = packageBall();
  const tar = gunzipSync(whole);
  it.each<[string, (archive: Buffer) => Buffer]>([
    ['that is truncated', (archive) => archive.subarray(0, archive.length >> 1)],
    ['without any bytes', () => Buffer.alloc(0)],
    ['of another format', () => Buffer.from('PK\x03\x04')],
    ['of one byte', (archive) => archive.subarray(0, 1)],
    ['that was truncated before compression', () => gzipSync(tar.subarray(0, 700))],
    ['without content', () => gzipSync(Buffer.alloc(0))],
    ['without entries', () => gzipSync(Buffer.alloc(1024))],
    ['of text', () => gzipSync(Buffer.from('text\n'.repeat(1000)))],
    ['of a .tar.gz', () => gzipSync(whole)],
  ])('%s is reported as damaged', async (_how, damage) => {
    const archive = damage(gzipSync(tar));
    expectGolden(await failureOf(() => unpack(archive)));
  });

  it('with a flipped bit is rejected, or its package is, or it is the same package', async () => {
    const files = smallestPackage();
    const entries = [...files].map(([path, content]) => ({ path, content }));
    const archive = gzipSync(gunzipSync(tarball(entries)));
    let rejected = 0;
    for (let at = 0; at < archive.length; at += 1) {
      const flipped = Buffer.from(archive);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at);
      try {
        const { folder } = await readPackage(await unpack(flipped));
        // Some bits have no effect, such as the time.
        for (const [path, content] of files)
          expect(await readFile(join(folder, path), 'utf8')).toBe(content);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        rejected += 1;
      }
    }
    expect(rejected).toBeGreaterThan(archive.length * 0.8);
  });

  it('that does not exist is not reported as damaged', async () => {
    const folder = join(space, 'nothing');
    await mkdir(folder);
    const gone = unpackArchive(join(space, 'gone'), folder, new AbortController().signal);
    await expect(gone).rejects.toMatchObject({ kind: 'environment' });
  });

  it('is abandoned when the run is interrupted', async () => {
    const reason = new Error('interrupted');
    await expect(unpack(whole, undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
