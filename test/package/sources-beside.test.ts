import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { formatProblem } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/text.ts';
import { changedSources, readOwnDocument } from '../../src/package/sources-beside.ts';
import type { ReadManifest } from '../../src/package/read.ts';

const MANIFEST = 'kernels:\n  add: {}\n';
const SOURCE = 'def add(): pass\n';

describe('the sources beside a manifest', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sources-'));
    await write({ 'kernels.yaml': MANIFEST, 'add.py': SOURCE, 'helper.py': SOURCE });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  };

  /** What a package says that was built from the files above. */
  const manifest: ReadManifest = {
    package: 'demo',
    version: '1.0.0',
    triton: '3.9.0',
    ptxas: [],
    kernels: [],
    builtFrom: { sha256: sha256(MANIFEST) },
    sources: ['add.py', 'helper.py', 'wheel-1.0.whl/deep.py'].map((path) => ({
      path,
      sha256: sha256(SOURCE),
    })),
  };

  const changes = async (of: ReadManifest = manifest): Promise<string> => {
    const problem = await changedSources(
      { manifest: of, folder: 'aot' },
      join(folder, 'kernels.yaml'),
    );
    return problem === undefined ? 'none' : formatProblem(problem).replaceAll(`${folder}/`, '');
  };

  it('have not changed if they have the same content, or are not there', async () => {
    expect(await changes()).toBe('none');
    await write({ 'add.py': SOURCE });
    await rm(join(folder, 'helper.py'));
    expect(await changes()).toBe('none');
    await rm(join(folder, 'kernels.yaml'));
    expect(await changes()).toBe('none');
  });

  it('have changed if their content has, which a message names', async () => {
    await write({ 'add.py': `${SOURCE}#\n` });
    expect(await changes()).toBe(
      'add.py: this file has changed since the package aot was built\n    The package is used as it was built. Build it again to use the change.',
    );
    await write({ 'helper.py': '' });
    expect(await changes()).toContain('since the package aot was built; so have helper.py\n');
  });

  it('can be those of another manifest', async () => {
    await write({ 'kernels.yaml': `# new\n${MANIFEST}` });
    expect(await changes()).toContain(
      'kernels.yaml: the package aot was built from another manifest, or this one has changed since\n',
    );
    await write({ 'add.py': '' });
    expect(await changes()).toContain('or this one and add.py have changed since\n');
    const { builtFrom: _builtFrom, ...old } = manifest;
    expect(await changes(old)).toContain('add.py: this file has changed');
  });

  it('have lines only in the text that the package was built from', async () => {
    const file = join(folder, 'kernels.yaml');
    const generator = { name: 'triton-aot-action', version: '1' };
    await write({ 'manifest.json': JSON.stringify({ format: 1, generator, ...manifest }) });
    expect((await readOwnDocument(folder, file))?.locate(['kernels', 'add'])).toMatchObject({
      line: 2,
    });
    await write({ 'kernels.yaml': `# new\n${MANIFEST}` });
    expect(await readOwnDocument(folder, file)).toBeUndefined();
    await rm(file);
    expect(await readOwnDocument(folder, file)).toBeUndefined();
  });
});
