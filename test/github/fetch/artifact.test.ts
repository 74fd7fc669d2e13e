import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildContext } from '../../../src/base/context.ts';
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
import { expectGolden, failureOf } from '../../support/golden.ts';
import type { Fault } from '../../support/releases-api/server.ts';
import { silentLog } from '../../support/silent-log.ts';

const ZIP = Buffer.from('a zip');
const AOT = { name: 'aot', content: ZIP };
const GOOD = { artifacts: [AOT] };

function many(length: number, run: ServedRun): readonly ServedRun[] {
  return Array.from({ length }, () => run);
}

describe('the newest artifact of a branch', () => {
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
    const context = { env: api.env, log, signal } as BuildContext;
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

  it('is downloaded as it was uploaded', async () => {
    await serve(GOOD, { artifacts: [{ name: 'aot', content: Buffer.from('older') }] });
    const artifact = await get({ workflow: '.github/workflows/build.yml' });
    const sha256 = createHash('sha256').update(ZIP).digest('hex');
    expect(artifact).toMatchObject({ name: 'aot', run: { id: 2 }, sha256 });
    expect(await readFile(artifact.file)).toEqual(ZIP);
    expect(api.asked[0]?.path).toBe(
      '/api/v3/repos/me/kernels/actions/workflows/build.yml/runs?branch=main&status=success&per_page=100',
    );
    expect(messages).toEqual(['the artifact aot of run 2 (push, 2026-01-01T00:00:00Z)']);
  });

  it('is requested from the API with the token, which no other server gets', async () => {
    await serve(GOOD);
    await get();
    expect(api.asked.map((one) => one.authorization)).toEqual(Array(3).fill('Bearer secret'));
    expect(api.stored.map((one) => one.authorization)).toEqual([undefined]);
  });

  const poison = { artifacts: [{ name: 'aot', content: Buffer.from('poison') }] };
  it.each<[string, ServedRun]>([
    [
      'of a fork whose branch has the same name',
      { ...poison, head: 'you/kernels', event: 'pull_request' },
    ],
    ['of a push to a fork', { ...poison, head: 'you/kernels' }],
    ['of a deleted fork', { ...poison, head: null }],
    ['of a pull request', { ...poison, event: 'pull_request' }],
    ['of an event that anyone can cause', { ...poison, event: 'pull_request_target' }],
    ['that another run triggered', { ...poison, event: 'workflow_run' }],
    ['for another branch', { ...poison, branch: 'other' }],
    ['that failed', { ...poison, conclusion: 'failure' }],
    ['without artifacts', {}],
    ['with another artifact', { artifacts: [{ ...AOT, name: 'logs' }] }],
    ['with an expired artifact', { artifacts: [{ ...AOT, expired: true }] }],
  ])('is not taken from a run %s', async (_what, run) => {
    await serve(run, GOOD);
    expect(await readFile((await get()).file)).toEqual(ZIP);
    expectGolden(messages[0] ?? '');
  });

  it.each(['push', 'schedule', 'workflow_dispatch', 'release'])('can be from %s', async (event) => {
    await serve({ ...GOOD, event });
    expect((await get()).run.event).toBe(event);
  });

  it('is missing if the only one has expired', async () => {
    await serve({ artifacts: [{ ...AOT, expired: true }] });
    expectGolden(await failureOf(get));
  });

  it('can expire just before the download', async () => {
    await serve(GOOD);
    api.once('/zip', (to) => answer(to, 410, { message: 'Artifact has expired' }));
    expectGolden(await failureOf(get));
  });

  it('is missing if the workflow does not exist', async () => {
    await serve(GOOD);
    expectGolden(await failureOf(() => get({ workflow: 'none.yml' })));
  });

  it('is missing if the repository does not exist', async () => {
    await serve(GOOD);
    expectGolden(await failureOf(() => get({ repository: 'me/none' })));
  });

  it('is missing if all runs are skipped, for which it gives five reasons', async () => {
    const branches = ['a', 'b', 'c', 'd', 'e', 'f', 'f'];
    await serve(...branches.map((branch) => ({ ...GOOD, branch })));
    expectGolden(await failureOf(() => get({ workflow: 'build.yml' })));
  });

  it('is missing if there is no run', async () => {
    await serve();
    expectGolden(await failureOf(get));
  });

  it('is found on a later page', async () => {
    await serve(...many(150, { ...poison, event: 'pull_request' }), GOOD);
    expect((await get()).run.id).toBe(1);
  });

  it('is searched in a limited number of runs', async () => {
    await serve(...many(60, {}), GOOD);
    expectGolden(await failureOf(get));
  });

  const parts = ['aot-sm_80', 'aot-sm_90', 'aot-nn-all', '.hidden', 'logs'].map((name) => ({
    name,
    content: Buffer.from(name),
  }));
  it.each<[string, Partial<ArtifactSource>, string]>([
    ['is the one with the name', { artifact: 'logs' }, 'logs'],
    ['is the one that matches the glob', { artifact: '*_80' }, 'aot-sm_80'],
    ['is the one of the package', { package: 'sm_80' }, 'aot-sm_80'],
    ['is the one with a name of the package', { package: 'nn' }, 'aot-nn-all'],
    ['is the one whose name begins with a dot', { artifact: '*en' }, '.hidden'],
    ['is the one for the target', { targets: ['sm_90'] }, 'aot-sm_90'],
  ])('%s', async (_what, wanted, name) => {
    await serve({ artifacts: parts });
    expect((await get(wanted)).name).toBe(name);
  });

  it('is not chosen among several matches', async () => {
    await serve({ artifacts: parts });
    expectGolden(await failureOf(() => get({ targets: ['sm_80', 'sm_90'] })));
  });

  it('is the one of the last attempt', async () => {
    await serve({ artifacts: [AOT, { ...AOT, content: Buffer.from('first attempt') }] });
    expect(await readFile((await get()).file)).toEqual(ZIP);
    // In whatever order they are listed.
    api.once('/artifacts?', async (to, perform) => {
      const { body } = (await perform()) as { body: { artifacts: readonly object[] } };
      answer(to, 200, { ...body, artifacts: body.artifacts.toReversed() });
    });
    expect(await readFile((await get()).file)).toEqual(ZIP);
  });

  it.each<[string, string | null, string | undefined]>([
    ['a wrong digest', `sha256:${'0'.repeat(64)}`, undefined],
    ['no digest', null, undefined],
    ['a wrong pinned digest', null, 'b'.repeat(64)],
    ['a digest other than the pinned one', `sha256:${'0'.repeat(64)}`, 'b'.repeat(64)],
  ])('is rejected with %s', async (_what, digest, pinned) => {
    await serve({ artifacts: [{ ...AOT, digest }] });
    expectGolden(await failureOf(() => get({ digest: pinned })));
  });

  it('is accepted with its pinned digest', async () => {
    await serve({ artifacts: [{ ...AOT, digest: null }] });
    const digest = `sha256:${createHash('sha256').update(ZIP).digest('hex')}`;
    expect(await readFile((await get({ digest })).file)).toEqual(ZIP);
  });

  it.each<[string, string, Fault]>([
    ['the list of runs', '/runs?', (to) => answer(to, 403, { message: 'Resource not accessible' })],
    [
      'the artifacts',
      '/artifacts?',
      (to) => answer(to, 403, { message: 'Resource not accessible' }),
    ],
    ['the zip', '/zip', (to) => answer(to, 401, { message: 'Requires authentication' })],
  ])('fails with the missing permission for %s', async (_what, part, fault) => {
    await serve(GOOD);
    api.once(part, fault);
    expectGolden(await failureOf(get));
  });

  it('is downloaded again if the connection breaks', async () => {
    await serve(GOOD);
    api.once('/blob', (to) => {
      to.writeHead(200, { 'content-length': ZIP.length });
      to.write('a', () => to.destroy());
    });
    expect(await readFile((await get()).file)).toEqual(ZIP);
  });
});
