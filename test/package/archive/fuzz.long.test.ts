import { afterAll, beforeAll, describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { unpackArchive } from '../../../src/package/archive/unpack.ts';
import { unpackZip } from '../../../src/package/archive/unzip.ts';
import { damaged, refusal, runs } from '../../support/fuzzing.ts';
import { type Entry, tarball } from '../../support/tarball.ts';
import { type ZipEntry, zipFile } from '../../support/zip-file.ts';

const NEVER = new AbortController().signal;
const LIMITS = { bytes: 2 ** 20, entries: 50 };

const PARTS = ['a', 'b', '..', '.', '', '/', '\\', 'C:', '\0', '\n', 'é', 'x'.repeat(120)];

const NAME = fc.oneof(
  fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join('/')),
  fc.string({ unit: 'binary', minLength: 1 }),
);

const ENTRY: fc.Arbitrary<Entry> = fc.record(
  {
    path: NAME,
    content: fc.string({ maxLength: 600 }),
    type: fc.constantFrom('File', 'Directory', 'Link', 'SymbolicLink', 'FIFO', 'OldFile'),
    linkpath: fc.constantFrom('a', '..', '/etc/passwd'),
    size: fc.constantFrom(0, 1, 512, 2 ** 21, 2 ** 33),
    mode: fc.constantFrom(0, 0o644, 0o4777),
    extended: fc.constantFrom('path=../up', 'path=/up', 'size=9', 'linkpath=..', 'path=b\0c'),
  },
  { requiredKeys: ['path'] },
);

const ZIP_ENTRY: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name: NAME,
    content: fc.string({ maxLength: 300 }),
    mode: fc.constantFrom(0o100644, 0o120777, 0o040755, 0o020644, 0),
    flags: fc.constantFrom(0, 1, 8),
    size: fc.constantFrom(0, 1, 2 ** 21, 2 ** 32 - 1),
  },
  { requiredKeys: ['name'] },
);

const PLAIN: readonly Entry[] = [
  { path: 'demo/', type: 'Directory' },
  { path: 'demo/manifest.json', content: '{}' },
  { path: 'demo/src/add.c', content: 'int add;\n'.repeat(100) },
];

describe('an archive is unpacked below its folder, or refused and nothing is left', () => {
  let space: string;
  let count = 0;
  beforeAll(async () => {
    space = await mkdtemp(join(tmpdir(), 'archives-'));
  });
  afterAll(() => rm(space, { recursive: true, force: true }));

  async function expectContained(content: Uint8Array, unpack: typeof unpackZip): Promise<void> {
    const place = join(space, String((count += 1)));
    const folder = join(place, 'package');
    await mkdir(folder, { recursive: true });
    const file = join(place, 'archive');
    await writeFile(file, content);
    const failure = await refusal(['verification'], () => unpack(file, folder, NEVER, LIMITS));
    const expected = failure === undefined ? ['archive', 'package'] : ['archive'];
    expect((await readdir(place)).toSorted()).toEqual(expected);
    if (failure === undefined) {
      for (const name of await readdir(folder, { recursive: true })) {
        const found = await lstat(join(folder, name));
        expect(found.isFile() || found.isDirectory()).toBe(true);
        expect(found.mode & 0o7022).toBe(0);
      }
    }
    await rm(place, { recursive: true });
  }

  it('with any entries', async () => {
    const archive = fc.array(ENTRY, { maxLength: 5 }).map((entries) => tarball(entries));
    await fc.assert(
      fc.asyncProperty(archive, (content) => expectContained(content, unpackArchive)),
      runs(50),
    );
  });

  it('with a damaged tar', async () => {
    const archive = damaged(gunzipSync(tarball(PLAIN))).map((tar) => gzipSync(tar));
    await fc.assert(
      fc.asyncProperty(archive, (content) => expectContained(content, unpackArchive)),
      runs(50),
    );
  });

  it('with damaged compression', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(tarball(PLAIN)), (content) =>
        expectContained(content, unpackArchive),
      ),
      runs(50),
    );
  });

  it.each([
    ['entries of a zip', fc.array(ZIP_ENTRY, { maxLength: 5 }).map(zipFile)],
    [
      'damaged bytes of a zip',
      damaged(
        zipFile([
          { name: 'aot/src/', mode: 0o040755 },
          { name: 'aot/src/add.c', content: 'int add;\n'.repeat(100) },
        ]),
      ),
    ],
  ])('with any %s', async (_what, zips) => {
    const property = fc.asyncProperty(zips, (zip) => expectContained(zip, unpackZip));
    await fc.assert(property, runs(50));
  });
});
