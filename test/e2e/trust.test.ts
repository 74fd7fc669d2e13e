import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Workspace, workspace } from '../support/command.ts';
import { act, type Acted } from '../support/runner.ts';

const pullRequestOf = (repository: string): unknown => ({
  pull_request: {
    head: { repo: { full_name: repository } },
    base: { repo: { full_name: 'we/kernels' } },
  },
});
const FORK = pullRequestOf('someone/kernels');
const REFUSAL =
  'refusing to run the kernels on a self-hosted runner: the pull request comes from the fork someone/kernels';

const SELF_HOSTED = { RUNNER_ENVIRONMENT: 'self-hosted' };

/** Starts an action on a self-hosted runner for a pull request. */
function actOn(
  entry: 'main' | 'smoke',
  payload: unknown,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Acted> {
  return act(space, entry, { inputs, env: SELF_HOSTED, event: { name: 'pull_request', payload } });
}

let space: Workspace;
beforeEach(async () => {
  space = await workspace();
});
afterEach(() => space.remove());

describe('the sub-action smoke on a self-hosted runner', () => {
  it("refuses a fork's pull request before anything else", async () => {
    const acted = await actOn('smoke', FORK);
    expect(acted).toMatchObject({ code: 8, stderr: '', outputs: {} });
    expect(acted.stdout).toMatch(new RegExp(`^::error::${REFUSAL}%0AA self-hosted machine`));
    expect(acted.stdout.trim().split('\n')).toHaveLength(1);
  });

  it("tests a fork's pull request with allow-untrusted, and warns", async () => {
    const acted = await actOn('smoke', FORK, { 'allow-untrusted': 'true' });
    expect(acted.stdout).toContain(`::warning::allowed by allow-untrusted: ${REFUSAL}`);
    // It continued to the package, which does not exist.
    expect(acted.code).toBe(2);
    expect(acted.stdout).toContain('::error file=aot::there is no package here');
  });

  it('tests a pull request of its own repository', async () => {
    const acted = await actOn('smoke', pullRequestOf('we/kernels'));
    expect(acted.code).toBe(2);
    expect(acted.stdout).toMatch(/^::error file=aot::there is no package here/);
  });
});

describe('the root action on a self-hosted runner', () => {
  it("refuses a required smoke test of a fork's pull request before it builds", async () => {
    const acted = await actOn('main', FORK, { smoke: 'required' });
    expect(acted).toMatchObject({ code: 8, outputs: {} });
    expect(acted.stdout).toContain(`::error::${REFUSAL}`);
    expect(acted.stdout).not.toContain('::group::');
  });

  it("skips the smoke test of a fork's pull request, with a warning, and builds", async () => {
    const acted = await actOn('main', FORK);
    expect(acted.stdout).toContain(`::warning::${REFUSAL}`);
    // It continued to the manifest, which does not exist.
    expect(acted.code).toBe(2);
    expect(acted.stdout).toContain('::group::Plan kernels.yaml');
  });

  it('says nothing if the smoke test is off', async () => {
    const acted = await actOn('main', FORK, { smoke: 'off' });
    expect(acted.stdout).not.toContain('refusing');
    expect(acted.code).toBe(2);
  });
});
