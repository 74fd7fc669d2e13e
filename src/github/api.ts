import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { apiError, isStatus, RetryAfterError, rootCause } from './api-error.ts';
import type { ApiClient } from './client.ts';

/** Time limits in milliseconds. */
export interface Timeouts {
  /** Without a byte. */
  readonly idle: number;
  /** For everything. */
  readonly total: number;
  /** Before each further attempt. */
  readonly pauses: readonly number[];
}

/** Access to the API. */
export interface ApiAccess {
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
  /** The token is sent only to the origins of the API and of `uploads`. */
  readonly client: (uploads?: URL) => ApiClient;
}

/** Access to a repository that releases are published to. */
export interface Repository extends ApiAccess {
  /** `owner/name`. */
  readonly repository: string;
}

/** A request. One that changes something is sent once: only the caller knows if it can be repeated. */
export interface ApiRequest<T> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** An address, or a path below the API's address, such as `/repos/me/kernels/releases/{id}`. */
  readonly url: string;
  /** The values for the path, and the parameters after it, or the content. */
  readonly values?: { readonly headers?: Readonly<Record<string, string | number>> } & Readonly<
    Record<string, unknown>
  >;
  /** Its object, for messages. */
  readonly what: string;
  /** The permission that a token needs. */
  readonly permission: string;
  /** The address that the API gives for uploads, if it is one. */
  readonly uploads?: URL;
  readonly schema: z.ZodType<T>;
}

/** The only permission that publishing needs. */
export const PERMISSION = 'contents: write';

/** GitHub lists 10 000 items at most. */
const MAX_LIST_PAGES = 100;

const TIMEOUTS: Readonly<Record<ApiTask['verb'], Timeouts>> = {
  download: { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] },
  upload: { idle: 60_000, total: 10 * 60_000, pauses: [1000, 3000, 9000] },
  publish: { idle: 120_000, total: 60 * 60_000, pauses: [1000, 3000, 9000, 27_000] },
};

const RETRY_HINTS = {
  download: 'Run the job again.',
  upload: 'Run the job again.',
  publish: 'Run the job again: it continues where this one stopped.',
};

/** The work of `withAccess`. */
interface ApiTask {
  readonly verb: 'download' | 'upload' | 'publish';
  /** The object of the verb, for messages. */
  readonly what: string;
  readonly token: string | undefined;
}

/**
 * Runs `work` with access to GitHub, within the total time of `timeouts`.
 * @throws {Failure} the failure of `work`, or `environment` for any other error.
 */
export async function withAccess<T>(
  { verb, what, token }: ApiTask,
  { env, signal: interruption }: Pick<RunContext, 'env' | 'signal'>,
  work: (access: ApiAccess) => Promise<T>,
  timeouts: Timeouts = TIMEOUTS[verb],
): Promise<T> {
  const failure = (reason: string, cause?: unknown): Failure => {
    const problem = {
      message: `cannot ${verb} ${what}: ${reason}`,
      hint: `${RETRY_HINTS[verb]} On a self-hosted runner, check that it can reach GitHub. If it needs a proxy, set https_proxy.`,
    };
    return new Failure('environment', problem, { cause });
  };
  const limit = new AbortController();
  const tooSlow = (): void =>
    limit.abort(failure(`it took more than ${timeouts.total / 60_000} minutes`));
  const timer = setTimeout(tooSlow, timeouts.total);
  const signal = AbortSignal.any([interruption, limit.signal]);
  try {
    // Loaded late: most commands do not need it.
    const { openClient } = await import('./client.ts');
    const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
    const client = openClient({ api, token, signal, idle: timeouts.idle });
    return await work({ signal, timeouts, client });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw failure(requestFailureText(error, timeouts), error);
  } finally {
    clearTimeout(timer);
  }
}

function requestFailureText(error: unknown, { idle }: Timeouts): string {
  if (error instanceof z.ZodError) return 'GitHub sent an unexpected response';
  const cause = rootCause(error);
  if (!(cause instanceof Error) || cause.message === '') return String(cause);
  // Of undici: "Headers Timeout Error", "Body Timeout Error".
  return cause.message.endsWith('Timeout Error') ? `no data for ${idle / 1000} s` : cause.message;
}

/**
 * Repeats `attempt` until it succeeds, as often as `timeouts` allows. A `Failure` is final; any
 * other error may be temporary. Rejects with the last one.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { signal, timeouts }: Pick<ApiAccess, 'signal' | 'timeouts'>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const pause = timeouts.pauses[tries];
      const cause = rootCause(error);
      if (cause instanceof Failure) throw cause;
      if (pause === undefined) throw error;
      const wait = error instanceof RetryAfterError ? Math.max(pause, error.seconds * 1000) : pause;
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/**
 * Repeats `work`, a sequence of requests, from its beginning; its requests are not repeated by
 * themselves.
 */
export function retryAsWhole<Access extends ApiAccess, T>(
  access: Access,
  work: (once: Access) => Promise<T>,
): Promise<T> {
  const once = { ...access, timeouts: { ...access.timeouts, pauses: [] } };
  return retry(() => work(once), access);
}

/**
 * Returns a client whose requests fail as `apiError` says, and are repeated if they only read. No
 * error that it throws has a status: octokit's paging would take one with 409 for the end of the list,
 * and a response without a body for an empty list.
 */
export function clientFor(
  { what, permission, uploads }: Pick<ApiRequest<unknown>, 'what' | 'permission' | 'uploads'>,
  access: ApiAccess,
): ApiClient {
  const client = access.client(uploads);
  client.hook.wrap('request', (send, options) => {
    const attempt = async (): Promise<Awaited<ReturnType<typeof send>>> => {
      const response = await Promise.resolve(send(options)).catch((error: unknown) => {
        throw apiError(error, what, permission);
      });
      const { status, data } = response;
      const isValue = typeof data === 'object' && data !== null;
      if (isValue || status === 204) return response;
      throw new Error('GitHub sent an unexpected response');
    };
    return options.method === 'GET' ? retry(attempt, access) : attempt();
  });
  return client;
}

/** The headers of every request. */
export const HEADERS = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};

/** Sends a request, and reads the response. Rejects as `apiError` says. */
export async function request<T>(asked: ApiRequest<T>, access: ApiAccess): Promise<T> {
  const { method = 'GET', url, values, schema } = asked;
  const headers = { ...HEADERS, ...values?.headers };
  const client = clientFor(asked, access);
  const { data } = await client.request(`${method} ${url}`, { ...values, headers });
  return schema.parse(data);
}

/** Like `request`, but returns undefined for a 404. */
export async function requestIfThere<T>(
  asked: ApiRequest<T>,
  access: ApiAccess,
): Promise<T | undefined> {
  return request(asked, access).catch((error: unknown) => {
    if (!isStatus(error, 404)) throw error;
    return undefined;
  });
}

/** Reads the items of a list, at most `most` pages of a hundred each. */
export async function* listItems<T>(
  { url, values, schema, ...subject }: ApiRequest<T>,
  access: ApiAccess,
  most = MAX_LIST_PAGES,
): AsyncGenerator<T, void, undefined> {
  const { paginate } = clientFor(subject, access);
  const parameters = { ...values, per_page: 100, headers: HEADERS };
  let left = most;
  for await (const { data } of paginate.iterator(`GET ${url}`, parameters)) {
    yield* z.array(schema).parse(data);
    left -= 1;
    if (left === 0) return;
  }
}

/** Reads every item of a list. */
export async function listAll<T>(asked: ApiRequest<T>, access: ApiAccess): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of listItems(asked, access)) items.push(item);
  return items;
}
