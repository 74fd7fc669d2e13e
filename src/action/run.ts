import { type BuildContext, Memory } from '../base/context.ts';
import { freeBytes } from '../base/files.ts';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { debugError, onDebug } from '../base/debug.ts';
import { exitCodeOf, Failure, messageOf } from '../base/errors.ts';
import { machineFailure } from '../base/faults.ts';
import { interruptible } from '../base/interrupts.ts';
import type { Environment } from '../base/process.ts';
import { HOME_VARIABLE, toolchainHome } from '../toolchain/installation.ts';
import { readPlatform } from '../toolchain/platform.ts';
import { downloadFile } from '../github/web.ts';
import { execTool } from './exec-tool.ts';
import { summariseFailure } from './failure-report.ts';
import { annotateErrors, annotateNotice, runnerLog } from './log.ts';
import { admit, type Entry } from './trust.ts';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isHarmlessVariable } from '../toolchain/environment.ts';

import * as core from '@actions/core';

/**
 * Runs an action, if the code that the run works on may do what the action does. The only place that
 * shows errors of an action and sets the exit code.
 * @param entry its row in the table of entries
 * @param read reads its inputs, if it gets a function that returns the text of one
 */
export async function runEntry<Inputs extends object>(
  host: NodeJS.Process,
  entry: Entry,
  read: (get: (name: string) => string) => Inputs,
  run: (inputs: Inputs, context: BuildContext) => Promise<void>,
): Promise<void> {
  const action = async (signal: AbortSignal): Promise<void> => {
    const inputs = read(core.getInput);
    // Then there is no summary, as on runners that have none.
    if ('summary' in inputs && inputs.summary === false) delete host.env['GITHUB_STEP_SUMMARY'];
    const isAllowed = 'allowUntrusted' in inputs && inputs.allowUntrusted === true;
    await run(inputs, await admit(entry, isAllowed, runnerContext(host.env, signal)));
  };
  if (core.isDebug()) onDebug(core.debug);
  const interruption = interruptible(host);
  try {
    hideEnvironment(host.env);
  } catch (error) {
    const why = messageOf(error);
    annotateNotice({
      message: `processes of this user can read the inputs and tokens of this step: ${why}`,
    });
  }
  try {
    await Promise.race([action(interruption.signal), strayError(host)]);
  } catch (thrown) {
    debugError(thrown);
    const error = machineFailure(thrown) ?? thrown;
    if (error instanceof Failure) annotateErrors(error.problems, error.summary);
    else
      annotateErrors([
        { message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ]);
    host.exitCode = exitCodeOf(error);
    await summarise(error, host.env);
  } finally {
    interruption.release();
  }
  // A request that took too long cannot be ended, and would keep the process alive.
  host.exit();
}

/**
 * Rejects with an error that a library has let slip, whose promise then never settles: @actions/exec
 * does so with an error that Node throws for a program that cannot be started.
 */
function strayError(host: NodeJS.Process): Promise<never> {
  return new Promise((_settle, reject) => host.on('unhandledRejection', reject));
}

/** Adds the error to the job summary, if it is not there yet. The log has it already. */
async function summarise(error: unknown, env: Environment): Promise<void> {
  try {
    await summariseFailure(error, env);
  } catch (problem) {
    annotateNotice({ message: `cannot write the job summary: ${messageOf(problem)}` });
  }
}

/** Returns the context of a run on the runner. */
export function runnerContext(env: Environment, signal: AbortSignal): BuildContext {
  // Self-hosted runners keep it between jobs.
  const toolCache = env['RUNNER_TOOL_CACHE'];
  const isOwn = env[HOME_VARIABLE] !== undefined || toolCache === undefined;
  const log = runnerLog(Date.now);
  return {
    env,
    platform: readPlatform(),
    log,
    signal,
    runTool: execTool(log),
    home: isOwn ? toolchainHome(env, homedir()) : join(toolCache, 'triton-aot'),
    scratch: env['RUNNER_TEMP'] ?? tmpdir(),
    memory: new Memory(),
    freeBytes,
    download: downloadFile,
    now: Date.now,
  };
}

/**
 * Makes inputs, tokens and the rest of this process's environment unreadable for other processes,
 * which see in /proc/PID/environ the memory that the process started with. Moves the values
 * elsewhere, so that `env` has the same ones as before. Sources: proc_pid_environ(5),
 * proc_pid_stat(5) (`env_start`), proc_pid_mem(5).
 * @param env of this process
 * @throws the system's error if /proc does not allow it.
 */
function hideEnvironment(env: NodeJS.ProcessEnv): void {
  const block = readFileSync('/proc/self/environ');
  const start = startOfBlock();
  const secret: (readonly [string, string])[] = [];
  for (let at = 0, end = 0; at < block.length; at = end + 1) {
    end = block.indexOf(0, at);
    if (end < 0) end = block.length;
    const [name = ''] = block.toString('utf8', at, end).split('=', 1);
    const value = env[name];
    // What is no text could not be written back.
    if (isHarmlessVariable(name) || value === undefined || value.includes('\uFFFD')) continue;
    secret.push([name, value]);
    block.fill(0, at, end);
  }
  // From here on, nothing refers to this memory.
  for (const [name] of secret) Reflect.deleteProperty(env, name);
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    writeSync(memory, block, 0, block.length, start);
  } finally {
    closeSync(memory);
    Object.assign(env, Object.fromEntries(secret));
  }
}

/** Returns the 50th field of /proc/self/stat. Before the third is a name that can contain anything. */
function startOfBlock(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = Number(fields[50 - 3]);
  if (!(start > 0)) throw new Error('/proc/self/stat does not say where the environment is');
  return start;
}
