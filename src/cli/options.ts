import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Flag, Flags } from '../base/flags.ts';
import { COUNT, type Form } from '../base/form.ts';
import { workersFor } from '../base/workers.ts';

// The options that several commands have, and the parsers of their values.

export const JSON_OPTION = ['--json', 'Print the result as JSON'] as const;

export const SARIF_OPTION = [
  '--sarif <file>',
  'Write the findings as SARIF to this file, which code scanning of GitHub and editors read',
] as const;

/** For commands that only read the store. */
export const STORE_OPTION = [
  '--store <folder>',
  'Folder of the store (default: as for build)',
] as const;

/** For commands that evaluate a call in the module of a file, or run a program, with the launches emulated. */
export const CALL_OPTION = [
  '--call <code>',
  'Code to evaluate in the module of FILE.py, such as "softmax(torch.randn(64, 1000))"',
] as const;

/** For commands that read kernel files. */
export const PYTHON_OPTION = [
  '--python <exe>',
  'Python interpreter, with or without Triton (default: the first suitable one on PATH)',
] as const;

export const REPOSITORY_OPTION = [
  '--repository <owner/name>',
  'Repository on GitHub (default: $GITHUB_REPOSITORY)',
] as const;

export const RELEASE_OPTION = [
  '--release <tag>',
  'Package of a release: a tag, `latest`, or a range such as ^1.2',
] as const;

export const ASSET_OPTION = [
  '--asset <name>',
  'File of the release (default: the only matching archive)',
] as const;

export function jobsOption(): Option {
  return new Option('--jobs <n>', 'Number of parallel compiles')
    .argParser(valueOf(COUNT))
    .default(workersFor(), 'as many as cores and memory allow');
}

/** Returns a function that says whether the words of the parsed command are after `--`, as those of a program are. */
export function afterDashes(program: Command): () => boolean {
  let hasDashes = false;
  const parse = program.parseOptions.bind(program);
  program.parseOptions = (argv) => {
    hasDashes = argv.includes('--');
    return parse(argv);
  };
  return () => hasDashes;
}

/** Adds the flags of features to a command. */
export function addFlags(command: Command, flags: readonly Flag[]): Command {
  for (const { name, help } of flags) command.option(`--${name}`, help);
  return command;
}

/** Returns the flags that are set in the options of a command. */
export function flagsIn(options: object, flags: readonly Flag[]): Flags {
  const given = new Map(Object.entries(options));
  const set = flags.filter((flag) => given.get(attributeOf(flag)) === true);
  return new Set(set.map(({ name }) => name));
}

/** The name that commander gives to the option of a flag. */
export function attributeOf({ name }: Flag): string {
  return new Option(`--${name}`).attributeName();
}

// The parsers throw errors that commander prints after the option's name.

/** Returns the parser of values of a form. */
export function valueOf<Value>({ parse, expected }: Form<Value>): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
    return value;
  };
}

/** Returns the parser of values of a form that are separated by commas. */
export function listOf<Value>(form: Form<Value>): (text: string) => Value[] {
  const parse = valueOf(form);
  return (text) => parseList(text).map((item) => parse(item));
}

/** Parses items separated by commas. */
export function parseList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Expected a comma-separated list without empty items.');
  return items;
}
