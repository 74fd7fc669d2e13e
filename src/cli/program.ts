import { Command, CommanderError } from 'commander';
import { homedir, tmpdir } from 'node:os';
import { VERSION } from '../core/base/assets.ts';
import type { BuildContext } from '../core/base/context.ts';
import { exitCodeOf, Failure, formatProblem } from '../core/base/errors.ts';
import { freeBytes } from '../core/toolchain/install.ts';
import { toolchainHome } from '../core/toolchain/installation.ts';
import { readPlatform } from '../core/toolchain/platform.ts';
import { addBuildCommands } from './build.ts';
import { addExplainCommand } from './explain.ts';
import { addFetchCommand } from './fetch.ts';
import { terminalLog } from './log.ts';
import { addPackCommand } from './pack.ts';
import { addLookCommands } from './plan.ts';
import { addPublishCommand } from './publish.ts';
import { addSmokeCommand } from './smoke.ts';
import { addStoreCommand } from './store.ts';
import { addVerifyCommand } from './verify.ts';

/** All commands. Results go to standard output, everything else to standard error. */
export function commandLine(host: NodeJS.Process, signal: AbortSignal): Command {
  const context = contextOf(host, signal);
  const answer: PrintAnswer = (options, json, text) => {
    host.stdout.write(options.json === true ? `${JSON.stringify(json(), undefined, 2)}\n` : text());
  };
  const program = new Command('triton-aot')
    .description('Compiles Triton kernels ahead of time into a C package that C++ programs link.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help tells how)')
    .addHelpText('after', EXIT_CODES);
  for (const add of COMMANDS) add(program, context, answer);
  return program;
}

const COMMANDS = [
  addBuildCommands,
  addSmokeCommand,
  addVerifyCommand,
  addPackCommand,
  addPublishCommand,
  addFetchCommand,
  addLookCommands,
  addExplainCommand,
  addStoreCommand,
];

const EXIT_CODES = `
Exit codes: 0 ok, 1 unexpected, 2 usage or manifest, 3 environment, 4 a kernel did not compile,
5 a parameter check failed, 6 a smoke test failed, 7 no usable GPU, 8 refused as unsafe,
9 verification failed, 130 interrupted.`;

function contextOf(host: NodeJS.Process, signal: AbortSignal): BuildContext {
  return {
    env: host.env,
    platform: readPlatform(),
    log: terminalLog(host.stderr, Date.now),
    signal,
    home: toolchainHome(host.env, homedir()),
    scratch: tmpdir(),
    freeBytes,
    now: Date.now,
  };
}

/** A command's result: one JSON document where `--json` was given, else text for people. */
type PrintAnswer = (
  options: { readonly json?: true },
  json: () => unknown,
  text: () => string,
) => void;

/** Adds some commands to the program. */
export type AddCommands = (program: Command, context: BuildContext, answer: PrintAnswer) => void;

/** What standard error shows of whatever ended the command: nothing where it has been told already. */
export function describeError(error: unknown): string {
  // Commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) return '';
  if (error instanceof Failure) {
    return error.problems.map((problem) => `error: ${formatProblem(problem)}\n`).join('');
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `internal error: ${text}\nThis is a defect of triton-aot. Please report it with the command and the manifest.\n`;
}

/** The status the command ends with: 2 for a command line that makes no sense, 0 where help was asked for. */
export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return exitCodeOf(error);
}
