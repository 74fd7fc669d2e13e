import { messageOf } from '../base/errors.ts';

/**
 * Why a request failed. `down`: the service cannot be used, and later requests would fail too;
 * `denied`: the job's token does not allow this operation; `failed`: only this request failed.
 */
export interface CacheRefusal {
  readonly problem: 'down' | 'denied' | 'failed';
  readonly message: string;
}

/** What the service asked for when it refused a request because there were too many. */
export interface CacheLimit {
  /** Seconds to wait. */
  readonly limitedFor: number;
}

/** Seconds to wait if the service does not say how long. */
const USUAL_WAIT = 15;

/**
 * Returns the limit that a response with the status 429 names: in its header `Retry-After`, in
 * seconds or as a date. `now` is in milliseconds since 1970.
 */
export function cacheLimit(retryAfter: string | undefined, now: number): CacheLimit {
  const text = retryAfter ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return { limitedFor: Number.isNaN(seconds) ? USUAL_WAIT : Math.max(0, seconds) };
}

/** The longest message that is shown. */
const MAX_LENGTH = 300;

/**
 * Texts of errors after which no further request can succeed; the library gives most errors no
 * other mark.
 */
const DOWN = [
  /failed to make request after \d+ attempts/i,
  /unable to make request/i,
  /rate limited/i,
  /storage quota has been hit/i,
  /responded with (5\d\d|429)/i,
  /exceeded the timeout|completed in timeout/i,
  /GNU tar is not on PATH/,
  /\b(ECONNRESET|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)\b/,
  /socket hang up/i,
];

/**
 * Returns what an error of the cache library, or a reason from its log, means for this and later
 * requests.
 */
export function cacheRefusal(error: unknown): CacheRefusal {
  const text = messageOf(error);
  const message = shownLine(text);
  if (/cache (read|write) denied:/.test(text)) return { problem: 'denied', message };
  return { problem: DOWN.some((form) => form.test(text)) ? 'down' : 'failed', message };
}

/**
 * The lines in which the library says why it saved or restored nothing, best first. Its functions
 * return the same for any failure as for a miss, and say the reason only in workflow commands.
 * Source: @actions/cache 6.3.0, lib/cache.js, and lib/internal/cacheHttpClient.js for version 1 of
 * the service.
 */
const REASONS = [
  /^::debug::Failed to reserve cache: (?:Error: )?(.*)$/m,
  /^(?:::(?:warning|error)::)?Failed to (?:save|restore): (.*)$/m,
  /^::(?:warning|error)::(.*)$/m,
];

/**
 * Returns the reason for a failure that the library has logged; undefined for a log without one.
 */
export function loggedReason(log: string): string | undefined {
  const [reason] = REASONS.flatMap((form) => form.exec(log)?.[1] ?? []);
  // Workflow commands escape these characters.
  return reason?.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

/**
 * Whether the library has logged that saving failed. With version 1 of the service it returns the
 * entry's id then too.
 */
export function isSaveRefused(log: string): boolean {
  return /^(?:::(?:warning|error)::)?Failed to save: /m.test(log);
}

/** The first line of an error of GitHub's libraries, without the signatures in addresses. */
export function shownLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, '$1');
  return open.length > MAX_LENGTH ? `${open.slice(0, MAX_LENGTH)}…` : open;
}
