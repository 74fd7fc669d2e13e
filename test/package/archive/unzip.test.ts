import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArchiveLimits } from '../../../src/package/archive/entries.ts';
import { unpackZip } from '../../../src/package/archive/unzip.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { keptOpenIn } from '../../support/open-files.ts';
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
  afterEach(async () => {
    // Whether it was unpacked or not.
    expect(await keptOpenIn(base)).toEqual([]);
    await rm(base, { recursive: true, force: true });
  });

  async function unpack(
    zip: Buffer | readonly ZipEntry[],
    limits?: ArchiveLimits,
    signal = NEVER,
  ): Promise<void> {
    const file = join(base, '7.zip');
    await writeFile(file, Buffer.isBuffer(zip) ? zip : zipFile(zip));
    await unpackZip(file, folder, signal, limits);
  }

  it('is unpacked with its folders, and without executable files', async () => {
    await unpack([
      { name: 'aot/src/', mode: 0o040755 },
      { name: 'aot/src/add.c', content: 'int add;\n', mode: 0o100755 },
      { name: 'aot/manifest.json', content: '{}', mode: 0 },
    ]);
    expect(await readFile(join(folder, 'aot/src/add.c'), 'utf8')).toBe('int add;\n');
    expect((await stat(join(folder, 'aot/src/add.c'))).mode & 0o111).toBe(0);
    expect(await readFile(join(folder, 'aot/manifest.json'), 'utf8')).toBe('{}');
  });

  it('is unpacked up to its limits', async () => {
    const entries = ['a', 'b'].map((name) => ({ name, content: '1234' }));
    await unpack(entries, { bytes: 8, entries: 2 });
    expect(await readFile(join(folder, 'b'), 'utf8')).toBe('1234');
  });

  it('may be much smaller than its content if that is small, and large if it is not', async () => {
    await unpack([{ name: 'zeros', content: Buffer.alloc(2 ** 20) }]);
    const content = Buffer.concat([randomBytes(20_000), Buffer.alloc(2 * 2 ** 20)]);
    await unpack([{ name: 'large', content }]);
    expect(content.equals(await readFile(join(folder, 'large')))).toBe(true);
  });

  it('can be empty', async () => {
    await unpack([]);
    expect(existsSync(folder)).toBe(true);
  });

  const zeros = Buffer.alloc(3 * 2 ** 20);
  it.each<[string, readonly ZipEntry[]]>([
    ['leads out of the folder', [{ name: '../evil.c' }]],
    ['leads out of a subfolder', [{ name: 'a/../../b' }]],
    ['has an absolute path', [{ name: '/etc/passwd' }]],
    ['has a Windows path', [{ name: 'C:/evil' }]],
    ['has backslashes', [{ name: 'a\\..\\..\\b' }]],
    ['is a link', [{ name: 'lib', content: '/etc', mode: LINK }]],
    ['is a pipe', [{ name: 'p', mode: 0o010644 }]],
    ['is encrypted', [{ name: 'a', content: 'x', flags: 1 }]],
    ['occurs twice', [{ name: 'a.c' }, { name: 'A.c' }]],
    ['is a file and a folder', [{ name: 'a' }, { name: 'a/' }]],
    ['has a control character in its name', [{ name: 'a\n.c' }]],
    ['changes the direction of writing', [{ name: 'a\u{202E}c.b' }]],
    ['has an empty part in its path', [{ name: 'a//b' }]],
    ['has a dot in its path', [{ name: 'a/./b' }]],
    ['is a bomb', [{ name: 'zeros', content: zeros }]],
    ['is larger than it says', [{ name: 'a', content: 'long', size: 1 }]],
    ['is smaller than it says', [{ name: 'a', content: 'x', size: 10 }]],
  ])('is not unpacked if an entry %s', async (_what, entries) => {
    const all = [{ name: 'ok.c', content: 'ok' }, ...entries];
    expectGolden(await failureOf(() => unpack(all)));
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(base, 'evil.c'))).toBe(false);
  });

  it.each<[string, Partial<ArchiveLimits>]>([
    ['bytes', { bytes: 7 }],
    ['entries', { entries: 1 }],
  ])('is not unpacked with too many %s', async (_what, limit) => {
    const limits = { bytes: 100, entries: 100, ...limit };
    const entries = ['a', 'b'].map((name) => ({ name, content: '1234' }));
    expectGolden(await failureOf(() => unpack(entries, limits)));
  });

  it.each([
    ['truncated', zipFile([{ name: 'a', content: 'x' }]).subarray(0, 30)],
    ['something else', Buffer.from('<html>')],
    ['empty', Buffer.alloc(0)],
  ])('is not unpacked if it is %s', async (_what, zip) => {
    expectGolden(await failureOf(() => unpack(zip)));
  });

  it('is interrupted with the run', async () => {
    const reason = new Error('ended');
    await expect(unpack([{ name: 'a' }], undefined, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    expect(existsSync(folder)).toBe(false);
  });
});
