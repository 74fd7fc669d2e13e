import * as core from '@actions/core';
import { availableParallelism } from 'node:os';
import type { BuildContext } from '../core/context.ts';
import type { Failure } from '../core/errors.ts';
import type { SmokeRequest } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smoke } from '../core/smoke/smoke.ts';
import { lockFolder } from '../core/smoke/lock-folder.ts';
import { annotateNotice } from './log.ts';
import { addSmokeSummary } from './smoke-report.ts';
import { readEvent, untrusted } from './trust.ts';

/** Runs the smoke test and tells the workflow what it found; whether it passed is for the caller to judge. */
export async function runGate(
  settings: Omit<SmokeRequest, 'jobs' | 'lockFolder'>,
  context: BuildContext,
): Promise<SmokeResult> {
  const result = await smoke(
    { ...settings, jobs: availableParallelism(), lockFolder: lockFolder(context.env) },
    context,
  );
  if (result.reason !== undefined) {
    const { message, ...more } = result.reason;
    annotateNotice({
      message: `the smoke test is compiled and linked, not run: ${message}`,
      ...more,
    });
  }
  await addSmokeSummary(core.summary, result).write();
  return result;
}

/**
 * What keeps the smoke test from this runner (see trust.ts); undefined where nothing does, or where it was allowed
 * all the same.
 */
export async function gateRefusal(
  allowUntrusted: boolean,
  { env, log }: BuildContext,
): Promise<Failure | undefined> {
  const failure = untrusted(env, await readEvent(env));
  if (failure === undefined || !allowUntrusted) return failure;
  for (const { message } of failure.problems)
    log.warning({ message: `overridden by allow-untrusted: ${message}` });
  return undefined;
}
