import { type Command, InvalidArgumentError, Option } from 'commander';
import { availableParallelism } from 'node:os';
import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/pack.ts';
import { parseSize, SIZE_FORM } from '../core/base/text.ts';
import { DEFAULT_TIMEOUT } from '../core/bridge/pool.ts';
import { type Generator, GENERATORS } from '../core/manifest/schema.ts';
import { KNOWN_WRONG } from '../core/triton-tools/known-wrong.ts';

// What an option's text becomes. Each throws what commander shows beside the option.

/** Items between commas. */
export function parseList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a list with commas and no empty item.');
  return items;
}

function parseKnownWrong(text: string): string[] {
  return some(text, KNOWN_WRONG);
}

export function parseArchiveFormats(text: string): ArchiveFormat[] {
  return some(text, ARCHIVE_FORMATS);
}

/** A number of things, or of seconds. */
export function parseCount(text: string): number {
  return wholeNumber(text, 1);
}

/** A place in a list. */
export function parseIndex(text: string): number {
  return wholeNumber(text, 0);
}

/** A size in bytes. */
export function parseSizeOption(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new InvalidArgumentError(`Expected ${SIZE_FORM}.`);
  return bytes;
}

function some<Item extends string>(text: string, known: readonly Item[]): Item[] {
  return parseList(text).map((item) => {
    const found = known.find((one) => one === item);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected some of ${known.join(', ')}.`);
  });
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new InvalidArgumentError(`Expected a whole number from ${least}.`);
  return number;
}

export interface SelectionOptions {
  readonly manifest: string;
  readonly targets?: string[];
  readonly triton?: string;
  readonly only?: string[];
  readonly python?: string;
  readonly json?: true;
}

/** Adds the options that say what is built. */
export function addSelection(command: Command): Command {
  return command
    .option('--manifest <file>', 'what to build', 'kernels.yaml')
    .option(
      '--targets <list>',
      "architectures such as sm_80,sm_90 (instead of the manifest's)",
      parseList,
    )
    .option('--triton <version>', "exact Triton version (instead of the manifest's)")
    .option(
      '--only <globs>',
      'entry points to build, such as "matmul_*" (all when left out)',
      parseList,
    )
    .option('--python <exe>', 'a Python, with or without Triton (one on PATH when left out)')
    .option('--json', 'print one JSON document');
}

export interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly generator?: Generator;
  readonly allowKnownWrong: string[];
}

/** Adds the options that say how it is compiled. */
export function compileOptions(command: Command): Command {
  return command
    .option('--jobs <n>', 'compiles at once', parseCount, availableParallelism())
    .option('--timeout <seconds>', 'after which a compile is given up', parseCount, DEFAULT_TIMEOUT)
    .addOption(
      new Option(
        '--generator <name>',
        "who writes the C: this program, or Triton's own tools (default: the manifest's, else native)",
      ).choices(GENERATORS),
    )
    .option(
      '--allow-known-wrong <cases>',
      "write files of Triton's own tools that are known to be wrong in these cases",
      parseKnownWrong,
      [],
    );
}
