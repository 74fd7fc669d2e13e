import { expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCommands } from '../../src/entries/commands.ts';
import { commandLine } from '../../src/cli/program.ts';
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

function optionsOf({ first }: { readonly first: readonly string[] }): readonly string[] {
  return first
    .flatMap(namesIn)
    .filter((text) => text.startsWith('--'))
    .map((text) => text.split(' ')[0] ?? '');
}

/** The options of the tables for several commands, whose sentences name them. */
function sharedBy(name: string): readonly string[] {
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  const part = text.split('## Options for the selection\n')[1]?.split('\n## ')[0] ?? '';
  const tables = tablesIn(FILE, '## Options for the selection');
  const sentences = part.split('\n\n').filter((each) => each.includes('share'));
  return sentences.flatMap((sentence, index) => {
    const table = tables[index];
    return namesIn(sentence).includes(name) && table !== undefined ? optionsOf(table) : [];
  });
}
