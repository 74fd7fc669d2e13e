import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { VERSION } from '../core/assets.ts';
import type { BuildContext } from '../core/context.ts';
import { freeBytes } from '../core/toolchain/free-space.ts';
import { toolchainHome } from '../core/toolchain/home.ts';
import { readPlatform } from '../core/toolchain/platform.ts';
import { addBuildCommands } from './build-commands.ts';
import type { Answer } from './command.ts';
import { addExplainCommand } from './explain-command.ts';
import { terminalLog } from './log.ts';
import { addFetchCommand } from './fetch-command.ts';
import { addLookCommands } from './look-commands.ts';
import { addPackCommand } from './pack-command.ts';
import { addPublishCommand } from './publish-command.ts';
import { addSmokeCommand } from './smoke-command.ts';
import { addStoreCommand } from './store-command.ts';
import { addVerifyCommand } from './verify-command.ts';

/** All commands. Results go to standard output, everything else to standard error. */
export function commandLine(host: NodeJS.Process, signal: AbortSignal): Command {
  const context = contextOf(host, signal);
  const answer: Answer = (options, json, text) => {
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
    cwd: host.cwd(),
    env: host.env,
    platform: readPlatform(),
    log: terminalLog(host.stderr, now),
    signal,
    home: toolchainHome(host.env),
    scratch: tmpdir(),
    freeBytes,
    now,
  };
}

function now(): number {
  return performance.now();
}
