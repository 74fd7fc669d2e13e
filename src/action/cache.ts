import { rm } from 'node:fs/promises';
import type { Log, ScratchContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import type { Remote } from '../compile/store/remote-names.ts';
import type { CacheMode } from './build-inputs.ts';
import type { CacheRefusal } from './cache-errors.ts';
import { type AskCache, type CacheAnswer, cacheProcess } from './cache-process.ts';
import { annotateNotice } from './log.ts';
import { readEventPayload, untrustedReason } from './trust.ts';

/** GitHub's cache in a run. */
export interface OpenCache {
  /** Undefined if the run may neither restore nor save. */
  readonly remote: Remote | undefined;
  /** @throws {Failure} `environment` if a result was not saved although the input requires it. */
  readonly requireSaved: () => void;
}

/**
 * Opens GitHub's cache as far as this run may use it.
 * @throws {Failure} `environment` if the input requires it and the runner does not have it.
 */
export async function openCache(
  input: CacheMode,
  { env, log, signal, scratch }: ScratchContext,
): Promise<OpenCache> {
  const missing = missingService(env);
  if (input === 'required' && missing !== undefined) {
    const message = `there is no cache to save results to: ${missing}`;
    const hint = 'Set `cache: auto`, which goes on without it.';
    throw new Failure('environment', { message, hint });
  }
  const policy = cachePolicy(input, env, await readEventPayload(env));
  if (policy.remark !== undefined) log.info(policy.remark);
  const losses = new Map<string, Problem>();
  const requireSaved = (): void => {
    if (input === 'required' && losses.size > 0)
      throw new Failure('environment', [...losses.values()]);
  };
  if (!policy.restores && !policy.saves) return { remote: undefined, requireSaved };
  const remote = cacheRemote(policy, cacheProcess({ env, log, signal, scratch }), {
    ...log,
    notice: annotateNotice,
    loss: (message) => losses.set(message, { message, hint: `${LOSS.save} ${OPTIONAL}` }),
  });
  return { remote, requireSaved };
}

const OPTIONAL = 'Run the job again, or set `cache: auto`, which only warns.';

interface CacheLog extends Pick<Log, 'warning'> {
  /** For what is not an error but worth knowing. */
  notice(problem: Problem): void;
  /** Says which result was not saved although the run may save. */
  loss(message: string): void;
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
  /** Why nothing is saved any more. */
  let closed = '';

  const report = (operation: Operation, { problem, message }: CacheRefusal): void => {
    if (operation === 'save') log.loss(`cannot save to GitHub's cache: ${message}`);
    // Of several requests at the same time only the first reports that the service is down.
    if (!open[operation]) return;
    const hint = LOSS[operation];
    if (problem === 'failed') {
      log.warning({ message: `cannot ${operation} a file of GitHub's cache: ${message}`, hint });
    } else if (problem === 'denied') {
      open[operation] = false;
      closed = message;
      const what = operation === 'save' ? 'save to' : 'restore from';
      log.notice({ message: `this run may not ${what} GitHub's cache: ${message}`, hint });
    } else {
      Object.assign(open, { restore: false, save: false });
      closed = message;
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
      if (!open.save) {
        if (saves) log.loss(`cannot save to GitHub's cache: ${closed}`);
        return false;
      }
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
  const missing = missingService(env);
  if (missing !== undefined) return off(missing);
  const mode = (env['ACTIONS_CACHE_MODE'] ?? '').trim().toLowerCase();
  const restores = !['none', 'write-only'].includes(mode);
  const writable = !['none', 'read'].includes(mode);
  const obstacle = writable ? untrustedReason(env, event) : inMode(mode);
  const saves = input !== 'read' && obstacle === undefined;
  if (!restores && !saves) return off(inMode(mode));
  if (input === 'read' || obstacle === undefined) return { restores, saves };
  return { restores, saves, remark: `nothing is saved to the cache: ${obstacle}` };
}

function off(reason: string): CachePolicy {
  const remark = `the cache is off: ${reason}; kernels that are not in the store of this machine are compiled`;
  return { restores: false, saves: false, remark };
}

function inMode(mode: string): string {
  return `ACTIONS_CACHE_MODE is ${mode}`;
}

/**
 * Returns what the runner lacks for a cache; undefined if it has one. github.com and ghe.com have
 * version 2 of the service, GitHub Enterprise Server and act have version 1, and act's needs no token.
 * Source: @actions/cache, lib/internal/config.js; nektos/act, pkg/artifactcache.
 */
function missingService(env: Environment): string | undefined {
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  if (!URL.canParse(server)) return `GITHUB_SERVER_URL is not an address: ${server}`;
  const { hostname: host } = new URL(server);
  const isNew = host === 'github.com' || /\.(ghe\.com|localhost)$/.test(host);
  if (isNew && env['ACTIONS_CACHE_SERVICE_V2']) {
    const missing = ['ACTIONS_RESULTS_URL', 'ACTIONS_RUNTIME_TOKEN'].filter((name) => !env[name]);
    if (missing.length === 0) return undefined;
    return `this runner does not set ${missing.join(' and ')} for its cache service`;
  }
  if (env['ACTIONS_CACHE_URL']) return undefined;
  return isNew
    ? 'this runner has no cache service: it sets neither ACTIONS_CACHE_SERVICE_V2 nor ACTIONS_CACHE_URL'
    : `${host} has no cache service: its runner does not set ACTIONS_CACHE_URL`;
}
