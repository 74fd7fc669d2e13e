import { afterAll, beforeEach, describe, expect, it } from '#jest';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, formatProblem } from '../../src/base/errors.ts';
import { packageFiles } from '../../src/package/files.ts';
import { checkOutputFolder, writePackage } from '../../src/package/folder.ts';
import type { PackageFiles } from '../../src/package/manifest.ts';
import { fakeChecked } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { HERE } from '../support/here.ts';
import { expectCpuTime } from '../support/cpu-time.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;
const FILES: PackageFiles = packageFiles(
  { package: 'demo', version: '1.0.0', tritonVersion: '3.8.0', generatorVersion: '0.1.0' },
  fakeChecked(MANIFEST, { copy_kernel: ['x'] }),
);

const folders: string[] = [];
let parent = '';
let out = '';

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'out-'));
  folders.push(parent);
  out = join(parent, 'aot');
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The error of checking a folder; undefined if there is none. */
async function problemWith(folder: string): Promise<string | undefined> {
  try {
    await checkOutputFolder(folder);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'usage') {
      const text = error.problems.map(formatProblem).join('\n').replaceAll(parent, '…');
      // Folders list their files in no particular order.
      return text.replaceAll(/mine\/\d/g, 'mine/_');
    }
    throw error;
  }
}

/** Fails if it takes longer than looking at a few files. */
it('a large folder of others is not read as a whole', async () => {
  await expectCpuTime(500, () =>
    expect(checkOutputFolder('/usr')).rejects.toThrow('not part of a triton-aot package'),
  );
});

it('a folder that cannot be created ends, and says so', async () => {
  await expect(writePackage('/proc/aot', FILES, HERE)).rejects.toThrow(
    /^\/proc\/aot.*: the file system does not support this \(mkdir: ENOTSUP\)/,
  );
});

async function put(path: string, content = ''): Promise<void> {
  await mkdir(join(out, path, '..'), { recursive: true });
  await writeFile(join(out, path), content);
}

const contentOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

describe('a package may be written', () => {
  it.each<[where: string, prepare: () => Promise<unknown>]>([
    ['to a folder that does not exist', async () => undefined],
    ['to an empty folder', () => mkdir(out)],
    ['to a folder of empty folders', () => mkdir(join(out, 'src/deep'), { recursive: true })],
    ['over a package', () => writePackage(out, FILES, HERE)],
    [
      'over a package that has been tested',
      async () => {
        await writePackage(out, FILES, HERE);
        await put('evidence.json', '{}');
      },
    ],
    [
      'over a package that lacks a file',
      async () => {
        await writePackage(out, FILES, HERE);
        await rm(join(out, 'src/copy.c'));
      },
    ],
    [
      'over a package of very many kernels',
      async () => {
        await writePackage(out, FILES, HERE);
        const manifest = JSON.parse(String(FILES.get('manifest.json')));
        const kernels = Array.from({ length: 2000 }, () => manifest.kernels[0]);
        await put('manifest.json', JSON.stringify({ ...manifest, kernels }, undefined, 2));
      },
    ],
    [
      'over a package whose manifest.json is written in another way',
      async () => {
        await writePackage(out, FILES, HERE);
        await put('manifest.json', JSON.stringify(JSON.parse(String(FILES.get('manifest.json')))));
      },
    ],
  ])('%s', async (_where, prepare) => {
    await prepare();
    expect(await problemWith(out)).toBeUndefined();
    await writePackage(out, FILES, HERE);
    expect(await contentOf(out)).toEqual([...FILES.keys()].toSorted());
  });

  it('into folders that do not exist yet', async () => {
    const deep = join(parent, 'a/b/aot');
    expect(await problemWith(deep)).toBeUndefined();
    await writePackage(deep, FILES, HERE);
    expect(await readdir(join(parent, 'a/b'))).toEqual(['aot']);
  });
});

