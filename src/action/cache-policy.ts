import type { Environment } from '../base/process.ts';
import type { CacheMode } from './build-inputs.ts';
import { untrustedReason } from './trust.ts';

/** The use of the cache that a run is allowed. */
interface CachePolicy {
  readonly restores: boolean;
  readonly saves: boolean;
  /** The reason for doing less than the input allows. */
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
export function missingService(env: Environment): string | undefined {
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
