import { rm } from 'node:fs/promises';
import type { Log, ScratchContext } from '../core/base/context.ts';
import type { Problem } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import type { Remote } from '../core/store/remote-names.ts';
import type { CacheMode } from './build-inputs.ts';
import type { CacheRefusal } from './cache-errors.ts';
import { type AskCache, type CacheAnswer, cacheProcess } from './cache-process.ts';
import { annotateNotice } from './log.ts';
import { readEventPayload, untrustedReason } from './trust.ts';

/**
 * Opens GitHub's cache as far as this run may use it; undefined if it may neither restore nor save.
 */
export async function openCache(
  input: CacheMode,
  { env, log, signal, scratch }: ScratchContext,
): Promise<Remote | undefined> {
  const policy = cachePolicy(input, env, await readEventPayload(env));
  if (policy.remark !== undefined) log.info(policy.remark);
  if (!policy.restores && !policy.saves) return undefined;
  const ask = cacheProcess({ env, signal, scratch });
  return cacheRemote(policy, ask, { ...log, notice: annotateNotice });
}

interface CacheLog extends Pick<Log, 'warning'> {
  /** For what is not an error but worth knowing. */
  notice(problem: Problem): void;
}

const LOSS = {
  restore: 'Kernels that are not in the store are compiled.',
  save: 'The next run compiles the same kernels again.',
} as const;

type Operation = keyof typeof LOSS;

/** The cache as a remote for the store. Once the service is down it is not asked again. */
export function cacheRemote(
  { restores, saves }: Pick<CachePolicy, 'restores' | 'saves'>,
  ask: AskCache,
  log: CacheLog,
): Remote {
  const open = { restore: restores, save: saves };

  const report = (operation: Operation, { problem, message }: CacheRefusal): void => {
    // Of several requests at the same time only the first reports that the service is down.
    if (!open[operation]) return;
    const hint = LOSS[operation];
    if (problem === 'failed') {
      log.warning({ message: `cannot ${operation} a file of GitHub's cache: ${message}`, hint });
    } else if (problem === 'denied') {
      open[operation] = false;
      const what = operation === 'save' ? 'save to' : 'restore from';
      log.notice({ message: `this run may not ${what} GitHub's cache: ${message}`, hint });
    } else {
      Object.assign(open, { restore: false, save: false });
      log.warning({ message: `cannot use GitHub's cache: ${message}`, hint });
    }
  };

  return {
    async restore(prefixes, file) {
      if (!open.restore) return undefined;
      const answer = await ask({ operation: 'restore', prefixes, file });
      const name = foundIn(answer);
      if (name !== undefined && prefixes.some((prefix) => name.startsWith(prefix))) return name;
      // An interrupted copy leaves a part of the file.
      await rm(file, { force: true }).catch(() => undefined);
      if (name !== undefined)
        report('restore', { problem: 'failed', message: `it returned ${name}` });
      if (isRefusal(answer)) report('restore', answer);
      return undefined;
    },
    async save(name, file) {
      if (!open.save) return false;
      const answer = await ask({ operation: 'save', name, file });
      if (isRefusal(answer)) report('save', answer);
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
  /** Why it does less than the input allows. */
  readonly remark?: string;
}

/** Decides by the input, the runner's environment, and the payload of the event. */
export function cachePolicy(input: CacheMode, env: Environment, event: unknown): CachePolicy {
  if (input === 'off') return { restores: false, saves: false };
  if (!hasService(env))
    return off("this runner does not provide version 2 of GitHub's cache service");
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

/** Only version 2 of the service is supported. GitHub Enterprise Server does not have it. */
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
