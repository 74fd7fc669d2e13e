import { expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../../src/base/errors.ts';
import { loadCommands } from '../../src/entries/commands.ts';
import { BROKEN_PIPE, commandLine } from '../../src/cli/program.ts';
import { ROOT } from '../support/command.ts';
import { namesIn, tablesIn } from '../support/tables.ts';

const FILE = 'docs/reference/cli.md';
const { commands } = commandLine(await loadCommands([]), process, new AbortController().signal);

const NAMES = commands.map((command) => command.name()).filter((name) => name !== 'help');

it('the reference has a row and a section for each command', () => {
  const [table] = tablesIn(FILE, '# The command line');
  const named = (table?.first ?? []).map((cell) => namesIn(cell)[0]?.split(' ')[0] ?? '');
  expect([...new Set(named)].toSorted()).toEqual(NAMES.toSorted());
});

it.each(NAMES)('the reference has a row for each option of %s', (name) => {
  const command = commands.find((each) => each.name() === name);
  const options = command?.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? '');
  const documented = [...sharedBy(name), ...tablesIn(FILE, `## ${name}`).flatMap(optionsOf)];
  expect([...new Set(documented)].toSorted()).toEqual(options?.toSorted());
});

const CODES = [0, 1, ...Object.values(EXIT_CODES), BROKEN_PIPE].map(String);

it('the reference has a row for each exit code', () => {
  expect(tablesIn(FILE, '## Exit codes')[0]?.first).toEqual(CODES);
});

it('the help has a line for each exit code', () => {
  const help = readFileSync(join(ROOT, 'test/golden/cli/help.txt'), 'utf8');
  const [, part = ''] = help.split('Exit codes:\n');
  const lines = part.split('\n\n')[0]?.split('\n') ?? [];
  expect(lines.map((line) => /\d+/.exec(line)?.[0])).toEqual(CODES);
});

it('the reference names no other exit codes', () => {
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  const tables = text.split('\n\n').filter((part) => /^\| \w+ \| exit code \|/.test(part));
  const inTables = tables.flatMap((table) => [...table.matchAll(/^\|.*? \| (\d+) \|/gm)]);
  const inText = [...text.matchAll(/exit code (?:is )?(\d+)/g)];
  expect([inTables.length, inText.length].every((count) => count > 10)).toBe(true);
  expect(CODES).toEqual(expect.arrayContaining([...inTables, ...inText].map(([, code]) => code)));
});

function optionsOf({ first }: { readonly first: readonly string[] }): readonly string[] {
  return first
    .flatMap(namesIn)
    .filter((text) => text.startsWith('--'))
    .map((text) => text.split(' ')[0] ?? '');
}

/** The options of the tables for several commands, whose sentences name them. */
function sharedBy(name: string): readonly string[] {
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  const part = text.split('## Shared options\n')[1]?.split('\n## ')[0] ?? '';
  const tables = tablesIn(FILE, '## Shared options');
  const sentences = part.split('\n\n').filter((each) => each.includes('share'));
  return sentences.flatMap((sentence, index) => {
    const table = tables[index];
    return namesIn(sentence).includes(name) && table !== undefined ? optionsOf(table) : [];
  });
}
