import { rm } from 'node:fs/promises';
import type { Log, RunContext } from '../core/base/context.ts';
import type { Problem } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import type { Remote } from '../core/store/remote.ts';
import type { CacheMode } from './build-inputs.ts';
import {
  type AskCache,
  type CacheAnswer,
  cacheProcess,
  type CacheRefusal,
} from './cache-process.ts';
import { annotateNotice } from './log.ts';
import { readEventPayload, untrustedReason } from './trust.ts';

/** GitHub's cache as far as this run may use it; undefined where it may not at all. */
export async function openCache(
  input: CacheMode,
  { env, log, signal }: RunContext,
): Promise<Remote | undefined> {
  const policy = cachePolicy(input, env, await readEventPayload(env));
  if (policy.remark !== undefined) log.info(policy.remark);
  if (!policy.restores && !policy.saves) return undefined;
  return cacheRemote(policy, cacheProcess({ env, signal }), { ...log, notice: annotateNotice });
}

/** Where the remote tells what did not go as it should. */
interface CacheLog extends Pick<Log, 'warning'> {
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

  const tell = (operation: Operation, { problem, message }: CacheRefusal): void => {
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

function isRefusal(answer: CacheAnswer | undefined): answer is CacheRefusal {
  return answer !== undefined && 'problem' in answer;
}

/** What a run may do with the cache. */
interface CachePolicy {
  readonly restores: boolean;
  readonly saves: boolean;
  /** Why it may not do all that was asked for. */
  readonly remark?: string;
}

/** Decides by the input, by what the runner offers, and by the event and its payload. */
export function cachePolicy(input: CacheMode, env: Environment, event: unknown): CachePolicy {
  if (input === 'off') return { restores: false, saves: false };
  if (!hasService(env)) return off('this runner has no cache service that is known here');
  const mode = (env['ACTIONS_CACHE_MODE'] ?? '').trim().toLowerCase();
  const restores = !['none', 'write-only'].includes(mode);
  const writable = !['none', 'read'].includes(mode);
  const obstacle = writable ? untrustedReason(env, event) : inMode(mode);
  const saves = input === 'auto' && obstacle === undefined;
  if (!restores && !saves) return off(inMode(mode));
  if (input === 'read' || obstacle === undefined) return { restores, saves };
  return { restores, saves, remark: `nothing is saved to the cache: ${obstacle}` };
}

function off(reason: string): CachePolicy {
  return { restores: false, saves: false, remark: `the cache is off: ${reason}` };
}

function inMode(mode: string): string {
  return `ACTIONS_CACHE_MODE is ${mode}`;
}

/** Only the service's second version will do, which servers other than GitHub's own do not have. */
function hasService(env: Environment): boolean {
  const names = ['ACTIONS_CACHE_SERVICE_V2', 'ACTIONS_RESULTS_URL', 'ACTIONS_RUNTIME_TOKEN'];
  return (
    isGitHub(env['GITHUB_SERVER_URL'] || 'https://github.com') && names.every((name) => env[name])
  );
}

function isGitHub(server: string): boolean {
  const host = URL.canParse(server) ? new URL(server).hostname : '';
  return host === 'github.com' || /\.(ghe\.com|localhost)$/.test(host);
}
