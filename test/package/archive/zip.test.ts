import { afterEach, beforeEach, expect, it } from '#jest';
import { unzipSync } from 'fflate';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip, type ZippedFile } from '../../../src/package/archive/zip.ts';

const NEVER = new AbortController().signal;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
  file = join(folder, 'out.zip');
});
afterEach(() => rm(folder, { recursive: true }));

const FILES = { 'a/empty': '', 'a/b.txt': 'text', 'ä.txt': 'more'.repeat(9999) };

async function* filesOf(texts: Readonly<Record<string, string>>): AsyncGenerator<ZippedFile> {
  for (const [path, text] of Object.entries(texts)) yield { path, content: Buffer.from(text) };
}

it('has the files in their order', async () => {
  await writeZip(filesOf(FILES), file, NEVER);
  const found = Object.entries(unzipSync(await readFile(file)));
  expect(found.map(([path, content]) => [path, Buffer.from(content).toString()])).toEqual(
    Object.entries(FILES),
  );
});

it('has the same bytes in each time zone, and at each time', async () => {
  const zone = process.env['TZ'];
  const made: string[] = [];
  try {
    for (const TZ of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      process.env['TZ'] = TZ;
      await writeZip(filesOf(FILES), file, NEVER);
      made.push((await readFile(file)).toString('hex'));
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
  expect(new Set(made).size).toBe(1);
});

it.each([
  ['files', { files: 2, bytes: 1e6 }, 'out.zip would have more than 2 files'],
  ['bytes', { files: 9, bytes: 200 }, 'out.zip would have more than 200 B'],
])('is refused with too many %s, and leaves nothing', async (_what, limits, message) => {
  const made = writeZip(filesOf(FILES), file, NEVER, limits);
  await expect(made).rejects.toMatchObject({ kind: 'usage' });
  await expect(made).rejects.toThrow(message);
  expect(await readdir(folder)).toEqual([]);
});
