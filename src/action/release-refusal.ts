import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Failure } from '../core/errors.ts';
import { statusOf } from './request.ts';

const bodySchema = z.object({ message: z.string() });

const PERMISSION =
  "The job needs `permissions: contents: read`; a private repository other than the workflow's own also a `token` that may read its contents.";

/**
 * What an answer other than 200 means: a `Failure` that says what to do, or any other error where GitHub may answer
 * otherwise when asked again. `what` was asked for.
 * Source: GitHub's REST API, "Troubleshooting" and "Rate limits".
 */
export async function refusal(answer: IncomingMessage, what: string): Promise<Error> {
  const status = statusOf(answer);
  const body = parseJson(await text(answer));
  const message = bodySchema.safeParse(body).data?.message;
  const said = `GitHub answers ${status}${message === undefined ? '' : `: ${message}`}`;
  if (status >= 500 || status === 408) return new Error(said);
  if (status === 404) {
    return new Failure('usage', {
      message: `${what} is not there, or the token may not read it`,
      hint: `${PERMISSION} A draft has no tag yet, and neither it nor a prerelease is \`latest\`.`,
    });
  }
  const wait = status === 403 || status === 429 ? rateLimit(answer) : undefined;
  if (wait !== undefined) {
    return new Failure('environment', {
      message: `${what} cannot be read: GitHub's rate limit is used up, ${wait}`,
      hint: 'Run the job again then. With a `token` the limit is higher than without, and each has its own.',
    });
  }
  const isDenied = status === 401 || status === 403;
  return new Failure('environment', {
    message: `${what} cannot be read: ${said}`,
    hint: isDenied ? PERMISSION : 'Run the job again, and see githubstatus.com.',
  });
}

/** When the limit that an answer tells of is over; undefined when it tells of none. */
function rateLimit({ statusCode, headers }: IncomingMessage): string | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) return `for another ${after} s`;
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return `until ${new Date(reset * 1000).toISOString()}`;
  return statusCode === 429 ? 'for some minutes' : undefined;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
