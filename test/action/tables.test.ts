import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { actionFile } from './action-file.ts';

const REFERENCE = readFileSync(new URL('../../docs/reference/action.md', import.meta.url), 'utf8');

/** The names in a table's first column, by the column's heading; a row may name several. */
function namesIn(heading: string): readonly string[] {
  const table = REFERENCE.split('\n\n').find((part) => part.startsWith(`| ${heading} |`)) ?? '';
  const cells = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe.each([
  ['action.yml', ''],
  ['smoke/action.yml', ' of `smoke`'],
  ['tune/action.yml', ' of `tune`'],
  ['bench/action.yml', ' of `bench`'],
  ['wheel/action.yml', ' of `wheel`'],
  ['bundle/action.yml', ' of `bundle`'],
  ['publish/action.yml', ' of `publish`'],
  ['fetch/action.yml', ' of `fetch`'],
  ['setup/action.yml', ' of `setup`'],
])('the reference for %s', (path, whose) => {
  it('has a row for each input and output', () => {
    const { inputs, outputs } = actionFile(path);
    expect(namesIn(`input${whose}`)).toEqual(Object.keys(inputs));
    expect(namesIn(`output${whose}`)).toEqual(Object.keys(outputs));
  });
});
