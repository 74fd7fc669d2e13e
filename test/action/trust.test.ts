import { describe, expect, it } from '#jest';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTRIES } from '../../src/entries/table.ts';
import {
  admit,
  decisionFor,
  type Decision,
  readEventPayload,
  storeFolder,
  untrustedReason,
} from '../../src/action/trust.ts';
import { Memory } from '../../src/base/context.ts';
import { exitCodeOf } from '../../src/base/errors.ts';
import { run } from '../../src/base/process.ts';
import { expectGolden } from '../support/golden.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';

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

const RUNS = { executes: 'code' };

const decisionOn = (
  runner: string | undefined,
  name: string,
  event: unknown,
  entry: Parameters<typeof decisionFor>[0] = RUNS,
): Decision =>
  decisionFor(entry, false, { RUNNER_ENVIRONMENT: runner, GITHUB_EVENT_NAME: name }, event);

const refusalOn = (...given: Parameters<typeof decisionOn>): string | undefined => {
  const decision = decisionOn(...given);
  return decision.kind === 'refuse' ? decision.failure.message : undefined;
};

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
  ['pull_request', pullRequest(null), 'the pull request comes from a deleted fork'],
  ['pull_request_review', pullRequest(FORK), 'the pull request comes from the fork'],
  ['pull_request_review_comment', pullRequest(FORK), 'the pull request comes from the fork'],
  ['pull_request_target', pullRequest(FORK), 'anyone can cause the event pull_request_target'],
  ['pull_request_target', pullRequest(OURS), 'anyone can cause the event pull_request_target'],
  ['issue_comment', { repository: OURS }, 'anyone can cause the event issue_comment'],
  ['workflow_run', workflowRun('pull_request', FORK), 'worked on the fork someone/kernels'],
  ['workflow_run', workflowRun('pull_request', null), 'worked on a deleted fork'],
  ['workflow_run', workflowRun('push', FORK), 'worked on the fork someone/kernels'],
  ['workflow_run', workflowRun('pull_request_target', OURS), 'the event pull_request_target'],
  ['workflow_run', workflowRun('issue_comment', OURS), 'the event issue_comment'],
  ['workflow_run', workflowRun('workflow_run', OURS), 'the event workflow_run'],
  ['workflow_run', workflowRun('issues', OURS), 'the event issues'],
  ['workflow_run', workflowRun('discussion_comment', OURS), 'the event discussion_comment'],
];

describe('on a self-hosted runner', () => {
  it.each(TRUSTED)('%s by people with write access is trusted: %j', (name, event) => {
    expect(refusalOn('self-hosted', name, event)).toBeUndefined();
  });

  it.each(UNTRUSTED)('%s by others is refused: %j', (name, event, reason) => {
    expect(refusalOn('self-hosted', name, event)).toContain(reason);
  });

  it.each(['pull_request', 'pull_request_review', 'workflow_run', 'issue_comment'])(
    '%s is refused if its payload cannot be read',
    (name) => {
      for (const event of [undefined, null, 'text', [], {}, { pull_request: { head: {} } }]) {
        expect(refusalOn('self-hosted', name, event)).toBeDefined();
      }
    },
  );

  it.each(['discussion_comment', 'issues', 'fork', 'watch', 'deployment', 'made-up', ''])(
    '%j is refused, since it is not on the list of events that are trusted',
    (name) => {
      expect(refusalOn('self-hosted', name, { repository: OURS })).toBeDefined();
    },
  );

  it('push is trusted with any payload', () => {
    expect(refusalOn('self-hosted', 'push', undefined)).toBeUndefined();
  });

  it('the refusal has exit code 8 and shows the safe set-up', () => {
    const decision = decisionOn('self-hosted', 'pull_request', pullRequest(FORK));
    const failure = decision.kind === 'refuse' ? decision.failure : undefined;
    expect(exitCodeOf(failure)).toBe(8);
    expectGolden(failure?.message ?? '');
  });
});

describe('on a hosted runner', () => {
  it.each([
    ...TRUSTED,
    ['pull_request', pullRequest(FORK)] as const,
    ['pull_request_review', pullRequest(FORK)] as const,
    ['pull_request', undefined] as const,
  ])('%s may run: %j', (name, event) => {
    expect(refusalOn('github-hosted', name, event)).toBeUndefined();
  });

  it.each([
    ['pull_request_target', pullRequest(OURS)],
    ['issue_comment', { repository: OURS }],
    ['discussion_comment', {}],
    ['issues', {}],
    ['fork', {}],
    ['workflow_run', workflowRun('pull_request', FORK)],
    ['workflow_run', workflowRun('issues', OURS)],
    ['workflow_run', undefined],
  ])('%s is refused, since its runs have secrets: %j', (name, event) => {
    expect(refusalOn('github-hosted', name, event)).toContain('with the secrets');
  });

  it('the refusal says what to do', () => {
    expectGolden(refusalOn('github-hosted', 'issue_comment', {}) ?? '');
  });
});

describe('on a runner of an unknown kind', () => {
  it.each(UNTRUSTED)('%s by others is refused: %j', (name, event) => {
    expect(refusalOn(undefined, name, event)).toBeDefined();
  });

  it('nothing is refused outside of a workflow', () => {
    expect(decisionFor(RUNS, false, {}, undefined)).toEqual({ kind: 'full' });
  });
});

