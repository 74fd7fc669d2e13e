import type { CacheRefusal } from './cache-process.ts';

/** How the client speaks of a service that does not answer, or has no time; most of its errors have texts only. */
const DOWN = [
  /failed to make request after \d+ attempts/i,
  /unable to make request/i,
  /rate limited/i,
  /storage quota has been hit/i,
  /responded with (5\d\d|429)/i,
  /exceeded the timeout|completed in timeout/i,
  /\b(ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
  /socket hang up/i,
];

/** The service takes too long. */
export class TimeoutError extends Error {}

/** The longest text that helps anybody. */
const MAX_LENGTH = 300;

/** What the client's error means for the action. */
export function cacheRefusal(error: unknown): CacheRefusal {
  const text = textOf(error);
  if (/cache (read|write) denied:/.test(text)) return refusal('denied', text);
  const isDown = error instanceof TimeoutError || DOWN.some((words) => words.test(text));
  return refusal(isDown ? 'down' : 'failed', text);
}

function refusal(problem: CacheRefusal['problem'], text: string): CacheRefusal {
  return { problem, message: presentable(text) };
}

/** The client for Azure gives the body of an answer that it takes for an error, or nothing: its status tells more. */
function textOf(error: unknown): string {
  const isAnswer = typeof error === 'object' && error !== null && 'statusCode' in error;
  if (isAnswer && typeof error.statusCode === 'number')
    return `the storage responded with ${error.statusCode}`;
  return error instanceof Error ? error.message : String(error);
}

/** One line, without what signed addresses give away. */
function presentable(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, '$1');
  return open.length > MAX_LENGTH ? `${open.slice(0, MAX_LENGTH)}…` : open;
}
