import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { tryParseJson } from '../base/text.ts';
import { Failure } from '../base/errors.ts';
import { RetryAfterError, statusOf } from './http.ts';

/** The longest time that a write request waits for the rate limit, in seconds. */
const MAX_WAIT = 120;

/**
 * How long to wait if GitHub does not say. Source: "Rate limits for the REST API", on secondary
 * ones.
 */
const DEFAULT_WAIT = 60;

/**
 * Returns the error for an unexpected response: a `Failure` that says what to do, or any other
 * error if another attempt may succeed. `what` was requested; `permission` is what a token needs
 * for it.
 * Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
 */
export async function apiFailure(
  response: IncomingMessage,
  what: string,
  permission = 'contents: read',
): Promise<Error> {
  const status = statusOf(response);
  const answer = `GitHub responded with ${status}${messageIn(await text(response))}`;
  if (status >= 500 || status === 408) return new Error(answer);
  const verb = permission.endsWith('write') ? 'write' : 'read';
  if (status === 404) {
    const releaseHint =
      permission === 'contents: read'
        ? ' A draft has no tag yet, and `latest` is never a draft or a prerelease.'
        : '';
    return new Failure('usage', {
      message: `cannot find ${what}: it does not exist, or the token may not ${verb} it`,
      hint: `${permissionHint(permission)}${releaseHint}`,
    });
  }
  const limit = status === 403 || status === 429 ? rateLimit(response) : undefined;
  if (limit !== undefined) {
    const message = `cannot ${verb} ${what}: GitHub's rate limit is exceeded, ${limit.text}`;
    if (verb === 'write' && limit.seconds <= MAX_WAIT)
      return new RetryAfterError(message, limit.seconds);
    return new Failure('environment', {
      message,
      hint: 'Run the job again after that. The limit is higher with a `token` than without, and each token has its own.',
    });
  }
  return new Failure('environment', {
    message: `cannot ${verb} ${what}: ${answer}`,
    hint: statusHint(status, permission),
  });
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

/** The message in a body, and what is wrong with each invalid field. */
function messageIn(body: string): string {
  const parsed = bodySchema.safeParse(tryParseJson(body)).data;
  if (parsed === undefined) return '';
  const details = (parsed.errors ?? []).map(
    ({ message, field, code }) => message ?? [field, code].filter(Boolean).join(' '),
  );
  return `: ${[parsed.message, ...details].join('; ')}`;
}

interface RateLimit {
  /** How long it lasts. */
  readonly text: string;
  readonly seconds: number;
}

/** The rate limit that a response reports; undefined if it reports none. */
function rateLimit({ statusCode, headers }: IncomingMessage): RateLimit | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) return { text: `for another ${after} s`, seconds: Number(after) };
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return { text: `until ${new Date(reset * 1000).toISOString()}`, seconds: Infinity };
  return statusCode === 429 ? { text: 'for some minutes', seconds: DEFAULT_WAIT } : undefined;
}
