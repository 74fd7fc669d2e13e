import { messageOf } from '../core/base/errors.ts';
/**
 * Why a request failed. `down`: the service cannot be used, and later requests would fail too;
 * `denied`: the job's token does not allow this operation; `failed`: only this request failed.
 */
export interface CacheRefusal {
  readonly problem: 'down' | 'denied' | 'failed';
  readonly message: string;
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
  const message = oneLine(text);
  if (/cache (read|write) denied:/.test(text)) return { problem: 'denied', message };
  return { problem: DOWN.some((form) => form.test(text)) ? 'down' : 'failed', message };
}

/**
 * The lines in which the library says why it saved or restored nothing, best first. Its functions
 * return the same for any failure as for a miss, and say the reason only in workflow commands.
 * Source: @actions/cache 6.3.0, lib/cache.js, saveCacheV2 and restoreCacheV2.
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

/** The first line, without the signatures in addresses. */
function oneLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const open = line.replaceAll(/(https?:\/\/[^\s?]*)\?\S*/g, '$1');
  return open.length > MAX_LENGTH ? `${open.slice(0, MAX_LENGTH)}…` : open;
}
