import type { Environment } from '../core/process.ts';

/** The token of the command line, where GitHub's own tool looks for it too; undefined where there is none. */
export function tokenIn(env: Environment): string | undefined {
  return env['GH_TOKEN'] || env['GITHUB_TOKEN'] || undefined;
}
