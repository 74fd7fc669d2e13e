import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  downloadPackage,
  uploadArtifact,
  type UploadedArtifact,
} from '../../src/action/artifact.ts';
import type { BuildContext } from '../../src/base/context.ts';
import { fakePackage } from '../support/fake-package.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { silentLog } from '../support/silent-log.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;

describe('the upload of a package', () => {
  const before = { ...process.env };
  const timer = globalThis.setTimeout;
  let service: ResultsService;
  let scratch: string;
  let folder: string;
  beforeEach(async () => {
    service = await startResultsService();
    // The client reads nothing else.
    Object.assign(process.env, service.env, {
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_RUN_ID: '7',
    });
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
    folder = await fakePackage(MANIFEST, { copy_kernel: ['x'] });
    await writeFile(join(folder, 'evidence.json'), '{"format": 1, "records": []}');
  });
  afterEach(async () => {
    globalThis.setTimeout = timer;
    process.env = { ...before };
    await service.close();
    await rm(scratch, { recursive: true });
    await rm(folder, { recursive: true });
  });

  const upload = (name: string, retentionDays?: number): Promise<UploadedArtifact> => {
    const { signal } = new AbortController();
    const context = { env: process.env, log: silentLog, signal } as unknown as BuildContext;
    return uploadArtifact({ name, folder, retentionDays }, context);
  };

  const failed = async (): Promise<string> =>
    (await failureOf(() => upload('aot-demo'))).replaceAll(folder, 'FOLDER');

  /** Every file below a folder, by path. */
  async function contentOf(root: string): Promise<Readonly<Record<string, string>>> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map((file) => join(file.parentPath, file.name)).toSorted();
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    return Object.fromEntries(paths.map((path, n) => [path.slice(root.length), texts[n] ?? '']));
  }

  it('gives a later job the same files, with the evidence', async () => {
    const artifact = await upload('aot-demo');
    const [{ digest } = { digest: '' }] = service.artifacts;
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(artifact).toEqual({
      name: 'aot-demo',
      id: 1,
      digest,
      url: 'https://github.com/me/kernels/actions/runs/7/artifacts/1',
    });
    const downloaded = await contentOf(await downloadPackage('aot-demo', 'aot', scratch));
    expect(downloaded).toEqual(await contentOf(folder));
    expect(Object.keys(downloaded)).toContain('/evidence.json');
  });

  it('sets the retention days', async () => {
    await upload('aot-demo-1', 3);
    await upload('aot-demo-2');
    const created = service.requests.filter(({ name }) => name === 'CreateArtifact');
    const expires = JSON.stringify({ expires_at: '2026-01-01T00:00:00.000Z' }).length - 1;
    expect((created[0]?.bytes ?? 0) - (created[1]?.bytes ?? 0)).toBe(expires);
  });

  it.each(['CreateArtifact', 'PUT', 'FinalizeArtifact'])(
    'succeeds if the service fails once at %s',
    async (request) => {
      globalThis.setTimeout = ((callback: () => void, ms = 0) =>
        timer(callback, ms / 100)) as typeof setTimeout;
      service.fail(request, { kind: 'status', status: 503 }, { nth: 1 });
      await upload('aot-demo');
      globalThis.setTimeout = timer;
      const downloaded = await downloadPackage('aot-demo', 'aot', scratch);
      expect(await contentOf(downloaded)).toEqual(await contentOf(folder));
    },
  );

  it('fails if the name is taken', async () => {
    await upload('aot-demo');
    expectGolden(await failed());
    expect(service.artifacts).toHaveLength(1);
  });

  it.each([
    ['ACTIONS_RUNTIME_TOKEN', ''],
    ['ACTIONS_RESULTS_URL', ''],
    ['GITHUB_SERVER_URL', 'https://git.corp'],
  ])('fails with a hint if %s is `%s`', async (name, value) => {
    process.env[name] = value;
    expectGolden(await failed());
  });

  it.each([
    ['https://github.com', { kind: 'status', status: 404 }],
    ['https://we.ghe.com', { kind: 'status', status: 404 }],
    ['https://github.com', { kind: 'status', status: 404, isEmpty: true }],
    ['https://github.com', { kind: 'reset' }],
  ] as const)(
    'names status, code and folder if the service fails (%s: %j)',
    async (server, fault) => {
      process.env['GITHUB_SERVER_URL'] = server;
      globalThis.setTimeout = ((callback: () => void, ms = 0) =>
        timer(callback, ms / 100)) as typeof setTimeout;
      service.fail('PUT', fault);
      const text = await failureOf(() => upload('aot-demo'));
      expectGolden(text.replaceAll(folder, 'FOLDER'));
    },
  );

  it('fails if it is not allowed', async () => {
    service.fail('CreateArtifact', { kind: 'status', status: 403 });
    expectGolden(await failed());
  });

  it('fails if the storage is full', async () => {
    await upload('aot-demo');
    const body = Buffer.from('{"msg": "insufficient usage to create artifact"}');
    service.fail('CreateArtifact', { kind: 'replace', body });
    expectGolden(await failed());
  });
});
