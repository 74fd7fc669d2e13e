import { rm } from 'node:fs/promises';
import type { BuildContext } from '../core/context.ts';
import type { Problem } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Remote } from '../core/store/remote.ts';
import { cacheChild, type AskCache } from './cache/child.ts';
import type { CacheAnswer, Refusal } from './cache/exchange.ts';
import { cachePolicy, type CachePolicy } from './cache/policy.ts';
import type { CacheMode } from './inputs.ts';
import { annotateNotice } from './log.ts';
import { readEvent } from './trust.ts';

/** GitHub's cache as far as this run may use it; undefined where it may not at all. */
export async function openCache(
  input: CacheMode,
  { env, log, signal }: BuildContext,
): Promise<Remote | undefined> {
  const policy = cachePolicy(input, env, await readEvent(env));
  if (policy.remark !== undefined) log.info(policy.remark);
  if (!policy.restores && !policy.saves) return undefined;
  return cacheRemote(policy, cacheChild({ env, signal }), { ...log, notice: annotateNotice });
}

/** Where the remote tells what did not go as it should. */
export interface CacheLog extends Pick<Log, 'warning'> {
  /** For what is neither wrong nor in order. */
  notice(problem: Problem): void;
}

const LOSS = {
  restore: 'What is not in the store is compiled.',
  save: 'What was compiled now is compiled again by the next run.',
} as const;

type Operation = keyof typeof LOSS;

/** The cache that `ask` speaks to. After the first answer that tells of a service that is down, nobody asks again. */
export function cacheRemote(
  { restores, saves }: Pick<CachePolicy, 'restores' | 'saves'>,
  ask: AskCache,
  log: CacheLog,
): Remote {
  const open = { restore: restores, save: saves };

  const tell = (operation: Operation, { problem, message }: Refusal): void => {
    // Requests may have been under way together.
    if (!open[operation]) return;
    const hint = LOSS[operation];
    if (problem === 'failed') {
      log.warning({ message: `the cache does not ${operation} a file: ${message}`, hint });
    } else if (problem === 'denied') {
      open[operation] = false;
      log.notice({ message: `this run may not ${operation} files of the cache: ${message}`, hint });
    } else {
      Object.assign(open, { restore: false, save: false });
      log.warning({ message: `the cache cannot be used: ${message}`, hint });
    }
  };

  return {
    async restore(prefixes, file) {
      if (!open.restore) return undefined;
      const answer = await ask({ operation: 'restore', prefixes, file });
      const name = foundIn(answer);
      if (name !== undefined && prefixes.some((prefix) => name.startsWith(prefix))) return name;
      // A download that broke off leaves something behind.
      await rm(file, { force: true }).catch(() => undefined);
      if (name !== undefined) tell('restore', { problem: 'failed', message: `it gave ${name}` });
      if (isRefusal(answer)) tell('restore', answer);
      return undefined;
    },
    async save(name, file) {
      if (!open.save) return false;
      const answer = await ask({ operation: 'save', name, file });
      if (isRefusal(answer)) tell('save', answer);
      return answer !== undefined && 'kept' in answer && answer.kept;
    },
  };
}

function foundIn(answer: CacheAnswer | undefined): string | undefined {
  return answer !== undefined && 'found' in answer ? (answer.found ?? undefined) : undefined;
}

function isRefusal(answer: CacheAnswer | undefined): answer is Refusal {
  return answer !== undefined && 'problem' in answer;
}
