import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import { metadataFiles } from '../../../src/features/bundle/bundle-wheel.ts';
import { readBundle, type ReadBundle } from '../../../src/features/bundle/read-bundle.ts';
import { type FakeBundle, INFO, WHEEL, writeFakeBundle } from '../../support/fake-bundle.ts';
import { HERE } from '../../support/here.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'bundle-'))));
afterEach(() => rm(folder, { recursive: true }));

const about = { name: 'serve_bundle', version: '0.1.0', vendors: ['cuda'] } as const;
const metadata = metadataFiles(about, 'cp312-none-linux_x86_64');

async function read(wheel: string): Promise<ReadBundle> {
  const scratch = join(folder, 'scratch');
  await mkdir(scratch);
  return readBundle(wheel, scratch, HERE.signal);
}

describe('the wheel of a bundle', () => {
  it('is read', async () => {
    const bundle = await read(await writeFakeBundle(folder));
    expect(bundle).toMatchObject({ name: 'serve_bundle', version: '0.1.0' });
    expect(bundle.index.entries).toHaveLength(2);
  });

  it('can have a module whose name is not that of the project, as pip writes it', async () => {
    const own = await writeFakeBundle(folder, { module: 'Serve__bundle' });
    expect(await read(own)).toMatchObject({ name: 'Serve__bundle' });
  });

  it.each<[string, FakeBundle, string]>([
    ['has another name', { name: 'numpy-2.0.0-cp312-none-linux_x86_64.whl' }, 'its name is not'],
    ['is of another package', { name: WHEEL.replace('serve', 'other') }, 'it has no other_bundle/'],
    [
      'has no index',
      { files: { 'serve_bundle/bundle.json': undefined } },
      'it has no serve_bundle/',
    ],
    ['has an index of another form', { index: () => ({ format: 2 }) }, 'bundle.json is not one: '],
    [
      'has a changed kernel',
      { files: { 'serve_bundle/cache/AAAA/k.cubin': 'other' } },
      'cache/AAAA/k.cubin is not as it was written',
    ],
    [
      'has changed Python',
      { files: { 'serve_bundle/__init__.py': 'import os\n' } },
      '__init__.py is not as it was written',
    ],
    [
      'lacks a kernel',
      { files: { 'serve_bundle/cache/BBBB/k.json': undefined } },
      'it lacks serve_bundle/cache/BBBB/k.json',
    ],
    ['has another module', { files: { 'sitecustomize.py': '' } }, 'it also has sitecustomize.py'],
    ['has another file', { files: { 'serve_bundle/x.py': '' } }, 'it also has serve_bundle/x.py'],
    [
      'has compiled Python',
      { files: { 'serve_bundle/__pycache__/__init__.cpython-312.pyc': '' } },
      'it also has serve_bundle/__pycache__/',
    ],
    [
      'runs something when it is installed',
      { files: { 'serve_bundle-0.1.0.dist-info/entry_points.txt': '' } },
      'it also has serve_bundle-0.1.0.dist-info/entry_points.txt',
    ],
    [
      'has a file that is not in RECORD',
      { record: (text) => text.replace(/.*k\.cubin.*\n/, '') },
      'RECORD does not list the files of the wheel',
    ],
    [
      'has a RECORD with another digest',
      { record: (text) => text.replace(/sha256=./, 'sha256=_') },
      'RECORD does not list the files of the wheel',
    ],
    ['has an empty RECORD', { record: () => '' }, 'RECORD does not list the files of the wheel'],
    ['has no RECORD', { record: () => undefined }, `it lacks ${INFO}/RECORD`],
    [
      'has a RECORD that lists a file outside',
      { record: (text) => `${text}../../bin/python,,\n` },
      'RECORD does not list the files of the wheel',
    ],
    ['has no METADATA', { files: { [`${INFO}/METADATA`]: undefined } }, 'it lacks serve_bundle-0'],
    [
      'has the metadata of another wheel beside its own',
      { files: { 'numpy-9.0.dist-info/METADATA': 'Name: numpy\nVersion: 9.0\n' } },
      'it also has numpy-9.0.dist-info/METADATA',
    ],
    ...[
      (text: string) => text.replace('Requires-Python', 'Requires-Dist: evil\nRequires-Python'),
      (text: string) => text.replace('Name: serve_bundle', 'Name: numpy'),
      (text: string) => text.replace('Version: 0.1.0', 'Version: 9.0'),
      (text: string) => text.replace('>=3.9', '>=99'),
      (text: string) => text.replace('Triton finds', '<b>Triton</b> finds'),
      () => '',
    ].map((change): [string, FakeBundle, string] => [
      `has METADATA that was changed by ${String(change)}`,
      { files: { [`${INFO}/METADATA`]: change(metadata.METADATA) } },
      'METADATA is not as it was written',
    ]),
    [
      'has another tag than its name',
      { files: { [`${INFO}/WHEEL`]: metadata.WHEEL.replace('cp312', 'py3') } },
      'WHEEL is not as it was written',
    ],
    [
      'has a version that is not one',
      { index: (index) => ({ ...index, environment: { version: '<b>', python: '3' } }) },
      'environment.version',
    ],
  ])('is refused if it %s', async (_what, fake, reason) => {
    const wheel = await writeFakeBundle(folder, fake);
    const error = await read(wheel).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'verification', problems: [{ place: { file: wheel } }] });
    expect(messageOf(error)).toContain('not the wheel of a bundle');
    expect(messageOf(error)).toContain(reason);
  });

  it('is refused if it is not a zip, or not there', async () => {
    const wheel = join(folder, WHEEL);
    await expect(read(wheel)).rejects.toMatchObject({ kind: 'usage' });
    await writeFile(wheel, 'x');
    await rm(join(folder, 'scratch'), { recursive: true });
    await expect(read(wheel)).rejects.toMatchObject({ kind: 'verification' });
  });
});
