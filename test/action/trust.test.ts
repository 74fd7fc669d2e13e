import { describe, expect, it } from '@jest/globals';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEventPayload, refuseUntrusted, untrustedReason } from '../../src/action/trust.ts';
import { exitCodeOf } from '../../src/core/base/errors.ts';

const OURS = { full_name: 'we/kernels' };
const FORK = { full_name: 'someone/kernels' };
type Repository = { readonly full_name: string } | null;

const pullRequest = (head: Repository): unknown => ({
  action: 'synchronize',
  repository: OURS,
  pull_request: { head: { sha: 'abc', repo: head }, base: { repo: OURS } },
});
const workflowRun = (event: string, head: Repository): unknown => ({
  repository: OURS,
  workflow_run: { event, head_repository: head, conclusion: 'success' },
});

const refusalOn = (runner: string | undefined, name: string, event: unknown): string | undefined =>
  refuseUntrusted({ RUNNER_ENVIRONMENT: runner, GITHUB_EVENT_NAME: name }, event)?.message;

const TRUSTED: readonly (readonly [name: string, event: unknown])[] = [
  ['push', { repository: OURS }],
  ['schedule', {}],
  ['workflow_dispatch', {}],
  ['release', { repository: OURS }],
  ['merge_group', { repository: OURS }],
  ['pull_request', pullRequest(OURS)],
  ['pull_request_review', pullRequest(OURS)],
  ['pull_request_review_comment', pullRequest(OURS)],
  ['workflow_run', workflowRun('push', OURS)],
  ['workflow_run', workflowRun('pull_request', OURS)],
];

const UNTRUSTED: readonly (readonly [name: string, event: unknown, reason: string])[] = [
  ['pull_request', pullRequest(FORK), 'the pull request comes from the fork someone/kernels'],
  ['pull_request', pullRequest(null), 'the pull request comes from a fork that has been deleted'],
  ['pull_request_review', pullRequest(FORK), 'the pull request comes from the fork'],
  ['pull_request_review_comment', pullRequest(FORK), 'the pull request comes from the fork'],
  ['pull_request_target', pullRequest(FORK), 'anyone can cause the event pull_request_target'],
  ['pull_request_target', pullRequest(OURS), 'anyone can cause the event pull_request_target'],
  ['issue_comment', { repository: OURS }, 'anyone can cause the event issue_comment'],
  ['workflow_run', workflowRun('pull_request', FORK), 'worked on the fork someone/kernels'],
  ['workflow_run', workflowRun('pull_request', null), 'worked on a fork that has been deleted'],
  ['workflow_run', workflowRun('push', FORK), 'worked on the fork someone/kernels'],
  ['workflow_run', workflowRun('pull_request_target', OURS), 'the event pull_request_target'],
  ['workflow_run', workflowRun('issue_comment', OURS), 'caused by the event issue_comment'],
  ['workflow_run', workflowRun('workflow_run', OURS), 'caused by the event workflow_run'],
];

describe('on a self-hosted runner', () => {
  it.each(TRUSTED)('%s by people with write access is trusted: %j', (name, event) => {
    expect(refusalOn('self-hosted', name, event)).toBeUndefined();
  });

  it.each(UNTRUSTED)('%s of others is refused: %j', (name, event, reason) => {
    expect(refusalOn('self-hosted', name, event)).toContain(reason);
  });

  it.each(['pull_request', 'pull_request_review', 'workflow_run', 'issue_comment'])(
    '%s is refused when its payload tells nothing',
    (name) => {
      for (const event of [undefined, null, 'text', [], {}, { pull_request: { head: {} } }]) {
        expect(refusalOn('self-hosted', name, event)).toBeDefined();
      }
    },
  );

  it('push is trusted whatever its payload', () => {
    expect(refusalOn('self-hosted', 'push', undefined)).toBeUndefined();
  });

  it('the refusal has exit code 8 and shows the safe set-up', () => {
    const failure = refuseUntrusted(
      { RUNNER_ENVIRONMENT: 'self-hosted', GITHUB_EVENT_NAME: 'pull_request' },
      pullRequest(FORK),
    );
    expect(exitCodeOf(failure)).toBe(8);
    expect(failure?.message).toMatch(/^the smoke test is refused on this self-hosted runner: /);
    expect(failure?.message).toContain(
      "if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository",
    );
    expect(failure?.message).toContain('required reviewers');
    expect(failure?.message).toContain('allow-untrusted: true');
  });
});

describe('on a hosted runner', () => {
  it.each([...TRUSTED, ...UNTRUSTED.map(([name, event]) => [name, event] as const)])(
    '%s may run: %j',
    (name, event) => {
      expect(refusalOn('github-hosted', name, event)).toBeUndefined();
    },
  );
});

describe('on a runner that does not say what it is', () => {
  it.each(UNTRUSTED)('%s of others is refused: %j', (name, event) => {
    expect(refusalOn(undefined, name, event)).toBeDefined();
  });

  it('nothing is refused outside of a workflow', () => {
    expect(refuseUntrusted({}, undefined)).toBeUndefined();
  });
});

describe('results for others, on any runner,', () => {
  const reasonFor = (name: string | undefined, event: unknown): string | undefined =>
    untrustedReason({ RUNNER_ENVIRONMENT: 'github-hosted', GITHUB_EVENT_NAME: name }, event);

  it.each(TRUSTED)('may come of %s: %j', (name, event) => {
    expect(reasonFor(name, event)).toBeUndefined();
  });

  it.each(UNTRUSTED)('must not come of %s: %j', (name, event, reason) => {
    expect(reasonFor(name, event)).toContain(reason);
  });

  it('must not come of what is not known', () => {
    expect(reasonFor('fork', {})).toContain('may have caused the event fork');
    expect(reasonFor('pull_request', undefined)).toContain('cannot be read from its payload');
    expect(reasonFor(undefined, undefined)).toContain('nothing tells of the event');
  });
});

describe("an event's payload", () => {
  it('is read from the file the runner names', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'event-')), 'event.json');
    await writeFile(file, JSON.stringify(pullRequest(FORK)));
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toEqual(pullRequest(FORK));
  });

  it('is undefined where it cannot be read', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'event-')), 'event.json');
    expect(await readEventPayload({})).toBeUndefined();
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toBeUndefined();
    await writeFile(file, '{"pull_request": ');
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toBeUndefined();
  });
});
