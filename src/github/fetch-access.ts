import { z } from 'zod';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import type { Access, Patience } from './request.ts';

const PATIENCE: Patience = { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] };

/** What is fetched, and as whom. */
export interface Errand {
  /** What it is about, for messages. */
  readonly named: string;
  readonly token: string | undefined;
}

/**
 * Does `work` with access to GitHub, all of it within the time `patience` allows.
 * @throws {Failure} whatever `work` throws, and `environment` in the place of any other error.
 */
export async function withAccess<T>(
  { named, token }: Errand,
  { env, signal: ending }: BuildContext,
  work: (access: Access) => Promise<T>,
  patience: Patience = PATIENCE,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tooSlow(named, patience)), patience.total);
  const signal = AbortSignal.any([ending, limit.signal]);
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  try {
    return await work({ api, token, signal, patience });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Failure ? error : unreached(named, error);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(named: string, { total }: Patience): Failure {
  return new Failure('environment', {
    message: `${named} did not come within ${total / 60_000} minutes`,
    hint: 'Run the job again, or download it in a step before.',
  });
}

function unreached(named: string, error: unknown): Failure {
  const reason = error instanceof z.ZodError ? 'an answer that makes no sense' : String(error);
  const problem = {
    message: `${named} cannot be downloaded: ${reason}`,
    hint: 'Run the job again. On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.',
  };
  return new Failure('environment', problem, { cause: error });
}
