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
reviewers, and \`allow-untrusted: true\` on this step. docs/guides/gpu.md says what else to set.`;

const PRIVILEGED_SETUP = `Building and testing run code of the repository, and a run for such an event has its secrets and can write to it. Use
\`pull_request\`, whose runs for forks have no secrets. If this run only handles code of people with write access, set
\`allow-untrusted: true\` on this step.`;

/** One thing that a workflow can start: a row of the tables of src/entries. */
export interface Entry {
  /** Which code of the run, such as that of a pull request, it executes. Undefined: none. */
  readonly executes?: string;
  /** True if others get what it makes. */
  readonly publishes?: true;
}

/** The rights of an entry in this run. */
export type Decision =
  | { readonly kind: 'full' }
  /** It runs, and keeps nothing on the machine. `allowed`: the refusal that the user overrides. */
  | { readonly kind: 'throwaway'; readonly reason: string; readonly allowed?: string | undefined }
  | { readonly kind: 'refuse'; readonly failure: Failure };

/**
 * Decides by the event, the runner and the row of an entry in `ENTRIES` what the entry may do. Code
 * that may not be from people with write access runs on hosted runners only, and only for pull
 * requests, whose runs for forks have neither secrets nor a token that can write. Nothing that it
 * makes is published or kept on the machine. `event` is the event's payload; one that cannot be read
 * is not trusted, and neither is an event that is not known.
 * @param isAllowed true if the user has set `allow-untrusted`
 */
export function decisionFor(
  { executes, publishes }: Entry,
  isAllowed: boolean,
  env: Environment,
  event: unknown,
): Decision {
  const reason = untrustedReason(env, event);
  if (reason === undefined) return { kind: 'full' };
  if (publishes === true) return { kind: 'refuse', failure: refusalToPublish(reason) };
  if (executes === undefined || !isWorkflow(env)) return { kind: 'full' };
  const failure = refusalToRun(reason, env);
  if (failure !== undefined && !isAllowed) return { kind: 'refuse', failure };
  return { kind: 'throwaway', reason, allowed: failure?.problems[0]?.message };
}

function refusalToRun(reason: string, env: Environment): Failure | undefined {
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

function refusalToPublish(reason: string): Failure {
  return new Failure('unsafe', {
    message: `refusing to publish: ${reason}`,
    hint: 'Publish in a workflow that only people with write access can start, such as `on: push: tags` or `workflow_dispatch`. docs/guides/releasing.md has an example.',
  });
}

/**
 * Returns the context in which an entry runs, which keeps nothing on the machine if the code is not
 * trusted. Warns if the user allows what would be refused, and if the code could use an identity.
 * @throws {Failure} `unsafe` as `decisionFor`.
 */
export async function admit(
  entry: Entry,
  isAllowed: boolean,
  context: BuildContext,
): Promise<BuildContext> {
  const { env, log } = context;
  const decision = decisionFor(entry, isAllowed, env, await readEventPayload(env));
  if (decision.kind === 'refuse') throw decision.failure;
  if (decision.kind === 'throwaway' && decision.allowed !== undefined)
    log.warning({ message: `allowed by allow-untrusted: ${decision.allowed}` });
  if (entry.executes !== undefined && env['ACTIONS_ID_TOKEN_REQUEST_URL'])
    log.warning({
      message: 'this job has `id-token: write` and runs kernel code, which could use its identity',
      hint: 'Give that permission to the job that publishes, and build and test in another.',
    });
  return decision.kind === 'full' ? context : throwaway(decision.reason, context);
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
