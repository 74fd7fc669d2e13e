import { Command, CommanderError, type HelpConfiguration, Option } from 'commander';
import { homedir, tmpdir } from 'node:os';
import { type BuildContext, Memory } from '../base/context.ts';
import { VERSION } from '../base/assets.ts';
import { debugError, onDebug } from '../base/debug.ts';
import { exitCodeOf, Failure, type Problem, systemCode } from '../base/errors.ts';
import { freeBytes } from '../base/files.ts';
import { type Environment, ProgramFailure, run } from '../base/process.ts';
import { shellQuote, visibleText, withoutCommands } from '../base/text.ts';
import { HOME_VARIABLE, toolchainHome } from '../toolchain/installation.ts';
import { readPlatform } from '../toolchain/platform.ts';
import type { AddCommands } from './command.ts';
import { eventLog } from './event-log.ts';
import { type CommandLog, type CutText, type Terminal, terminalLog } from './log.ts';
import { proposalsOf } from './propose.ts';

/**
 * Returns the program with some commands. Results go to standard output, everything else to standard
 * error.
 */
export function commandLine(
  commands: readonly AddCommands[],
  host: NodeJS.Process,
  signal: AbortSignal,
  log: SelectedLog = selectedLog(host),
): Command {
  const context = contextOf(host, signal, log);
  const program = new Command('triton-aot')
    .description('Compile Triton kernels ahead of time into C packages that C++ programs link')
    .version(VERSION, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print help for a command')
    .configureHelp(HELP_STYLE)
    .addOption(
      new Option('--log-format <format>', 'Format of standard error')
        .choices(LOG_FORMATS)
        .default('text'),
    )
    .option('--verbose', 'Show environments, costs and what is in the store')
    .on('option:verbose', () => log.showDetails())
    .option('--debug', 'Also show which programs are started, and what caused an error')
    .on('option:debug', () => {
      log.showDetails();
      onDebug((text) => log.log.detail(text));
    })
    // Before a command starts, or an error of the command line is reported.
    .on('option:log-format', (format: LogFormat) => log.select(format))
    .exitOverride()
    .configureOutput({
      outputError: (text) => log.log.error(usageProblem(text, program)),
      writeErr: (text) => {
        if (log.format === 'text') host.stderr.write(text);
      },
    })
    .showHelpAfterError(TRY_HELP)
    .addHelpText('after', HELP);
  const propose = proposalsOf(host);
  for (const add of commands) {
    const answer: Parameters<AddCommands>[2] = (isJson, json, text) => {
      host.stdout.write(
        isJson === true ? `${JSON.stringify(json, undefined, 2)}\n` : shownText(text, host.env),
      );
    };
    add(program, context, answer, propose);
  }
  return program;
}

/** Matches commander's error for a word that belongs to no option. */
const TOO_MANY = /^too many arguments for '(?<name>[\w-]+)'/;

/** Describes an error of the command line. A manifest or package without its option gets a hint. */
function usageProblem(text: string, program: Command): Problem {
  const message = text.trimEnd().replace(/^error: /, '');
  const command = program.commands.find(
    (each) => each.name() === TOO_MANY.exec(message)?.groups?.['name'],
  );
  const word = command?.args[command.registeredArguments.length];
  if (command === undefined || word === undefined) return { message };
  const isManifest = /\.ya?ml$/i.test(word);
  const wanted = isManifest ? ['--manifest', '--package'] : ['--package', '--manifest'];
  const option = wanted.find((long) => command.options.some((each) => each.long === long));
  return {
    message: `unexpected argument \`${word}\` of \`${command.name()}\``,
    ...(option !== undefined && {
      hint: `Write \`triton-aot ${command.name()} ${option} ${shellQuote(word)}\`.`,
    }),
  };
}

const LOG_FORMATS = ['text', 'json'] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

/** The log of this process, in the format that the command line selects. */
interface SelectedLog {
  readonly format: LogFormat;
  readonly log: CommandLog;
  select(format: LogFormat): void;
  /** Shows details in the text format. */
  showDetails(): void;
}

/** Standard error. Its type has more if it is a terminal. */
interface ErrorStream extends Terminal {
  /** Bits of a colour: 1 if there are none. */
  readonly getColorDepth?: (env: Environment) => number;
}

export function selectedLog(
  { stderr, env }: { readonly stderr: ErrorStream; readonly env: Environment },
  cut?: CutText,
): SelectedLog {
  const show = (text: string): string => shownText(text, env);
  let isVerbose = false;
  const open = (format: LogFormat): CommandLog =>
    format === 'json'
      ? eventLog(stderr, Date.now, show)
      : terminalLog(stderr, Date.now, {
          show,
          hasColours: hasColours(stderr, env),
          cut,
          isVerbose,
        });
  let [format, log]: [LogFormat, CommandLog] = ['text', open('text')];
  return {
    get format() {
      return format;
    },
    get log() {
      return log;
    },
    select: (selected) => ([format, log] = [selected, open(selected)]),
    showDetails() {
      isVerbose = true;
      log = open(format);
    },
  };
}

/** Returns true for a terminal that has colours, unless NO_COLOR is set. */
export function hasColours(stream: ErrorStream, env: Environment): boolean {
  return stream.isTTY === true && (stream.getColorDepth?.(env) ?? 1) > 1;
}

const TRY_HELP = "For more information, try '--help'.";

/** Choices and the default follow an option's description, in parentheses and without quotes. */
const HELP_STYLE: HelpConfiguration = {
  optionDescription: ({ description, argChoices, defaultValue, defaultValueDescription }) => {
    const initial = defaultValueDescription ?? String(defaultValue ?? '');
    const notes = [
      ...(argChoices === undefined ? [] : [`one of ${argChoices.join(', ')}`]),
      ...(initial === '' ? [] : [`default: ${initial}`]),
    ];
    return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
  },
};

const HELP = `
Environment:
  ${HOME_VARIABLE}         Folder of Triton environments, downloads and the store
                          (default: triton-aot in the user's cache folder)
  GH_TOKEN, GITHUB_TOKEN  Token for GitHub, used by fetch, publish and verify
  GITHUB_REPOSITORY       Default of --repository
  GITHUB_API_URL          Address of GitHub's API (default: https://api.github.com)
  NO_COLOR                No colours on standard error

Exit codes:
    0  Success
    1  Internal error
    2  Invalid command line or manifest
    3  Environment problem, such as Python, Triton, disk or network
    4  A kernel did not compile
    5  A kernel's parameters do not match its cubin
    6  A smoke test or a measurement failed
    7  No usable GPU
    8  Refused as unsafe
    9  Verification failed
   10  A budget was exceeded, or something got worse by more than --fail-on allows
  130  Interrupted
  141  The reader of the output has closed it

Examples:
  triton-aot build --manifest kernels.yaml --out aot
  triton-aot smoke --package aot
  triton-aot pack --package aot --out release`;

function contextOf(
  host: NodeJS.Process,
  signal: AbortSignal,
  selected: Pick<SelectedLog, 'log'>,
): BuildContext {
  return {
    env: host.env,
    platform: readPlatform(),
    get log() {
      return selected.log;
    },
    signal,
    runTool: run,
    home: toolchainHome(host.env, homedir()),
    scratch: tmpdir(),
    memory: new Memory(),
    freeBytes,
    // Most runs do not load it.
    download: async (...download) => (await import('../github/web.ts')).downloadFile(...download),
    now: Date.now,
  };
}

/** Returns text for the user, with names and output of others, as nothing but text. */
function shownText(text: string, env: Environment): string {
  const visible = visibleText(text);
  return env['GITHUB_ACTIONS'] === 'true' ? withoutCommands(visible) : visible;
}

/** Reports the error that ended a command. */
export function reportError(error: unknown, { format, log }: SelectedLog): void {
  if (error instanceof CommanderError) {
    // Its message is reported already. Without a command, commander prints help instead.
    if (format === 'json' && error.code === 'commander.help')
      log.error({ message: 'no command is given', hint: TRY_HELP });
    return;
  }
  debugError(error);
  for (const problem of problemsIn(error)) log.error(problem);
  if (error instanceof Failure && error.summary !== undefined) log.info(error.summary);
}

function problemsIn(error: unknown): readonly Problem[] {
  if (error instanceof Failure) return error.problems;
  if (error instanceof ProgramFailure) return error.isReported ? [] : [{ message: error.message }];
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    {
      message: `internal error: ${text}`,
      hint: 'This is a bug in triton-aot. Please report it with the command and the manifest.',
    },
  ];
}

/**
 * Returns the exit code for the error that ended a command: 0 if help or the version was requested.
 */
export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof ProgramFailure ? error.status : exitCodeOf(error);
}

/** The exit code of a program that SIGPIPE ends, as `triton-aot plan | head -1` does. */
export const BROKEN_PIPE = 141;

/** Returns the exit code if standard output cannot be written any more; says why, if it is not closed. */
export function endOfOutput(error: Error, log: Pick<CommandLog, 'error'>): number {
  if (systemCode(error) === 'EPIPE') return BROKEN_PIPE;
  log.error({ message: `cannot write to standard output: ${error.message}` });
  return 3;
}
