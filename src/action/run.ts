import * as core from '@actions/core';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../core/build.ts';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import type { BuildContext } from '../core/context.ts';
import type { Environment } from '../core/process.ts';
import { freeBytes } from '../core/toolchain/free-space.ts';
import { HOME_VARIABLE, toolchainHome } from '../core/toolchain/home.ts';
import { readPlatform } from '../core/toolchain/platform.ts';
import type { Inputs } from './inputs.ts';
import { runnerLog } from './log.ts';
import { outputsOf, writeStockSummary, writeSummary } from './report.ts';

/** Builds the package and tells the workflow about it. */
export async function runBuild(
  inputs: Inputs,
  env: Environment,
  signal: AbortSignal,
): Promise<void> {
  const context = contextOf(env, signal);
  const result = await build(
    {
      manifest: inputs.manifest,
      targets: inputs.targets,
      triton: inputs.tritonVersion,
      python: inputs.python,
      only: inputs.only,
      out: inputs.out,
      jobs: inputs.jobs,
      store: join(context.home, 'store'),
      timeout: DEFAULT_TIMEOUT,
      generator: inputs.generator,
      allowKnownWrong: inputs.allowKnownWrong,
    },
    context,
  );
  for (const [name, value] of Object.entries(outputsOf(result))) core.setOutput(name, value);
  await (result.generator === 'triton' ? writeStockSummary(result) : writeSummary(result));
}

function contextOf(env: Environment, signal: AbortSignal): BuildContext {
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
