import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildContext } from '../core/context.ts';
import type { Environment } from '../core/process.ts';
import { freeBytes } from '../core/toolchain/free-space.ts';
import { HOME_VARIABLE, toolchainHome } from '../core/toolchain/home.ts';
import { readPlatform } from '../core/toolchain/platform.ts';
import { runnerLog } from './log.ts';

/** The runner as the core sees it. */
export function runnerContext(env: Environment, signal: AbortSignal): BuildContext {
  // Kept from job to job on self-hosted runners.
  const toolCache = env['RUNNER_TOOL_CACHE'];
  const isOwn = env[HOME_VARIABLE] !== undefined || toolCache === undefined;
  return {
    cwd: process.cwd(),
    env,
    platform: readPlatform(),
    log: runnerLog(now),
    signal,
    home: isOwn ? toolchainHome(env) : join(toolCache, 'triton-aot'),
    scratch: env['RUNNER_TEMP'] ?? tmpdir(),
    freeBytes,
    now,
  };
}

function now(): number {
  return performance.now();
}
