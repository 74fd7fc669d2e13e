import { afterAll, beforeEach, describe, expect, it } from '#jest';
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
import { dirname, join } from 'node:path';
import {
  isArchiveName,
  packArchive,
  type PackOptions,
  type TarEntry,
} from '../../../src/package/archive/pack.ts';
import { unpackArchive } from '../../../src/package/archive/unpack.ts';
import { sha256 } from '../../../src/base/text.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const LONG = `demo-1.0/${'deep/'.repeat(60)}file.c`;
const FILES: readonly (readonly [string, Buffer])[] = [
  ['demo-1.0/SHA256SUMS', Buffer.from('none\n')],
  ['demo-1.0/empty', Buffer.alloc(0)],
  ['demo-1.0/large.c', Buffer.from('0x12, 0x34, 0x56, 0x78,\n'.repeat(30_000))],
  ['demo-1.0/ä.txt', Buffer.from('ä\n')],
  [LONG, Buffer.from('int deep;\n')],
];

const folders: string[] = [];
let folder = '';
let heard: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  folders.push(folder);
  heard = [];
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

/** Writes the files to the folder `name` and returns their entries. */
async function entriesIn(name: string, order = FILES): Promise<readonly TarEntry[]> {
  for (const [path, content] of order) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return FILES.map(([path, { length }]) => ({
    path,
    file: join(folder, name, path),
    size: length,
  }));
}

function pack(entries: readonly TarEntry[], options: Partial<PackOptions> = {}) {
  return packArchive(entries, join(folder, 'a.tar.gz'), {
    signal: new AbortController().signal,
    onEntry: ({ path }) => heard.push(path),
    ...options,
  });
}

/** The SHA-256 of the archive of the files above, on every machine. */
const GOLDEN = '40a686a11cd3723a294fab783f310301982f83c70bdfe7ca5e72e4dd22b1ad99';

describe('an archive', () => {
  it('has the same bytes on every machine', async () => {
    const packed = await pack(await entriesIn('in'));
    expect(packed.sha256).toBe(GOLDEN);
    const content = await readFile(join(folder, 'a.tar.gz'));
    expect({ size: content.length, sha256: sha256(content) }).toEqual(packed);
    expect(heard).toEqual(FILES.map(([path]) => path));
  });

  it('does not depend on the order, times and modes of the files, nor on the umask', async () => {
    const before = process.umask(0o077);
    try {
      const entries = await entriesIn('elsewhere', FILES.toReversed());
      for (const [index, { file }] of entries.entries()) {
        await chmod(file, index % 2 === 0 ? 0o777 : 0o400);
        await utimes(file, index * 1e6, index * 1e7);
      }
      expect((await pack(entries)).sha256).toBe(GOLDEN);
    } finally {
      process.umask(before);
    }
  });

  it('unpacks to the same files', async () => {
    await pack(await entriesIn('in'));
    const out = join(folder, 'out');
    await mkdir(out);
    await unpackArchive(join(folder, 'a.tar.gz'), out, new AbortController().signal);
    for (const [path, content] of FILES)
      expect((await readFile(join(out, path))).equals(content)).toBe(true);
    expect((await stat(join(out, LONG))).mode & 0o777 & ~process.umask()).toBe(
      0o644 & ~process.umask(),
    );
  });

  it('that would be too large is not written', async () => {
    const entries = await entriesIn('in');
    const { size } = await pack(entries);
    await rm(join(folder, 'a.tar.gz'));
    expectGolden(await failureOf(() => pack(entries, { limit: size })));
    expect(await readdir(folder)).toEqual(['in']);
    await pack(entries, { limit: size + 1 });
  });

  it('replaces an older one atomically', async () => {
    const entries = await entriesIn('in');
    await writeFile(join(folder, 'a.tar.gz'), 'old');
    const [first] = entries;
    await truncate(first?.file ?? '', 3);
    const failure = await failureOf(() => pack(entries));
    expectGolden(failure.replaceAll(folder, 'FOLDER'));
    expect(await readFile(join(folder, 'a.tar.gz'), 'utf8')).toBe('old');
    expect((await readdir(folder)).toSorted()).toEqual(['a.tar.gz', 'in']);
    await pack(await entriesIn('in'));
    expect((await readdir(folder)).toSorted()).toEqual(['a.tar.gz', 'in']);
  });

  it('is not written if a file grows while it is packed', async () => {
    const entries = await entriesIn('in');
    await writeFile(entries[0]?.file ?? '', 'more than there was');
    await expect(pack(entries)).rejects.toMatchObject({ kind: 'environment' });
  });

  it('is abandoned when the run is interrupted, and nothing is left', async () => {
    const entries = await entriesIn('in');
    const reason = new Error('interrupted');
    const controller = new AbortController();
    const onEntry = (): void => controller.abort(reason);
    await expect(pack(entries, { signal: controller.signal, onEntry })).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual(['in']);
  });
});

it.each([
  ['aot-a-1.0.tar.gz', true],
  ['aot-a-1.0.zip', false],
  ['tar.gz', false],
])('%s is the name of an archive: %s', (name, isName) => {
  expect(isArchiveName(name)).toBe(isName);
});
