import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackZip, type ZipLimits } from '../../../src/github/fetch/unzip.ts';
import { type ZipEntry, zipFile } from '../../support/zip-file.ts';

const NEVER = new AbortController().signal;
const LINK = 0o120777;

describe('a zip', () => {
  let base: string;
  let folder: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'zip-'));
    folder = join(base, 'out');
    await mkdir(folder);
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  async function unpack(
    zip: Buffer | readonly ZipEntry[],
    limits?: ZipLimits,
    signal = NEVER,
  ): Promise<void> {
    const file = join(base, '7.zip');
    await writeFile(file, Buffer.isBuffer(zip) ? zip : zipFile(zip));
    await unpackZip(file, folder, signal, limits);
  }

  it('is unpacked with its folders, and files that nobody executes', async () => {
    await unpack([
      { name: 'aot/src/', mode: 0o040755 },
      { name: 'aot/src/add.c', content: 'int add;\n', mode: 0o100755 },
      { name: 'aot/manifest.json', content: '{}', mode: 0 },
    ]);
    expect(await readFile(join(folder, 'aot/src/add.c'), 'utf8')).toBe('int add;\n');
    expect((await stat(join(folder, 'aot/src/add.c'))).mode & 0o111).toBe(0);
    expect(await readFile(join(folder, 'aot/manifest.json'), 'utf8')).toBe('{}');
  });

  it('may be empty', async () => {
    await unpack([]);
    expect(existsSync(folder)).toBe(true);
  });

  const zeros = Buffer.alloc(3 * 2 ** 20);
  it.each<[string, readonly ZipEntry[], string]>([
    ['leads out of it', [{ name: '../evil.c' }], 'invalid relative path: ../evil.c'],
    ['leads out of it further down', [{ name: 'a/../../b' }], 'invalid relative path'],
    ['has an absolute name', [{ name: '/etc/passwd' }], 'absolute path: /etc/passwd'],
    ['has a name of Windows', [{ name: 'C:/evil' }], 'absolute path: C:/evil'],
    ['has backslashes', [{ name: 'a\\..\\..\\b' }], 'invalid characters in fileName'],
    ['is a link', [{ name: 'lib', content: '/etc', mode: LINK }], 'its entry `lib` is a link'],
    ['is a pipe', [{ name: 'p', mode: 0o010644 }], 'is neither a file nor a folder'],
    ['is encrypted', [{ name: 'a', content: 'x', flags: 1 }], 'is encrypted'],
    ['is there twice', [{ name: 'a.c' }, { name: 'A.c' }], 'its entry `A.c` is there twice'],
    ['is a file and a folder', [{ name: 'a' }, { name: 'a/' }], 'its entry `a/` is there twice'],
    ['has a strange name', [{ name: 'a\n.c' }], 'has a name that no file has'],
    ['has an unclear name', [{ name: 'a/./b' }], 'has an unclear name'],
    ['is a bomb', [{ name: 'zeros', content: zeros }], 'or 200 times its own size'],
    ['is larger than it says', [{ name: 'a', content: 'long', size: 1 }], 'damaged or unsafe'],
    ['is smaller than it says', [{ name: 'a', content: 'x', size: 10 }], 'damaged or unsafe'],
  ])('is not unpacked where an entry %s', async (_what, entries, message) => {
    const failure = { kind: 'verification', message: expect.stringContaining(message) };
    await expect(unpack([{ name: 'ok.c', content: 'ok' }, ...entries])).rejects.toMatchObject(
      failure,
    );
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(base, 'evil.c'))).toBe(false);
  });

  it.each<[string, Partial<ZipLimits>]>([
    ['bytes', { bytes: 7 }],
    ['entries', { entries: 1 }],
  ])('is not unpacked with too many %s', async (_what, limit) => {
    const limits = { bytes: 100, entries: 100, ratio: 100, ...limit };
    const entries = ['a', 'b'].map((name) => ({ name, content: '1234' }));
    await expect(unpack(entries, limits)).rejects.toMatchObject({
      kind: 'verification',
      message: expect.stringContaining('7.zip is not unpacked: with `b` it exceeds'),
    });
  });

  it.each([
    ['cut off', zipFile([{ name: 'a', content: 'x' }]).subarray(0, 30)],
    ['none', Buffer.from('<html>')],
    ['nothing', Buffer.alloc(0)],
  ])('is not unpacked where it is %s', async (_what, zip) => {
    const failure = { kind: 'verification', message: expect.stringContaining('damaged or unsafe') };
    await expect(unpack(zip)).rejects.toMatchObject(failure);
  });

  it('is given up when the run ends', async () => {
    const reason = new Error('ended');
    await expect(unpack([{ name: 'a' }], undefined, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    expect(existsSync(folder)).toBe(false);
  });
});
