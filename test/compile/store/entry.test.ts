import { afterAll, describe, expect, it } from '#jest';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import {
  decodeEntry,
  type EntryKind,
  encodeEntry,
  entryName,
  isEntryName,
  MAX_ENTRY_BYTES,
  parseEntryName,
  readEntryFile,
  removeFile,
  writeEntryFile,
} from '../../../src/compile/store/entry.ts';

const folder = await mkdtemp(join(tmpdir(), 'entry-'));
afterAll(() => rm(folder, { recursive: true }));

const HASH = sha256('one');
const BYTES: EntryKind<Uint8Array> = {
  name: 'kernel',
  damaged: 'damaged',
  split: (bytes) => ({ record: 'bytes', bytes }),
  join: (record, bytes) => (record === 'bytes' ? Uint8Array.from(bytes) : undefined),
};

describe('the name of an entry', () => {
  it('has a hash and a kind', () => {
    const name = entryName('expected', HASH);
    expect(isEntryName(name)).toBe(true);
    expect(parseEntryName(name)).toEqual({ hash: HASH, kind: 'expected' });
  });

  it.each([`${HASH}.other`, `${HASH}x.kernel`, `x${HASH}.kernel`, `${HASH}.kernel.part`, HASH])(
    'is not %s',
    (text) => {
      expect(isEntryName(text)).toBe(false);
    },
  );
});

describe('an entry', () => {
  it('is decoded to what it was made of', () => {
    for (const bytes of [Uint8Array.of(), Uint8Array.of(10), Uint8Array.of(1, 10, 2, 10)])
      expect(decodeEntry(BYTES, HASH, encodeEntry(BYTES, HASH, bytes))).toEqual(bytes);
  });

  it('is none if it is damaged, or that of another hash or kind', () => {
    const content = encodeEntry(BYTES, HASH, Uint8Array.of(1, 2, 3));
    expect(decodeEntry(BYTES, sha256('two'), content)).toBeUndefined();
    expect(decodeEntry({ ...BYTES, name: 'hints' }, HASH, content)).toBeUndefined();
    content[content.length - 1] = 4;
    expect(decodeEntry(BYTES, HASH, content)).toBeUndefined();
  });

  it.each(['', '{}', '{"hash":1}', '{"hash":'])('without a line end after %j is none', (head) => {
    const content = Buffer.from(`${sha256(head)}\n${head}`);
    expect(decodeEntry(BYTES, HASH, content)).toBeUndefined();
  });
});

describe('the file of an entry', () => {
  const DAY = 24 * 60 * 60 * 1000;

  it('is read, and its time of use is recorded if that is older than a day', async () => {
    const file = join(folder, 'used');
    const text = 'content'.repeat(1000);
    await writeFile(file, text);
    const used = new Date('2026-01-01T00:00:00Z');
    await utimes(file, used, used);
    expect(String(await readEntryFile(file, used.getTime() + DAY))).toBe(text);
    expect((await stat(file)).mtimeMs).toBe(used.getTime());
    const later = used.getTime() + DAY + 1000;
    expect(String(await readEntryFile(file, later))).toBe(text);
    expect((await stat(file)).mtimeMs).toBe(later);
  });

  it('is closed after reading', async () => {
    const file = join(folder, 'closed');
    await writeFile(file, 'content');
    await readEntryFile(file, 0);
    const before = (await readdir('/proc/self/fd')).length;
    for (let time = 0; time < 20; time += 1) await readEntryFile(file, 0);
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 10);
  });

  it('is empty if it is a folder or too large, and undefined if it is missing', async () => {
    const file = join(folder, 'large');
    await writeFile(file, '');
    await truncate(file, MAX_ENTRY_BYTES + 1);
    expect(await readEntryFile(file, 0)).toHaveLength(0);
    expect(await readEntryFile(folder, 0)).toHaveLength(0);
    expect(await readEntryFile(join(folder, 'missing'), 0)).toBeUndefined();
  });

  it('replaces a folder, but not what is in the way of its own folder', async () => {
    const file = join(folder, 'ab', 'replaced');
    await mkdir(join(file, 'inside'), { recursive: true });
    await writeEntryFile(file, Buffer.from('content'));
    expect(await readFile(file, 'utf8')).toBe('content');
    await expect(writeEntryFile(join(file, 'below'), Buffer.from(''))).rejects.toThrow(
      /ENOTDIR|EEXIST/,
    );
    expect(await readFile(file, 'utf8')).toBe('content');
  });

  it('is removed once; what cannot be removed is not gone', async () => {
    const file = join(folder, 'removed');
    await writeFile(file, '');
    expect(await removeFile(file)).toBe(true);
    expect(await removeFile(file)).toBe(true);
    const full = join(folder, 'full');
    await mkdir(full);
    await chmod(full, 0o700);
    expect(await removeFile(full)).toBe(false);
  });
});
