import { join } from 'node:path';
import { homedir } from 'node:os';
import type { Environment } from '../process.ts';

/** Names the folder toolchains are kept in, when the usual one will not do. */
export const HOME_VARIABLE = 'TRITON_AOT_HOME';

/** The folder toolchains are kept in: as the environment says, else in the user's cache folder. */
export function toolchainHome(env: Environment): string {
  const named = env[HOME_VARIABLE];
  if (named) return named;
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache');
  return join(cache, 'triton-aot');
}
