import { InvalidArgumentError, Option } from 'commander';
import { COUNT, type Form } from '../base/form.ts';
import { workersFor } from '../base/workers.ts';

// The options that several commands have, and the parsers of their values.

export const JSON_OPTION = ['--json', 'Print the result as JSON'] as const;

/** For commands that only read the store. */
export const STORE_OPTION = [
  '--store <folder>',
  'Folder of the store (default: as for build)',
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
