import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import { TRUSTED_EVENTS } from '../github/trusted-events.ts';

/**
 * Events that run the code a pull request would merge.
 * Source: GitHub, "Events that trigger workflows" and "Securely using pull_request_target".
 */
const PULL_REQUEST_EVENTS = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/** Events that anyone can cause, in workflows that usually look at what a fork proposes. */
const PUBLIC_EVENTS = ['pull_request_target', 'issue_comment'];

const repositorySchema = z.object({ full_name: z.string() });

const pullRequestSchema = z.object({
  pull_request: z.object({
    base: z.object({ repo: repositorySchema }),
    /** null once the fork has been deleted. */
    head: z.object({ repo: repositorySchema.nullable() }),
  }),
});

const workflowRunSchema = z.object({
  repository: repositorySchema,
  workflow_run: z.object({ event: z.string(), head_repository: repositorySchema.nullable() }),
});

const SAFE_SETUP = `A self-hosted machine keeps what a job leaves on it. Build packages of forks on a hosted runner, where the smoke test
is compiled and linked without a GPU, and run the GPU job only on trusted code:
  if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
To test a fork's pull request all the same, have it approved first: give the job \`environment: gpu\`, an environment with
required reviewers, and this step \`allow-untrusted: true\`. docs/guides/gpu.md shows whole workflows.`;

/**
 * Why the smoke test must not run here: a self-hosted runner would execute code that nobody with write access has
 * vouched for. undefined where it may. `event` is the event's payload; one that tells nothing is not trusted.
 */
export function refuseUntrusted(env: Environment, event: unknown): Failure | undefined {
  // What is not said to be hosted could be anybody's machine.
  if (env['RUNNER_ENVIRONMENT'] === 'github-hosted') return undefined;
  const reason = eventProblem(env['GITHUB_EVENT_NAME'] ?? '', event);
  if (reason === undefined) return undefined;
  return new Failure('unsafe', {
    message: `the smoke test is refused on this self-hosted runner: ${reason}`,
    hint: SAFE_SETUP,
  });
}

/**
 * Why results of this run are not to be handed to others, on whatever runner: nobody with write access may have vouched
 * for the code that made them. undefined where somebody has. What is not known is not trusted.
 */
export function untrustedReason(env: Environment, event: unknown): string | undefined {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const reason = eventProblem(name, event);
  if (reason !== undefined) return reason;
  if ([...TRUSTED_EVENTS, ...PULL_REQUEST_EVENTS, 'workflow_run'].includes(name)) return undefined;
  return name === ''
    ? 'nothing tells of the event that started this run'
    : `people without write access may have caused the event ${name}`;
}

/** The payload of the event that started the workflow; undefined when it cannot be read. */
export async function readEventPayload(env: Environment): Promise<unknown> {
  try {
    return JSON.parse(await readFile(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  } catch {
    return undefined;
  }
}

function eventProblem(name: string, event: unknown): string | undefined {
  if (PUBLIC_EVENTS.includes(name)) return `anyone can cause the event ${name}`;
  if (PULL_REQUEST_EVENTS.includes(name)) return pullRequestProblem(name, event);
  return name === 'workflow_run' ? workflowRunProblem(event) : undefined;
}

function pullRequestProblem(name: string, event: unknown): string | undefined {
  const parsed = pullRequestSchema.safeParse(event);
  if (!parsed.success) return unreadable(name);
  const { base, head } = parsed.data.pull_request;
  return head.repo?.full_name === base.repo.full_name
    ? undefined
    : `the pull request comes from ${fork(head.repo)}`;
}

function workflowRunProblem(event: unknown): string | undefined {
  const parsed = workflowRunSchema.safeParse(event);
  if (!parsed.success) return unreadable('workflow_run');
  const { repository, workflow_run: run } = parsed.data;
  if (run.head_repository?.full_name !== repository.full_name)
    return `the workflow run before this one worked on ${fork(run.head_repository)}`;
  // A run that follows another looks like one of this repository, whatever the first one worked on.
  return [...PUBLIC_EVENTS, 'workflow_run'].includes(run.event)
    ? `the workflow run before this one was caused by the event ${run.event}, which says nothing of whose code it worked on`
    : undefined;
}

function fork(repository: { readonly full_name: string } | null): string {
  return repository === null ? 'a fork that has been deleted' : `the fork ${repository.full_name}`;
}

function unreadable(name: string): string {
  return `whose code the event ${name} is about cannot be read from its payload`;
}
