import { type Command, InvalidArgumentError, Option } from 'commander';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../package/archive/pack.ts';
import type { BuildContext } from '../base/context.ts';
import { parseSize, SIZE_FORM } from '../base/text.ts';
import { workersFor } from '../base/workers.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { type Generator, GENERATORS } from '../manifest/schema.ts';
import { KNOWN_WRONG } from '../package/triton-tools/known-wrong.ts';

/** Adds one or more commands to the program. */
export type AddCommands = (program: Command, context: BuildContext, answer: PrintAnswer) => void;

/** Prints the result of a command: as JSON with `--json`, otherwise as text. */
type PrintAnswer = (isJson: true | undefined, json: () => unknown, text: () => string) => void;

/** The options that select what to build. */
export interface SelectionOptions {
  readonly manifest: string;
  readonly targets?: string[];
  readonly triton?: string;
  readonly only?: string[];
  readonly python?: string;
  readonly json?: true;
}

export const DEFAULT_MANIFEST = 'kernels.yaml';

/** Adds the options of `SelectionOptions`. */
export function addSelection(
  command: Command,
  manifest = new Option('--manifest <file>', 'Manifest that lists the kernels').default(
    DEFAULT_MANIFEST,
  ),
): Command {
  return command
    .addOption(manifest)
    .option(
      '--targets <list>',
      'GPU architectures, such as sm_80,sm_90 (default: those of the manifest)',
      parseList,
    )
    .option('--triton <version>', 'Triton version (default: that of the manifest)')
    .option('--only <globs>', 'Kernels to select, such as "matmul_*" (default: all)', parseList)
    .option(
      '--python <exe>',
      'Python interpreter, with or without Triton (default: the first suitable one on PATH)',
    );
}

export interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly generator?: Generator;
  readonly allowKnownWrong: string[];
}

/** Adds the options of `CompileOptions`. */
export function addCompileOptions(command: Command, manifest?: Option): Command {
  return addSelection(command, manifest)
    .addOption(jobsOption())
    .option('--timeout <seconds>', 'Time limit for one compile', parseCount, DEFAULT_TIMEOUT)
    .addOption(
      new Option('--generator <name>', "Generator of the C code; `triton` is Triton's own tools")
        .choices(GENERATORS)
        .default(undefined, 'that of the manifest, or native'),
    )
    .option(
      '--allow-known-wrong <cases>',
      `Accept output of Triton's own tools that is known to be wrong: ${KNOWN_WRONG.join(', ')}`,
      parseKnownWrong,
      [],
    );
}

export function jobsOption(): Option {
  return new Option('--jobs <n>', 'Number of parallel compiles')
    .argParser(parseCount)
    .default(workersFor(), 'as many as cores and memory allow');
}

/** The option `--json` of most commands. */
/** For commands that add to the report of a build. */
export const ADD_REPORT_OPTION = [
  '--report <folder>',
  'Add the result to the report that `build --report` wrote there',
] as const;

export const JSON_OPTION = ['--json', 'Print the result as JSON'] as const;

/** The option `--store` of commands that only read the store. */
export const STORE_OPTION = [
  '--store <folder>',
  'Folder of the store (default: as for build)',
] as const;

// Parsers of option values. They throw errors that commander prints after the option's name.

/** Parses items separated by commas. */
export function parseList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a comma-separated list without empty items.');
  return items;
}

export function parseArchiveFormats(text: string): ArchiveFormat[] {
  return parseSome(text, ARCHIVE_FORMATS);
}

function parseKnownWrong(text: string): string[] {
  return parseSome(text, KNOWN_WRONG);
}

/** Parses a number of things or of seconds. */
export function parseCount(text: string): number {
  return parseInteger(text, 1);
}

/** Parses a position in a list. */
export function parseIndex(text: string): number {
  return parseInteger(text, 0);
}

/** Parses positions in a list, separated by commas. */
export function parseIndices(text: string): number[] {
  return parseList(text).map(parseIndex);
}

/** Parses a size; returns bytes. */
export function parseSizeOption(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError(`Expected ${SIZE_FORM}.`);
  return bytes;
}

function parseSome<Item extends string>(text: string, known: readonly Item[]): Item[] {
  return parseList(text).map((item) => {
    const found = known.find((one) => one === item);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected a comma-separated list of ${known.join(', ')}.`);
  });
}

/** The action has the same limit. As seconds, it is more than eleven days, and a timer can wait so long. */
const MOST = 999_999;

function parseInteger(text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least || number > MOST)
    throw new InvalidArgumentError(`Expected an integer from ${least} to ${MOST}.`);
  return number;
}