describe('a package is not written', () => {
  it.each<[where: string, prepare: () => Promise<unknown>]>([
    ['over other files', () => put('notes.txt')],
    [
      'over a link',
      async () => {
        await mkdir(out);
        await symlink('/nowhere', join(out, 'link'));
      },
    ],
    [
      'over a package of another program',
      async () => {
        await writePackage(out, FILES, HERE);
        await put('manifest.json', '{"generator":{"name":"another"}}');
      },
    ],
    [
      'over a package without checksums',
      async () => {
        await writePackage(out, FILES, HERE);
        await rm(join(out, 'SHA256SUMS'));
      },
    ],
    [
      'over a package with a damaged manifest',
      async () => {
        await writePackage(out, FILES, HERE);
        await put('manifest.json', '{');
      },
    ],
    [
      'over a package with another file',
      async () => {
        await writePackage(out, FILES, HERE);
        await put('src/mine.c');
      },
    ],
    [
      'over a package with many other files',
      async () => {
        await writePackage(out, FILES, HERE);
        for (let each = 0; each < 5; each += 1) await put(`mine/${each}`);
      },
    ],
    [
      'over a folder of packages',
      async () => {
        await writePackage(join(out, 'demo'), FILES, HERE);
        await writePackage(join(out, 'other'), FILES, HERE);
      },
    ],
    ['over a file', () => writeFile(out, '')],
    ['over a link to a file', () => symlink('/etc/passwd', out)],
    ['over a link to nothing', () => symlink('/nowhere/aot', out)],
    ['over a link to itself', () => symlink(out, out)],
  ])('%s', async (_where, prepare) => {
    await prepare();
    const before = await contentOf(parent);
    expectGolden((await problemWith(out)) ?? '');
    expect(await contentOf(parent)).toEqual(before);
  });
});

describe('writing a package', () => {
  it('writes exactly the given files, and nothing next to the folder', async () => {
    await writePackage(out, FILES, HERE);
    for (const [path, content] of FILES) {
      expect(await readFile(join(out, path), 'utf8')).toBe(content);
    }
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it.each(['../x', '/x', 'src/../../x', 'src//x', './x', '', 'src\\x', 'src/\0x'])(
    'refuses a file %j, which is not below the folder',
    async (path) => {
      const files = new Map([...FILES, [path, 'text']]);
      await expect(writePackage(out, files, HERE)).rejects.toThrow('the package would have a file');
      expect(await readdir(parent)).toEqual([]);
    },
  );

  it('replaces the old package as a whole', async () => {
    await writePackage(out, FILES, HERE);
    await writePackage(out, new Map([['manifest.json', '{}']]), HERE);
    expect(await contentOf(out)).toEqual(['manifest.json']);
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('leaves the old package unchanged if it fails', async () => {
    await writePackage(out, FILES, HERE);
    // `src` cannot be a file and a folder.
    const impossible = new Map([
      ['src', ''],
      ['src/copy.c', ''],
    ]);
    await expect(writePackage(out, impossible, HERE)).rejects.toThrow(/EEXIST|ENOTDIR|EISDIR/);
    expect(await contentOf(out)).toEqual([...FILES.keys()].toSorted());
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('leaves nothing behind if it fails', async () => {
    const impossible = new Map([
      ['a', ''],
      ['a/b', ''],
    ]);
    await expect(writePackage(out, impossible, HERE)).rejects.toThrow();
    expect(await readdir(parent)).toEqual([]);
  });
});

describe('the path of an output folder', () => {
  it('may end in a slash', async () => {
    await writePackage(`${out}/`, FILES, HERE);
    await writePackage(`${out}/`, FILES, HERE);
    expect(await readdir(parent)).toEqual(['aot']);
  });

  it('may be a link, which stays one', async () => {
    const target = join(parent, 'disk/demo');
    await writePackage(target, FILES, HERE);
    await symlink(target, out);
    await put('notes.txt');
    expect(await problemWith(out)).toMatch(/^…\/aot: the output folder also contains notes\.txt/);
    await rm(join(out, 'notes.txt'));
    expect(await problemWith(out)).toBeUndefined();
    await writePackage(out, new Map([['manifest.json', '{}']]), HERE);
    expect(await readlink(out)).toBe(target);
    expect(await contentOf(target)).toEqual(['manifest.json']);
    expect(await readdir(join(parent, 'disk'))).toEqual(['demo']);
  });

  it('must not be a link to a folder that contains the current directory', async () => {
    await symlink('/', out);
    expect(await problemWith(out)).toMatch(/^…\/aot: the output folder contains the current dir/);
  });

  it.each(['/', '.', '..', 'src/../'])(
    'must not be the current directory or contain it: %s',
    async (path) => {
      expectGolden((await problemWith(path)) ?? '');
    },
  );
});
