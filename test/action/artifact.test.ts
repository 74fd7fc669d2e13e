import { DefaultArtifactClient } from '@actions/artifact';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { downloadPackage } from '../../src/action/artifact.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';

describe('a package in an artifact', () => {
  const before = { ...process.env };
  let service: ResultsService;
  let scratch: string;
  beforeEach(async () => {
    service = await startResultsService();
    // The client reads nothing else.
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

  it('is downloaded to a new folder', async () => {
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

  it('can be in a folder of it', async () => {
    await upload('all', 'report.txt', 'out/aot/manifest.json');
    const folder = await downloadPackage('all', 'out/aot', scratch);
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe('{"file": "all"}');
  });

  it('that does not exist causes an error that lists the others', async () => {
    const get = () => downloadPackage('kernels', 'aot', scratch);
    expectGolden(await failureOf(get));
    await upload('kernel', 'manifest.json');
    expectGolden(await failureOf(get));
  });

  it('is refused if another job has replaced it after its digest was known', async () => {
    const digest = (id: number): string =>
      service.artifacts.find((one) => one.id === id)?.digest ?? '';
    const get = (): Promise<string> => downloadPackage('kernels', 'aot', scratch, first);
    await upload('kernels', 'manifest.json');
    const first = digest(1).replace('sha256:', '');
    expect(await readFile(join(await get(), 'manifest.json'), 'utf8')).toBe('{"file": "kernels"}');
    await new DefaultArtifactClient().deleteArtifact('kernels');
    await upload('kernels', 'manifest.json', 'src/evil.c');
    const text = await failureOf(get);
    expect(text).toContain(`sha256:${first}`);
    expect(text).toContain(digest(2));
    expectGolden(text.replaceAll(first, '<pinned>').replaceAll(digest(2), 'sha256:<reported>'));
  });

  it('is refused if it is not what the service says', async () => {
    const root = await mkdtemp(join(tmpdir(), 'upload-'));
    const file = join(root, 'a.txt');
    await writeFile(file, 'a text '.repeat(1000));
    // Not compressed, so that one changed bit leaves a zip that can be read.
    const options = { compressionLevel: 0 };
    await new DefaultArtifactClient().uploadArtifact('kernels', [file], root, options);
    const [{ digest } = { digest: '' }] = service.artifacts;
    for (const pinned of [undefined, digest.replace('sha256:', '')]) {
      service.fail('GET', { kind: 'flip' });
      const text = await failureOf(() => downloadPackage('kernels', 'aot', scratch, pinned));
      expectGolden(text.replaceAll(digest, '<digest>'));
    }
  });

  it('cannot be downloaded without the token of a job', async () => {
    process.env['ACTIONS_RUNTIME_TOKEN'] = '';
    expectGolden(await failureOf(() => downloadPackage('kernels', 'aot', scratch)));
  });
});
