import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Failure } from '../core/base/errors.ts';
import { RetryAfterError, statusOf } from './http.ts';

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

/** The longest that a write waits for GitHub to take more of them, in seconds. */
const MAX_WAIT = 120;

/** Where GitHub does not say how long. Source: "Rate limits for the REST API", on secondary ones. */
const USUAL_WAIT = 60;

const HINTS: Readonly<Record<number, string>> = {
  422: 'GitHub does not take it as it is. A tag that an immutable release has had, for one, cannot be used again.',
};
const OTHER_HINT = 'Run the job again, and see githubstatus.com.';

/**
 * What an answer other than the one wished for means: a `Failure` that says what to do, or any other error where GitHub
 * may answer otherwise when asked again. `what` was asked for; `permission` is what the job needs for it.
 * Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
 */
export async function apiFailure(
  answer: IncomingMessage,
  what: string,
  permission = 'contents: read',
): Promise<Error> {
  const status = statusOf(answer);
  const isWrite = permission.endsWith('write');
  const said = `GitHub answers ${status}${messageIn(await text(answer))}`;
  if (status >= 500 || status === 408) return new Error(said);
  if (status === 404) {
    const hint = `${permissionHint(permission)}${permission === 'contents: read' ? ' A draft has no tag yet, and neither it nor a prerelease is `latest`.' : ''}`;
    const may = isWrite ? 'write' : 'read';
    const message = `${what} is not there, or the token may not ${may} it`;
    return new Failure('usage', { message, hint });
  }
  const done = isWrite ? 'written' : 'read';
  const wait = status === 403 || status === 429 ? rateLimit(answer) : undefined;
  if (wait !== undefined) {
    const message = `${what} cannot be ${done}: GitHub's rate limit is used up, ${wait.text}`;
    if (isWrite && wait.seconds <= MAX_WAIT) return new RetryAfterError(message, wait.seconds);
    return new Failure('environment', {
      message,
      hint: 'Run the job again then. With a `token` the limit is higher than without, and each has its own.',
    });
  }
  const isDenied = status === 401 || status === 403;
  return new Failure('environment', {
    message: `${what} cannot be ${done}: ${said}`,
    hint: isDenied ? permissionHint(permission) : (HINTS[status] ?? OTHER_HINT),
  });
}

function permissionHint(permission: string): string {
  const needed = `The job needs \`permissions: ${permission}\``;
  const [scope = ''] = permission.split(':');
  return permission.endsWith('write')
    ? `${needed}, which runs for forks and Dependabot never get; a repository other than the workflow's own needs a \`token\` that may write its ${scope}.`
    : `${needed}; a private repository other than the workflow's own also a \`token\` that may read its ${scope}.`;
}

/** What the body says: its message, and of each invalid field what is wrong with it. */
function messageIn(body: string): string {
  const parsed = bodySchema.safeParse(parseJson(body)).data;
  if (parsed === undefined) return '';
  const details = (parsed.errors ?? []).map(
    ({ message, field, code }) => message ?? [field, code].filter(Boolean).join(' '),
  );
  return `: ${[parsed.message, ...details].join('; ')}`;
}

interface Wait {
  readonly text: string;
  readonly seconds: number;
}

/** When the limit that an answer tells of is over; undefined when it tells of none. */
function rateLimit({ statusCode, headers }: IncomingMessage): Wait | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) return { text: `for another ${after} s`, seconds: Number(after) };
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return { text: `until ${new Date(reset * 1000).toISOString()}`, seconds: Infinity };
  return statusCode === 429 ? { text: 'for some minutes', seconds: USUAL_WAIT } : undefined;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
