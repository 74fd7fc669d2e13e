import { z } from 'zod';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import type { Access, Patience } from './request.ts';

/** What is wanted of GitHub, and as whom. */
export interface Errand {
  /** What it is about, for messages. */
  readonly named: string;
  readonly done: 'downloaded' | 'published';
  readonly token: string | undefined;
}

const PATIENCE: Readonly<Record<Errand['done'], Patience>> = {
  downloaded: { idle: 60_000, total: 30 * 60_000, pauses: [1000, 3000, 9000] },
  published: { idle: 120_000, total: 60 * 60_000, pauses: [1000, 3000, 9000, 27_000] },
};

const AGAIN: Readonly<Record<Errand['done'], string>> = {
  downloaded: 'Run the job again, or download it in a step before.',
  published: 'Run the job again: it goes on where this one stopped.',
};

/**
 * Does `work` with access to GitHub, all of it within the time `patience` allows.
 * @throws {Failure} whatever `work` throws, and `environment` in the place of any other error.
 */
export async function withAccess<T>(
  { named, done, token }: Errand,
  { env, signal: ending }: BuildContext,
  work: (access: Access) => Promise<T>,
  patience: Patience = PATIENCE[done],
): Promise<T> {
  const fail = (reason: string, cause?: unknown): Failure => {
    const problem = {
      message: `${named} cannot be ${done}: ${reason}`,
      hint: `${AGAIN[done]} On a self-hosted runner, see that it reaches GitHub, by a proxy in https_proxy if need be.`,
    };
    return new Failure('environment', problem, { cause });
  };
  const limit = new AbortController();
  const tooSlow = (): void => limit.abort(fail(`it took over ${patience.total / 60_000} minutes`));
  const timer = setTimeout(tooSlow, patience.total);
  const signal = AbortSignal.any([ending, limit.signal]);
  const api = new URL(env['GITHUB_API_URL'] || 'https://api.github.com');
  try {
    return await work({ api, token, signal, patience });
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
