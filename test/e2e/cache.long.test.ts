import { describe, expect, it } from '#jest';
import { expectSuccess } from '../support/command.ts';
import { startResultsService } from '../support/results-service.ts';
import { tritonPython, USUAL } from '../support/triton.ts';
import {
  cachedAction,
  COPY,
  counts,
  HELPER,
  PULL_REQUEST,
  pullRequestOf,
  requestsOf,
} from './cached-action.ts';

describe("the action with GitHub's cache", () => {
  const at = cachedAction();

  it.each(['github', 'act'] as const)(
    'compiles once with version 1 of the service too (of %s)',
    async (cacheV1) => {
      await using service = await startResultsService({ entries: at.cold.entries, cacheV1 });
      const hit = await at.build(service.env);
      expect(hit).toMatchObject({ code: 0, stderr: '' });
      expect(counts(hit)).toEqual(['true', '0', '2']);
      expect(hit.stdout).not.toContain('::warning');
      expect(await at.checksums()).toBe(at.cold.sums);
    },
  );

  it('fails at the end if results must be saved and are not', async () => {
    await using service = await startResultsService();
    service.fail('PUT', { kind: 'status', status: 403 });
    const inputs = { cache: 'required', only: 'copy' };
    const failed = await at.build(service.env, { inputs });
    expect(failed).toMatchObject({ code: 3, outputs: { compiled: '1', 'saved-bytes': '0' } });
    expect(failed.stdout).toMatch(
      /^::error::cannot save to GitHub's cache: it did not keep the entry%0AThe next run/m,
    );
    expect(failed.summary).toContain('cannot save to GitHub');
    expect(await at.checksums()).toContain('manifest.json');
  });

  it('compiles what calls an edited helper, and everything for an added target', async () => {
    await using service = await startResultsService({ entries: at.cold.entries });
    await at.space.write('helper.py', HELPER.replace('x * 2', 'x + x'));
    const both = await at.build(service.env, { inputs: { targets: 'sm_80, sm_90' } });
    expect(counts(both)).toEqual(['false', '3', '1']);
  });

  it('saves what compiled if another kernel did not', async () => {
    await using service = await startResultsService();
    await at.space.write('copies.py', COPY.replace('tl.store(', 'tl.stor('));
    expect(await at.build(service.env)).toMatchObject({ code: 4 });
    await at.space.write('copies.py', COPY);
    expect(counts(await at.build(service.env))).toEqual(['false', '1', '1']);
  });

  it('saves nothing for a fork or with `read`; `off` sends no request', async () => {
    await using service = await startResultsService();
    // Otherwise such runs install their own.
    const inputs = { python: await tritonPython(USUAL), only: 'copy' };
    const event = pullRequestOf('them/kernels');
    const fork = await at.build(service.envOf(PULL_REQUEST), { event, inputs });
    expect(counts(fork)).toEqual(['false', '1', '0']);
    expect(fork.stdout).toContain(
      'nothing is saved to the cache: the pull request comes from the fork them/kernels',
    );
    await at.build(service.env, { inputs: { cache: 'read', only: 'copy' } });
    expect(service.requests.map(({ name }) => name)).toEqual(
      Array(4).fill('GetCacheEntryDownloadURL'),
    );
    const [off, requests] = await requestsOf(service, () =>
      at.build(service.env, { inputs: { cache: 'off', only: 'copy' } }),
    );
    expect([counts(off), requests]).toEqual([['false', '1', '0'], []]);
  });

  it('warns of a token that may only read', async () => {
    await using service = await startResultsService({ job: { cache: 'read' } });
    const acted = await at.build(service.env, { inputs: { only: 'copy' } });
    expectSuccess(acted);
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout).toContain("::warning::cannot save to GitHub's cache: it did not keep");
    expect(acted.stdout).toContain('cache write denied');
  });

  it('compiles if the service is down, and warns', async () => {
    const service = await startResultsService();
    await service.close();
    const acted = await at.build(service.env, { inputs: { only: 'copy' } });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout).toContain("::warning::cannot save to GitHub's cache: it did not keep");
  });

  it('compiles if the cache returns another bit, with a warning', async () => {
    await using service = await startResultsService({ entries: at.cold.entries });
    service.fail('GET cache/1', { kind: 'flip' });
    const acted = await at.build(service.env);
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(acted.stdout).toContain('::warning');
    expect(await at.checksums()).toBe(at.cold.sums);
  });

  it('ends although an upload gets no answer', async () => {
    await using service = await startResultsService();
    service.fail('PUT', { kind: 'silence' });
    // The time limit for saving.
    const script =
      'const s=setTimeout;globalThis.setTimeout=(f,ms,...a)=>s(f,ms===300000?2000:ms,...a)';
    const env = {
      ...service.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    };
    const acted = await at.build(env, { inputs: { only: 'copy' } });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(acted.stdout).toContain("cannot save to GitHub's cache: it took more than");
  });
});
