import { join } from 'node:path';
import { mkdtemp, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { TRUSTED_EVENTS } from '../github/repository.ts';

/**
 * Events that run the code of a pull request.
 * Source: GitHub, "Events that trigger workflows" and "Securely using pull_request_target".
 */
const PULL_REQUEST_EVENTS = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/** Events that anyone can cause, in workflows that usually handle the code of forks. */
const PUBLIC_EVENTS = ['pull_request_target', 'issue_comment'];

const repositorySchema = z.object({ full_name: z.string() });

const pullRequestSchema = z.object({
  pull_request: z.object({
    base: z.object({ repo: repositorySchema }),
    /** null for a deleted fork. */
    head: z.object({ repo: repositorySchema.nullable() }),
  }),
});

const workflowRunSchema = z.object({
  repository: repositorySchema,
  workflow_run: z.object({ event: z.string(), head_repository: repositorySchema.nullable() }),
});

const SAFE_SETUP = `A self-hosted machine keeps what a job leaves on it. Build packages of forks on a hosted runner, which compiles and
links the smoke test without a GPU, and run jobs on your own machines only for trusted code:
  if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
To test a fork's pull request after an approval, set \`environment: gpu\` on the job, an environment with required
reviewers, and \`allow-untrusted: true\` on this step. docs/guides/gpu.md has complete workflows.`;

const PRIVILEGED_SETUP = `Building and testing run code of the repository, and a run for such an event has its secrets and can write to it. Use
\`pull_request\`, whose runs for forks have no secrets. If this run only handles code of people with write access, set
\`allow-untrusted: true\` on this step.`;

/**
 * Returns why no code of the repository or of its packages must run here; undefined if it may. Code
 * that may not be from people with write access runs on hosted runners only, and only for pull
 * requests, whose runs for forks have neither secrets nor a token that can write. `event` is the
 * event's payload; one that cannot be read is not trusted, and neither is an event that is not known.
 */
export function refuseUntrusted(env: Environment, event: unknown): Failure | undefined {
  if (!isWorkflow(env)) return undefined;
  const reason = untrustedReason(env, event);
  if (reason === undefined) return undefined;
  // Anything else may be a self-hosted machine.
  if (env['RUNNER_ENVIRONMENT'] !== 'github-hosted')
    return new Failure('unsafe', {
      message: `refusing to run code of this repository on a self-hosted runner: ${reason}`,
      hint: SAFE_SETUP,
    });
  if (PULL_REQUEST_EVENTS.includes(env['GITHUB_EVENT_NAME'] ?? '')) return undefined;
  return new Failure('unsafe', {
    message: `refusing to run code with the secrets of this repository: ${reason}`,
    hint: PRIVILEGED_SETUP,
  });
}

/**
 * Checks that code of the repository may run here, or warns if the user allows it although it may not.
 * Returns the payload of the event.
 * @throws {Failure} `unsafe` as `refuseUntrusted`.
 */
export async function requireTrusted(
  isAllowed: boolean,
  { env, log }: Pick<BuildContext, 'env' | 'log'>,
): Promise<unknown> {
  const event = await readEventPayload(env);
  const refusal = refuseUntrusted(env, event);
  if (refusal !== undefined && !isAllowed) throw refusal;
  for (const { message } of refusal?.problems ?? [])
    log.warning({ message: `allowed by allow-untrusted: ${message}` });
  if (env['ACTIONS_ID_TOKEN_REQUEST_URL'])
    log.warning({
      message: 'this job has `id-token: write` and runs kernel code, which could use its identity',
      hint: 'Give that permission to the job that publishes, and build and test in another.',
    });
  return event;
}

/**
 * Returns why others must not get the results of this run, on any runner: the code that made them
 * may not be from people with write access. undefined if it is. Unknown events are not trusted.
 */
export function untrustedReason(env: Environment, event: unknown): string | undefined {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const reason = eventProblem(name, event);
  if (reason !== undefined) return reason;
  if ([...TRUSTED_EVENTS, ...PULL_REQUEST_EVENTS, 'workflow_run'].includes(name)) return undefined;
  return name === ''
    ? 'the event that started this run is unknown'
    : `people without write access can cause the event ${name}`;
}

/**
 * Returns why nothing that this run makes must be kept on the machine: kernel code can write what
 * the user can. undefined if it may, as outside of workflows.
 */
function throwawayReason(env: Environment, event: unknown): string | undefined {
  return isWorkflow(env) ? untrustedReason(env, event) : undefined;
}

/** True if the runner says which event started the run. Every runner of workflows does. */
function isWorkflow(env: Environment): boolean {
  return env['GITHUB_EVENT_NAME'] !== undefined || env['RUNNER_ENVIRONMENT'] !== undefined;
}

/** Reads the payload of the event that started the workflow; undefined if it cannot be read. */
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
    return `the workflow run that triggered this one worked on ${fork(run.head_repository)}`;
  // A run that another triggered, or that anyone can cause, looks like one of this repository,
  // whatever code it worked on.
  return [...TRUSTED_EVENTS, ...PULL_REQUEST_EVENTS].includes(run.event)
    ? undefined
    : `the event ${run.event} of the workflow run that triggered this one does not say whose code it worked on`;
}

function fork(repository: { readonly full_name: string } | null): string {
  return repository === null ? 'a deleted fork' : `the fork ${repository.full_name}`;
}

function unreadable(name: string): string {
  return `the payload of the event ${name} does not say whose code it is about`;
}

/** Overrides the folder of the store, which is beside the toolchains by default. */
const STORE_VARIABLE = 'TRITON_AOT_STORE';

/** A run that may run kernel code. */
interface Admitted {
  readonly context: BuildContext;
  /** The folder of the store. */
  readonly store: string;
}

/**
 * Decides whether this run may run kernel code, and what it may keep on the machine.
 * @throws {Failure} `unsafe` as `requireTrusted`.
 */
export async function admit(isAllowed: boolean, given: BuildContext): Promise<Admitted> {
  const event = await requireTrusted(isAllowed, given);
  const reason = throwawayReason(given.env, event);
  const context = reason === undefined ? given : await throwaway(reason, given);
  return { context, store: storeFolder(context) };
}

/** Returns the folder of the store of a run. */
export function storeFolder({ env, home }: Pick<BuildContext, 'env' | 'home'>): string {
  return env[STORE_VARIABLE] || join(home, 'store');
}

/** Returns a context that shares neither store nor Triton environments with other runs on the machine. */
async function throwaway(reason: string, context: BuildContext): Promise<BuildContext> {
  const home = await mkdtemp(join(context.scratch, 'triton-aot-home-'));
  context.log.info(`the store and Triton are in ${home} for this run only: ${reason}`);
  return { ...context, home, env: { ...context.env, [STORE_VARIABLE]: undefined } };
}