describe('an entry', () => {
  const runners = ['self-hosted', 'github-hosted', undefined];

  it.each(UNTRUSTED)('that executes nothing may start anywhere for %s: %j', (name, event) => {
    for (const runner of runners)
      expect(decisionOn(runner, name, event, {})).toEqual({ kind: 'full' });
  });

  it.each(UNTRUSTED)('that publishes is refused everywhere for %s: %j', (name, event, reason) => {
    for (const runner of runners) {
      const message = refusalOn(runner, name, event, { publishes: true });
      expect(message).toMatch(/^refusing to publish: /);
      expect(message).toContain(reason);
    }
  });

  it('that publishes is refused if nothing says which event it is for, and cannot be allowed', () => {
    const decision = decisionFor({ publishes: true }, true, {}, undefined);
    expect(decision).toMatchObject({ kind: 'refuse' });
  });

  it.each(UNTRUSTED)(
    'that executes code keeps nothing if it is allowed for %s: %j',
    (name, event) => {
      const env = { RUNNER_ENVIRONMENT: 'self-hosted', GITHUB_EVENT_NAME: name };
      expect(decisionFor(RUNS, true, env, event)).toMatchObject({ kind: 'throwaway' });
    },
  );
});

describe('results for others, on any runner,', () => {
  const reasonFor = (name: string | undefined, event: unknown): string | undefined =>
    untrustedReason({ RUNNER_ENVIRONMENT: 'github-hosted', GITHUB_EVENT_NAME: name }, event);

  it.each(TRUSTED)('are allowed for %s: %j', (name, event) => {
    expect(reasonFor(name, event)).toBeUndefined();
  });

  it.each(UNTRUSTED)('are refused for %s: %j', (name, event, reason) => {
    expect(reasonFor(name, event)).toContain(reason);
  });

  it('are refused for unknown events', () => {
    const reasons = [
      reasonFor('fork', {}),
      reasonFor('pull_request', undefined),
      reasonFor(undefined, undefined),
    ];
    expectGolden(reasons.join('\n'));
  });
});

describe("an event's payload", () => {
  it('is read from the file that the runner names', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'event-')), 'event.json');
    await writeFile(file, JSON.stringify(pullRequest(FORK)));
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toEqual(pullRequest(FORK));
  });

  it('is undefined if it cannot be read', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'event-')), 'event.json');
    expect(await readEventPayload({})).toBeUndefined();
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toBeUndefined();
    await writeFile(file, '{"pull_request": ');
    expect(await readEventPayload({ GITHUB_EVENT_PATH: file })).toBeUndefined();
  });
});

/** A run for an event on a self-hosted runner, and the warnings that it logs. */
async function runFor(name: string, event: unknown, more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'event-'));
  const file = join(folder, 'event.json');
  await writeFile(file, JSON.stringify(event));
  const warnings: string[] = [];
  const env = {
    RUNNER_ENVIRONMENT: 'self-hosted',
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: file,
    ...more,
  };
  const context = {
    env,
    log: { ...silentLog, warning: ({ message }: { message: string }) => warnings.push(message) },
    signal: new AbortController().signal,
    runTool: run,
    scratch: folder,
    home: join(folder, 'home'),
    platform: { os: 'linux' as const, arch: 'x64', glibc: '2.36', etc: '/etc' },
    download: noNetwork,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    now: () => 0,
  };
  return { context, folder, warnings };
}

describe('a run', () => {
  const [trusted, untrusted] = [pullRequest(OURS), pullRequest(FORK)];

  it('of people with write access goes on, without a warning', async () => {
    const { context, warnings } = await runFor('pull_request', trusted);
    expect(await admit(RUNS, false, context)).toBe(context);
    expect(await admit(RUNS, true, context)).toBe(context);
    expect(warnings).toEqual([]);
  });

  it('of others is refused, or goes on with a warning if the user allows it', async () => {
    const { context, warnings } = await runFor('pull_request', untrusted);
    await expect(admit(RUNS, false, context)).rejects.toMatchObject({ kind: 'unsafe' });
    expect(warnings).toEqual([]);
    await admit(RUNS, true, context);
    expect(warnings).toEqual([
      'allowed by allow-untrusted: refusing to run code of this repository on a self-hosted runner: the pull request comes from the fork someone/kernels',
    ]);
  });

  it('that could use an identity is warned of, if it executes code', async () => {
    const { context, warnings } = await runFor('pull_request', trusted, {
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://localhost',
    });
    await admit(ENTRIES.publish, false, context);
    expect(warnings).toEqual([]);
    await admit(RUNS, false, context);
    expect(warnings).toEqual([
      'this job has `id-token: write` and runs kernel code, which could use its identity',
    ]);
  });

  it('keeps what it makes if it is trusted, or no workflow', async () => {
    const { context, folder } = await runFor('pull_request', trusted);
    expect(storeFolder(await admit(RUNS, false, context))).toBe(join(folder, 'home/store'));
    const named = { ...context, env: { ...context.env, TRITON_AOT_STORE: '/stores/1' } };
    expect(storeFolder(await admit(RUNS, false, named))).toBe('/stores/1');
    const outside = { ...context, env: {} };
    expect(await admit(RUNS, false, outside)).toBe(outside);
  });

  it.each([
    ['self-hosted', true],
    ['github-hosted', false],
  ])('of others keeps nothing on a %s runner', async (runner, isAllowed) => {
    const { context, folder } = await runFor('pull_request', untrusted, {
      RUNNER_ENVIRONMENT: runner,
      TRITON_AOT_STORE: '/stores/1',
    });
    const admitted = await admit(RUNS, isAllowed, context);
    expect(admitted.home).not.toBe(context.home);
    expect(admitted.home.startsWith(join(folder, 'triton-aot-home-'))).toBe(true);
    expect(storeFolder(admitted)).toBe(join(admitted.home, 'store'));
  });

  it('whose runner does not name the event is not trusted', async () => {
    const { context } = await runFor('push', {});
    const { GITHUB_EVENT_NAME: _name, ...env } = context.env;
    await expect(admit(RUNS, false, { ...context, env })).rejects.toMatchObject({ kind: 'unsafe' });
  });
});
