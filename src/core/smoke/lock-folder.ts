import type { Environment } from '../process.ts';

/** Names the folder of the GPUs' locks, for machines whose jobs do not share one /tmp. */
const LOCKS_VARIABLE = 'TRITON_AOT_LOCKS';

/**
 * The folder of the GPUs' locks: the same for every job and user of the machine, which the folder for temporary
 * files need not be.
 */
export function lockFolder(env: Environment): string {
  return env[LOCKS_VARIABLE] || '/tmp';
}
