import { z } from 'zod';
import type { RunContext } from '../core/base/context.ts';
import { Failure } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import type { ApiAccess, Timeouts } from './http.ts';

/** What is wanted of GitHub, and as whom. */
interface ApiTask {
  /** What it is about, for messages. */
  readonly named: string;
  readonly done: 'downloaded' | 'published';
  readonly token: string | undefined;
}

const TIMEOUTS: Readonly<Record<ApiTask['done'], Timeouts>> = {
  downloaded: { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] },
  published: { idle: 120_000, total: 60 * 60_000, pauses: [1000, 3000, 9000, 27_000] },
};

const RETRY_HINTS: Readonly<Record<ApiTask['done'], string>> = {
  downloaded: 'Run the job again, or download it in a step before.',
  published: 'Run the job again: it goes on where this one stopped.',
};

/**
 * Does `work` with access to GitHub, all of it within the time `timeouts` allows.
 * @throws {Failure} whatever `work` throws, and `environment` in the place of any other error.
 */
export async function withAccess<T>(
  { named, done, token }: ApiTask,
  { env, signal: ending }: Pick<RunContext, 'env' | 'signal'>,
  work: (access: ApiAccess) => Promise<T>,
  timeouts: Timeouts = TIMEOUTS[done],
): Promise<T> {
  const fail = (reason: string, cause?: unknown): Failure => {
    const problem = {
      message: `${named} cannot be ${done}: ${reason}`,
      hint: `${RETRY_HINTS[done]} On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.`,
    };
    return new Failure('environment', problem, { cause });
  };
  const limit = new AbortController();
  const tooSlow = (): void => limit.abort(fail(`it took over ${timeouts.total / 60_000} minutes`));
  const timer = setTimeout(tooSlow, timeouts.total);
  const signal = AbortSignal.any([ending, limit.signal]);
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  try {
    return await work({ api, token, signal, timeouts });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw fail(
      error instanceof z.ZodError ? 'an answer that makes no sense' : String(error),
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** `owner/name`; names of dots alone would lead elsewhere. */
export const REPOSITORY_FORM = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/;

/**
 * The repository that is named, else the workflow's own.
 * @throws {Failure} `usage` where neither tells.
 */
export function repositoryOf(named: string | undefined, env: Environment): string {
  const repository = named ?? env['GITHUB_REPOSITORY'];
  if (repository !== undefined && REPOSITORY_FORM.test(repository)) return repository;
  throw new Failure('usage', {
    message:
      repository === undefined
        ? 'nothing tells of which repository the package is'
        : `\`${repository}\` is no repository`,
    hint: 'Name it in `repository`: owner/name.',
  });
}

/** The token of the command line, where GitHub's own tool looks for it too; undefined where there is none. */
export function tokenIn(env: Environment): string | undefined {
  return env['GH_TOKEN'] || env['GITHUB_TOKEN'] || undefined;
}
