import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildContext, silentLog } from '../../../src/core/base/context.ts';
import {
  type ArtifactSource,
  type DownloadedArtifact,
  downloadWorkflowArtifact,
} from '../../../src/github/fetch/artifact.ts';
import {
  type ActionsApi,
  answer,
  type ServedRun,
  startActionsApi,
} from '../../support/actions-api.ts';
import type { Misdeed } from '../../support/releases-api/server.ts';

const ZIP = Buffer.from('a zip');
const AOT = { name: 'aot', content: ZIP };
const GOOD = { artifacts: [AOT] };

function many(length: number, run: ServedRun): readonly ServedRun[] {
  return Array.from({ length }, () => run);
}

describe('the newest good artifact of a branch', () => {
  let api: ActionsApi;
  let folder: string;
  let messages: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'artifact-'));
    messages = [];
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function get(wanted: Partial<ArtifactSource> = {}): Promise<DownloadedArtifact> {
    const log = { ...silentLog, info: (message: string) => void messages.push(message) };
    const { signal } = new AbortController();
    const context = { env: api.env, log, home: folder, now: Date.now, signal } as BuildContext;
    const source = { repository: 'me/kernels', branch: 'main', token: 'secret', ...wanted };
    return downloadWorkflowArtifact(source, folder, context, {
      idle: 5000,
      total: 60_000,
      pauses: [10, 20],
    });
  }

  const serve = async (...runs: readonly ServedRun[]): Promise<void> => {
    api = await startActionsApi(runs);
  };

  it('comes as it was uploaded', async () => {
    await serve(GOOD, { artifacts: [{ name: 'aot', content: Buffer.from('older') }] });
    const artifact = await get({ workflow: '.github/workflows/build.yml' });
    const sha256 = createHash('sha256').update(ZIP).digest('hex');
    expect(artifact).toMatchObject({ name: 'aot', run: { id: 2 }, sha256, cached: false });
    expect(await readFile(artifact.file)).toEqual(ZIP);
    expect(api.asked[0]?.path).toBe(
      '/api/v3/repos/me/kernels/actions/workflows/build.yml/runs?branch=main&status=success&per_page=100',
    );
    expect(messages).toEqual(['the artifact aot of run 2 (push, 2026-01-01T00:00:00Z)']);
  });

  it('is asked of the API with the token, which no other server gets to see', async () => {
    await serve(GOOD);
    await get();
    expect(api.asked.map((one) => one.authorization)).toEqual(Array(3).fill('Bearer secret'));
    expect(api.stored.map((one) => one.authorization)).toEqual([undefined]);
  });

  const poison = { artifacts: [{ name: 'aot', content: Buffer.from('poison') }] };
  it.each<[string, ServedRun, string]>([
    [
      'a fork, whose branch has the same name',
      { ...poison, head: 'you/kernels', event: 'pull_request' },
      'it worked on the code of you/kernels',
    ],
    ['a fork, pushed', { ...poison, head: 'you/kernels' }, 'it worked on the code of you/kernels'],
    ['a fork that is gone', { ...poison, head: null }, 'the code of a fork that is gone'],
    ['a pull request', { ...poison, event: 'pull_request' }, 'its event is pull_request'],
    ['what anybody causes', { ...poison, event: 'pull_request_target' }, 'its event is pull_req'],
    ['what another run caused', { ...poison, event: 'workflow_run' }, 'its event is workflow_run'],
    ['another branch', { ...poison, branch: 'other' }, 'it is of the branch other'],
    ['a failure', { ...poison, conclusion: 'failure' }, 'it ended as failure'],
    ['nothing', {}, 'it has no artifact aot*'],
    ['something else', { artifacts: [{ ...AOT, name: 'logs' }] }, 'it has no artifact aot*'],
    ['an expired one', { artifacts: [{ ...AOT, expired: true }] }, 'its artifact has expired'],
  ])('is not of %s', async (_what, run, reason) => {
    await serve(run, GOOD);
    expect(await readFile((await get()).file)).toEqual(ZIP);
    expect(messages[0]).toMatch(/^passed over run 2 /);
    expect(messages[0]).toContain(reason);
  });

  it.each(['push', 'schedule', 'workflow_dispatch', 'release'])('may be of %s', async (event) => {
    await serve({ ...GOOD, event });
    expect((await get()).run.event).toBe(event);
  });

  it('is none where the only one has expired', async () => {
    await serve({ artifacts: [{ ...AOT, expired: true }] });
    await expect(get()).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(
        /no run for the branch main of me\/kernels has an artifact aot\*.*\n.*its artifact has expired\. Run the workflow again/,
      ),
    });
  });

  it('may expire at the last moment', async () => {
    await serve(GOOD);
    api.once('/zip', (to) => answer(to, 410, { message: 'Artifact has expired' }));
    const failure = { kind: 'usage', message: expect.stringContaining('`aot` has expired') };
    await expect(get()).rejects.toMatchObject(failure);
  });

  it('is none of a workflow that is not there', async () => {
    await serve(GOOD);
    const message = expect.stringContaining('the workflow none.yml of me/kernels is not there');
    await expect(get({ workflow: 'none.yml' })).rejects.toMatchObject({ kind: 'usage', message });
  });

  it('is none where there is no run', async () => {
    await serve();
    await expect(get()).rejects.toThrow('There is no successful run.');
  });

  it('is found on a later page', async () => {
    await serve(...many(150, { ...poison, event: 'pull_request' }), GOOD);
    expect((await get()).run.id).toBe(1);
  });

  it('is not looked for without end', async () => {
    await serve(...many(60, {}), GOOD);
    await expect(get()).rejects.toThrow('50 successful runs were passed over');
  });

  const parts = ['aot-sm_80', 'aot-sm_90', 'logs'].map((name) => ({
    name,
    content: Buffer.from(name),
  }));
  it.each<[string, Partial<ArtifactSource>, string]>([
    ['is the one with the name', { artifact: 'logs' }, 'logs'],
    ['is the one that fits', { artifact: '*_80' }, 'aot-sm_80'],
    ['is the one of the package', { package: 'sm_80' }, 'aot-sm_80'],
    ['is the one for the architecture', { targets: ['sm_90'] }, 'aot-sm_90'],
  ])('%s', async (_what, wanted, name) => {
    await serve({ artifacts: parts });
    expect((await get(wanted)).name).toBe(name);
  });

  it('is not guessed among several', async () => {
    await serve({ artifacts: parts });
    const message = expect.stringContaining(
      'several artifacts that could be meant: aot-sm_80, aot-sm_90',
    );
    await expect(get({ targets: ['sm_80', 'sm_90'] })).rejects.toMatchObject({
      kind: 'usage',
      message,
    });
  });

  it('is the one of the last attempt', async () => {
    await serve({ artifacts: [AOT, { ...AOT, content: Buffer.from('first attempt') }] });
    expect(await readFile((await get()).file)).toEqual(ZIP);
  });

  it.each<[string, string | null, string | undefined, string]>([
    ['another digest', `sha256:${'0'.repeat(64)}`, undefined, 'did not arrive as it was uploaded'],
    ['no digest', null, undefined, 'nothing tells the digest of the artifact `aot`'],
    ['another digest than the pinned one', null, 'b'.repeat(64), `, not sha256:${'b'.repeat(64)}`],
    [
      'a digest beside the pinned one',
      `sha256:${'0'.repeat(64)}`,
      'b'.repeat(64),
      'is not what `digest` names',
    ],
  ])('is refused with %s', async (_what, digest, pinned, message) => {
    await serve({ artifacts: [{ ...AOT, digest }] });
    const failure = { kind: 'verification', message: expect.stringContaining(message) };
    await expect(get({ digest: pinned })).rejects.toMatchObject(failure);
  });

  it('is what a pinned digest says', async () => {
    await serve({ artifacts: [{ ...AOT, digest: null }] });
    const digest = `sha256:${createHash('sha256').update(ZIP).digest('hex')}`;
    expect(await readFile((await get({ digest })).file)).toEqual(ZIP);
  });

  it('is kept, and not downloaded again', async () => {
    await serve(GOOD);
    const hits = [await get({ cache: true }), await get({ cache: true })];
    expect(hits.map(({ cached }) => cached)).toEqual([false, true]);
    expect(api.stored.length).toBe(1);
  });

  it.each<[string, string, Misdeed]>([
    ['the list of runs', '/runs?', (to) => answer(to, 403, { message: 'Resource not accessible' })],
    [
      'the artifacts',
      '/artifacts?',
      (to) => answer(to, 403, { message: 'Resource not accessible' }),
    ],
    ['the zip', '/zip', (to) => answer(to, 401, { message: 'Requires authentication' })],
  ])('needs a permission, which is named, for %s', async (_what, part, misdeed) => {
    await serve(GOOD);
    api.once(part, misdeed);
    const failure = { kind: 'environment', message: expect.stringContaining('actions: read') };
    await expect(get()).rejects.toMatchObject(failure);
  });

  it('is downloaded again where it is cut short', async () => {
    await serve(GOOD);
    api.once('/blob', (to) => {
      to.writeHead(200, { 'content-length': ZIP.length });
      to.write('a', () => to.destroy());
    });
    expect(await readFile((await get()).file)).toEqual(ZIP);
  });
});
