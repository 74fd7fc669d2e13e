import { DefaultArtifactClient } from '@actions/artifact';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { downloadPackage } from '../../src/action/artifact.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';

describe('a package in an artifact', () => {
  const before = { ...process.env };
  let service: ResultsService;
  let scratch: string;
  beforeEach(async () => {
    service = await startResultsService();
    // The client knows no other way to be told.
    Object.assign(process.env, service.env);
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
  });
  afterEach(async () => {
    process.env = { ...before };
    await service.close();
  });

  /** Uploads files with the given paths. */
  async function upload(name: string, ...paths: readonly string[]): Promise<void> {
    const root = await mkdtemp(join(tmpdir(), 'upload-'));
    const files = paths.map((path) => join(root, path));
    for (const file of files) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `{"file": "${name}"}`);
    }
    await new DefaultArtifactClient().uploadArtifact(name, files, root);
  }

  it('comes to a fresh folder', async () => {
    await upload('other', 'notes.txt');
    await upload('kernels', 'manifest.json', 'src/add.c');
    const folders = [
      await downloadPackage('kernels', 'aot', scratch),
      await downloadPackage('kernels', 'aot', scratch),
    ];
    expect(new Set(folders.map((folder) => dirname(folder)))).toEqual(new Set([scratch]));
    expect(folders[0]).not.toBe(folders[1]);
    for (const folder of folders)
      expect(await readFile(join(folder, 'src/add.c'), 'utf8')).toBe('{"file": "kernels"}');
  });

  it('may be a folder inside it', async () => {
    await upload('all', 'report.txt', 'out/aot/manifest.json');
    const folder = await downloadPackage('all', 'out/aot', scratch);
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe('{"file": "all"}');
  });

  it('is missed by name, with those there are', async () => {
    await expect(downloadPackage('kernels', 'aot', scratch)).rejects.toMatchObject({
      kind: 'usage',
      problems: [
        {
          message: 'this workflow run has no artifact `kernels`',
          hint: 'It has: none. Have the job that uploads it named in `needs`.',
        },
      ],
    });
    await upload('kernel', 'manifest.json');
    await expect(downloadPackage('kernels', 'aot', scratch)).rejects.toMatchObject({
      problems: [{ hint: expect.stringContaining('It has: kernel.') }],
    });
  });

  it('cannot be reached without the token of a job', async () => {
    process.env['ACTIONS_RUNTIME_TOKEN'] = '';
    await expect(downloadPackage('kernels', 'aot', scratch)).rejects.toMatchObject({
      kind: 'environment',
      message: expect.stringContaining("the workflow's artifacts cannot be reached: "),
    });
  });
});
