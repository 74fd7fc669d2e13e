import { Failure, type Problem, systemCode } from '../base/errors.ts';

/** The package index did not answer, since the network is down or `UV_OFFLINE` is set. */
export class IndexUnreached extends Failure {
  constructor(problems: Problem | readonly Problem[], options?: ErrorOptions) {
    super('environment', problems, options);
  }
}

/** What uv prints if it has no connection, by version 0.8 and later. An index that answers with an error is not meant. */
const NO_CONNECTION =
  /\bdns error\b|\btcp connect error\b|\boperation timed out\b|\bconnection timed out\b|\bnetwork (?:was|connectivity is) disabled\b/i;

/** True if the output of uv says that it has no connection to the index. */
export function saysUnreached(output: string): boolean {
  return NO_CONNECTION.test(output);
}

/** Codes of Node's network functions, and of undici, for a server that does not answer. */
const UNANSWERED: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True if a download failed since no server answered. */
export function isUnanswered(error: unknown): boolean {
  if (UNANSWERED.has(systemCode(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isUnanswered(error.cause);
}

/** True if the user wants no network: `UV_OFFLINE`, with the values that uv takes for true. */
export function isOffline(env: Readonly<Record<string, string | undefined>>): boolean {
  return /^(?:1|true|yes|on|y|t)$/i.test(env['UV_OFFLINE'] ?? '');
}
