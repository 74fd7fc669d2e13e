import type { Environment } from '../../core/process.ts';
import type { CacheMode } from '../inputs.ts';
import { distrust } from '../trust.ts';

/** What a run may do with the cache. */
export interface CachePolicy {
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
  const obstacle = writable ? distrust(env, event) : inMode(mode);
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
