import { z } from 'zod';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import type { Home } from './home.ts';
import type { PublishRequest } from './publish-request.ts';
import { nameOf } from './release-record.ts';
import type { Patience } from './request.ts';

export const PUBLISH_PATIENCE: Patience = {
  idle: 120_000,
  total: 60 * 60_000,
  pauses: [1000, 3000, 9000, 27_000],
};

/**
 * Does `work` with access to the repository, all of it within the time `patience` allows.
 * @throws {Failure} whatever `work` throws, and `environment` in the place of any other error.
 */
export async function withHome<T>(
  { repository, tag, token }: PublishRequest,
  { env, signal: ending }: BuildContext,
  patience: Patience,
  work: (home: Home) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const signal = AbortSignal.any([ending, limit.signal]);
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  const home = { repository, access: { api, token, signal, patience } };
  const named = nameOf(home, tag);
  const tooSlow = (): Failure => unpublished(named, `it took over ${patience.total / 60_000} min`);
  const timer = setTimeout(() => limit.abort(tooSlow()), patience.total);
  try {
    return await work(home);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    const reason = error instanceof z.ZodError ? 'an answer that makes no sense' : String(error);
    throw unpublished(named, reason, error);
  } finally {
    clearTimeout(timer);
  }
}

function unpublished(named: string, reason: string, cause?: unknown): Failure {
  const problem = {
    message: `${named} cannot be published: ${reason}`,
    hint: 'Run the job again: it goes on where this one stopped. On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.',
  };
  return new Failure('environment', problem, { cause });
}
