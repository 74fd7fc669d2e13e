import { RequestError } from '@octokit/request-error';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';

/** The longest time that a write request waits for the rate limit, in seconds. */
const MAX_WAIT = 120;

/**
 * The wait in seconds if GitHub does not say. Source: "Rate limits for the REST API", on secondary
 * ones.
 */
const DEFAULT_WAIT = 60;

/** An error after which another attempt must wait. */
export class RetryAfterError extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'RetryAfterError';
    this.seconds = seconds;
  }
}

/** Returns the error that caused all others, such as the system's. */
export function rootCause(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || error.cause === undefined)
    return error;
  return rootCause(error.cause);
}

/** True for the failure after a response with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return (
    error instanceof Failure && error.cause instanceof RequestError && error.cause.status === status
  );
}

/**
 * Turns octokit's error into a `Failure` that says what to do, or into any other error if another
 * attempt may succeed. `what` was requested; `permission` is what a token needs for it.
 * Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
 */
export function apiError(error: unknown, what: string, permission: string): Error {
  // A network error has no response.
  if (!(error instanceof RequestError) || error.response === undefined)
    return new Error('no response', { cause: error });
  const { status, response } = error;
  const answer = `GitHub responded with ${status}${messageIn(response.data)}`;
  const verb = permission.endsWith('write') ? 'write' : 'read';
  const message = `cannot ${verb} ${what}: ${answer}`;
  if (status >= 500 || status === 408) return new Error(answer);
  // If another job has just created the same thing, another attempt finds it.
  if (status === 422 && verb === 'write' && answer.includes('already_exists'))
    return new Error(message);
  const cause = error;
  if (status === 404) {
    const releaseHint =
      permission === 'contents: read'
        ? ' A draft has no tag yet, and `latest` is never a draft or a prerelease.'
        : '';
    const problem = {
      message: `cannot find ${what}: it does not exist, or the token may not ${verb} it`,
      hint: `${permissionHint(permission)}${releaseHint}`,
    };
    return new Failure('usage', problem, { cause });
  }
  const limit = status === 403 || status === 429 ? rateLimit(response) : undefined;
  if (limit !== undefined) {
    const limited = `cannot ${verb} ${what}: GitHub's rate limit is exceeded, ${limit.text}`;
    if (verb === 'write' && limit.seconds <= MAX_WAIT)
      return new RetryAfterError(limited, limit.seconds);
    return new Failure('environment', {
      message: limited,
      hint: 'Run the job again after that. The limit is higher with a `token` than without, and each token has its own.',
    });
  }
  return new Failure('environment', { message, hint: statusHint(status, permission) }, { cause });
}

function statusHint(status: number, permission: string): string {
  if (status === 401 || status === 403) return permissionHint(permission);
  return status === 422
    ? 'GitHub rejects the request. For example, the tag of a deleted immutable release cannot be used again.'
    : 'Run the job again, and check githubstatus.com.';
}

function permissionHint(permission: string): string {
  const needed = `The job needs \`permissions: ${permission}\``;
  const [scope = ''] = permission.split(':');
  return permission.endsWith('write')
    ? `${needed}, which runs for forks and Dependabot never get. To write to another repository, pass a \`token\` that may write its ${scope}.`
    : `${needed}. To read another repository that is private, pass a \`token\` that may read its ${scope}.`;
}

const bodySchema = z.object({
  message: z.string(),
  errors: z
    .array(
      z.object({
        code: z.string().optional(),
        field: z.string().optional(),
        message: z.string().optional(),
      }),
    )
    .catch([])
    .optional(),
});

/** Returns the message in a body, and what is wrong with each invalid field. */
function messageIn(body: unknown): string {
  const parsed = bodySchema.safeParse(body).data;
  if (parsed === undefined) return '';
  const details = (parsed.errors ?? []).map(
    ({ message, field, code }) => message ?? [field, code].filter(Boolean).join(' '),
  );
  return `: ${[parsed.message, ...details].join('; ')}`;
}

interface RateLimit {
  /** Its duration. */
  readonly text: string;
  readonly seconds: number;
}

/** Returns the rate limit that a response reports, if it reports one. */
function rateLimit({
  status,
  headers,
}: NonNullable<RequestError['response']>): RateLimit | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) return { text: `for another ${after} s`, seconds: Number(after) };
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return { text: `until ${new Date(reset * 1000).toISOString()}`, seconds: Infinity };
  return status === 429 ? { text: 'for some minutes', seconds: DEFAULT_WAIT } : undefined;
}
