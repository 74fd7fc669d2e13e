import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { startResultsService } from '../support/results-service.ts';
import { act, type Acted } from '../support/runner.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const SOURCE = `import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask) + 1, mask=mask)
`;

const manifest = (warps: number): string => `package: demo
triton: 3.9.0
targets: [sm_80]
kernels:
  add:
    source: add.py:add
    signature: "*fp32:16, *fp32:16, i32:16, 2048"
    grid: cdiv(n, BLOCK)
    num_warps: ${warps}
`;

/** Fewer warps: each thread has more elements, and so more registers. */
const GOOD = manifest(8);
const WORSE = manifest(4);

describe('the action', () => {
  let space: Workspace;
  let machines = 0;
  beforeAll(async () => {
    space = await workspace({ 'kernels.yaml': GOOD, 'add.py': SOURCE });
  });
  afterAll(async () => {
    await space.remove();
  });

  const repository = { default_branch: 'main', full_name: 'we/kernels' };
  const MAIN = 'refs/heads/main';

  /** Builds on another machine, with what GitHub's cache has. */
  const run = async (
    env: Readonly<Record<string, string>>,
    name: string,
    payload: object,
    inputs: Readonly<Record<string, string>> = {},
  ): Promise<Acted> =>
    act(space, 'main', {
      inputs: { smoke: 'off', jobs: '2', python: await tritonPython(USUAL), ...inputs },
      env: {
        ...env,
        // Entries are found by the path of the files in them.
        RUNNER_TEMP: join(space.folder, '.runner'),
        TRITON_AOT_STORE: join(space.folder, `store-${++machines}`),
      },
      event: { name, payload },
    });

  const pullRequest = (head: string) => ({
    repository,
    pull_request: {
      head: { repo: { full_name: head } },
      base: { repo: { full_name: 'we/kernels' } },
    },
  });

  it('compares pull requests with what the default branch has built, also those of forks', async () => {
    await using service = await startResultsService();
    const env = { ...service.env, GITHUB_REF: MAIN, GITHUB_SHA: 'c0ffee1234' };
    const failOn = { 'fail-on': 'regressions' };

    const first = await run(env, 'push', { repository }, failOn);
    expectSuccess(first);
    expect(first.outputs['difference']).toBe('');
    expect(first.stdout).toContain('recorded the build as the baseline of later ones');
    const baselines = (): readonly string[] =>
      service.entries.map(({ key }) => key).filter((key) => key.includes('-baseline-'));
    const recorded = baselines();
    expect(recorded).toHaveLength(1);

    await space.write('kernels.yaml', WORSE);
    const reads = { ref: 'refs/pull/7/merge', reads: [MAIN] };
    for (const [head, ref] of [
      ['we/kernels', { ...service.envOf(reads), GITHUB_REF: reads.ref }],
      ['them/kernels', { ...service.envOf(reads), GITHUB_REF: reads.ref }],
    ] as const) {
      const changed = await run(ref, 'pull_request', pullRequest(head), failOn);
      expect(changed.code).toBe(10);
      expect(JSON.parse(changed.outputs['difference'] ?? '')).toMatchObject({
        changed: 1,
        regressions: 1,
      });
      expect(changed.summary).toContain('compared with commit c0ffee1 of ');
      expect(changed.summary).toContain('num_warps 8 → 4');
      expect(changed.stdout).toMatch(/::error .*file=kernels.yaml,line=5.*registers/);
    }
    expect(baselines()).toEqual(recorded);

    // It was accepted: the default branch has a new baseline.
    const merged = await run(env, 'push', { repository }, failOn);
    expectSuccess(merged);
    expect(JSON.parse(merged.outputs['difference'] ?? '')).toMatchObject({ regressions: 1 });
    const next = await run(service.envOf(reads), 'pull_request', pullRequest('we/kernels'), failOn);
    expectSuccess(next);
    expect(JSON.parse(next.outputs['difference'] ?? '')).toMatchObject({ unchanged: 1 });
    // The same package is not recorded again.
    expectSuccess(await run(env, 'push', { repository }, failOn));
    expect(baselines()).toHaveLength(2);
  });
});
