import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  'refusing to run code of this repository on a self-hosted runner: the pull request comes from the fork someone/kernels';

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
    expect(acted.stdout).toContain('::error file=aot::aot: there is no package here');
  });

  it('tests a pull request of its own repository', async () => {
    const acted = await actOn('smoke', pullRequestOf('we/kernels'));
    expect(acted.code).toBe(2);
    expect(acted.stdout).toMatch(/^::error file=aot::aot: there is no package here/);
  });
});

describe('the root action', () => {
  it('shows no input and no token to the processes it starts', async () => {
    await space.example('vector-add');
    const seen = join(space.folder, 'seen');
    const python = join(space.folder, 'python');
    await writeFile(
      python,
      `#!/bin/sh\ntr '\\0' '\\n' < /proc/$PPID/environ > '${seen}'\nexit 1\n`,
    );
    await chmod(python, 0o755);
    const secrets = { ACTIONS_RUNTIME_TOKEN: 'secret', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret' };
    const inputs = { manifest: 'kernels.yaml', python, 'token-of-others': 'secret' };
    const env = { ...secrets, RUNNER_TRACKING_ID: 'github_1' };
    const acted = await act(space, 'main', { inputs, env });
    // The action itself has its inputs.
    expect(acted.stdout).toContain(python);
    const text = await readFile(seen, 'utf8');
    const names = text
      .split('\n')
      .flatMap((line) => line.split('=', 1))
      .filter(Boolean);
    expect(names.toSorted()).toEqual(['HOME', 'PATH', 'RUNNER_TRACKING_ID']);
  });

  it('warns of an identity that kernel code could use', async () => {
    const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example' };
    const { stdout } = await act(space, 'main', { env });
    expect(stdout).toContain('::warning::this job has `id-token: write` and runs kernel code');
  });

  it("keeps nothing that a fork's pull request makes", async () => {
    const event = { name: 'pull_request', payload: FORK };
    const { stdout } = await act(space, 'main', { event });
    expect(stdout).toMatch(
      /the store and Triton are in \S+\/\.runner\/triton-aot-home-\w+ for this run only: the pull request comes from the fork someone\/kernels/,
    );
    expect((await act(space, 'main')).stdout).not.toContain('for this run only');
  });
});

describe('the root action on a self-hosted runner', () => {
  it.each(['off', 'auto', 'required'])(
    "refuses a fork's pull request before it builds, with smoke: %s",
    async (smoke) => {
      const acted = await actOn('main', FORK, { smoke });
      expect(acted).toMatchObject({ code: 8, outputs: {} });
      expect(acted.stdout).toContain(`::error::${REFUSAL}`);
      expect(acted.stdout).not.toContain('::group::');
    },
  );

  it('builds it with allow-untrusted, with a warning, and keeps nothing', async () => {
    const { stdout } = await actOn('main', FORK, { 'allow-untrusted': 'true' });
    expect(stdout).toContain(`::warning::allowed by allow-untrusted: ${REFUSAL}`);
    expect(stdout).toContain('for this run only: the pull request comes from the fork');
    expect(stdout).toContain('::group::Plan kernels.yaml');
  });
});
