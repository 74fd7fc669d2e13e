import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import type { ApiAccess, Timeouts } from './http.ts';

/** What `withAccess` does. */
interface ApiTask {
  readonly verb: 'download' | 'publish';
  /** The object of the verb, for messages. */
  readonly what: string;
  readonly token: string | undefined;
}

const TIMEOUTS: Readonly<Record<ApiTask['verb'], Timeouts>> = {
  download: { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] },
  publish: { idle: 120_000, total: 60 * 60_000, pauses: [1000, 3000, 9000, 27_000] },
};

const RETRY_HINTS: Readonly<Record<ApiTask['verb'], string>> = {
  download: 'Run the job again.',
  publish: 'Run the job again: it continues where this one stopped.',
};

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
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  try {
    return await work({ api, token, signal, timeouts });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw failure(reasonOf(error), error);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'GitHub sent an unexpected response';
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

/** `owner/name`. A name of only dots would change the path of an address. */
export const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;

/**
 * The named repository, or the workflow's own.
 * @throws {Failure} `usage` if there is neither, or it is not `owner/name`.
 */
export function repositoryOf(named: string | undefined, env: Environment): string {
  const repository = named ?? env['GITHUB_REPOSITORY'];
  if (repository !== undefined && REPOSITORY_FORM.test(repository)) return repository;
  throw new Failure('usage', {
    message:
      repository === undefined
        ? 'no repository is given, and GITHUB_REPOSITORY is not set'
        : `\`${repository}\` is not a repository`,
    hint: 'Set `repository` to owner/name.',
  });
}

/** The token for the command line, from the variables that `gh` reads; undefined if none is set. */
export function tokenIn(env: Environment): string | undefined {
  return env['GH_TOKEN'] || env['GITHUB_TOKEN'] || undefined;
}
