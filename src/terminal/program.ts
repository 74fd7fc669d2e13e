import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { VERSION } from '../core/assets.ts';
import { build } from '../core/build.ts';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import type { BuildContext } from '../core/context.ts';
import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { prepare } from '../core/prepare.ts';
import { GENERATORS, type Generator } from '../core/stock/generator.ts';
import { isKnownWrong, KNOWN_WRONG } from '../core/stock/known-wrong.ts';
import { verifyStock } from '../core/stock/verify.ts';
import { freeBytes } from '../core/toolchain/free-space.ts';
import { HOME_VARIABLE, toolchainHome } from '../core/toolchain/home.ts';
import { readPlatform } from '../core/toolchain/platform.ts';
import { buildJson, buildText, listJson, listText, planJson, planText } from './answers.ts';
import { terminalLog } from './log.ts';
import { stockJson, stockText } from './stock-answers.ts';

interface SelectionOptions {
  readonly manifest: string;
  readonly targets?: string[];
  readonly triton?: string;
  readonly only?: string[];
  readonly python?: string;
  readonly json?: true;
}

interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly generator?: Generator;
  readonly allowKnownWrong: string[];
}

interface BuildOptions extends CompileOptions {
  readonly out: string;
  readonly store?: string;
}

interface VerifyOptions extends CompileOptions {
  readonly package: string;
}

/** All commands. Results go to standard output, everything else to standard error. */
export function commandLine(host: NodeJS.Process, signal: AbortSignal): Command {
  const context = contextOf(host, signal);
  const answer = (options: { json?: true }, json: () => unknown, text: () => string): void => {
    host.stdout.write(options.json === true ? `${JSON.stringify(json(), undefined, 2)}\n` : text());
  };
  const program = new Command('triton-aot')
    .description('Compiles Triton kernels ahead of time into a C package that C++ programs link.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help tells how)')
    .addHelpText('after', EXIT_CODES);
  compiling(selection(program.command('build')))
    .description('compile what the manifest names and write the package')
    .option('--out <folder>', 'where the package goes', 'aot')
    .option(
      '--store <folder>',
      `where results are kept (default: store in $${HOME_VARIABLE} or the user's cache folder)`,
    )
    .action(async (options: BuildOptions) => {
      const store = options.store ?? join(context.home, 'store');
      const result = await build({ ...options, store }, context);
      answer(
        options,
        () => (result.generator === 'triton' ? stockJson(result) : buildJson(result)),
        () => (result.generator === 'triton' ? stockText(result) : buildText(result)),
      );
    });
  compiling(selection(program.command('verify')))
    .description("compare committed files of Triton's own tools with what the sources give")
    .option('--package <folder>', 'where the files are', 'aot')
    .action(async (options: VerifyOptions) => {
      const files = await verifyStock(options, context);
      answer(
        options,
        () => ({ package: options.package, files }),
        () => `${files} files in ${options.package} are what the sources give\n`,
      );
    });
  selection(program.command('plan'))
    .description('the variants and their hashes; needs no Triton')
    .action(async (options: SelectionOptions) => {
      const preparation = await prepare(options, context);
      answer(
        options,
        () => planJson(preparation),
        () => planText(preparation),
      );
    });
  selection(program.command('list'))
    .description('kernels, algos, specialisations and targets')
    .action(async (options: SelectionOptions) => {
      const preparation = await prepare(options, context);
      answer(
        options,
        () => listJson(preparation),
        () => listText(preparation),
      );
    });
  program
    .command('schema')
    .description('the JSON Schema of kernels.yaml, for editors')
    .action(() => answer({ json: true }, manifestJsonSchema, () => ''));
  return program;
}

const EXIT_CODES = `
Exit codes: 0 ok, 1 unexpected, 2 usage or manifest, 3 environment, 4 a kernel did not compile,
5 a parameter check failed, 8 refused as unsafe, 9 verification failed, 130 interrupted.`;

/** The options that say what is built. */
function selection(command: Command): Command {
  return command
    .option('--manifest <file>', 'what to build', 'kernels.yaml')
    .option(
      '--targets <list>',
      "architectures such as sm_80,sm_90 (instead of the manifest's)",
      list,
    )
    .option('--triton <version>', "exact Triton version (instead of the manifest's)")
    .option('--only <globs>', 'entry points to build, such as "matmul_*" (all when left out)', list)
    .option('--python <exe>', 'a Python, with or without Triton (one on PATH when left out)')
    .option('--json', 'print one JSON document');
}

/** The options that say how it is compiled. */
function compiling(command: Command): Command {
  return command
    .option('--jobs <n>', 'compiles at once', wholeNumber, availableParallelism())
    .option(
      '--timeout <seconds>',
      'after which a compile is given up',
      wholeNumber,
      DEFAULT_TIMEOUT,
    )
    .addOption(
      new Option(
        '--generator <name>',
        "who writes the C: this program, or Triton's own tools (default: the manifest's, else native)",
      ).choices(GENERATORS),
    )
    .option(
      '--allow-known-wrong <cases>',
      "write files of Triton's own tools that are known to be wrong in these cases",
      knownWrongCases,
      [],
    );
}

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

function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a list with commas and no empty item.');
  return items;
}

function knownWrongCases(text: string): string[] {
  const cases = list(text);
  if (!cases.every(isKnownWrong))
    throw new InvalidArgumentError(`Expected some of ${KNOWN_WRONG.join(', ')}.`);
  return cases;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('Expected a whole number from 1.');
  return number;
}

function now(): number {
  return performance.now();
}
