import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { actionFile } from './action-file.ts';

/** The names in a table's first column, by the column's heading; a row may name several. */
function namesIn(file: string, heading: string): readonly string[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const table = text.split('\n\n').find((part) => part.startsWith(`| ${heading} |`)) ?? '';
  const cells = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe.each([
  ['README.md', 'action.yml', ''],
  ['docs/smoke.md', 'smoke/action.yml', ' of `smoke`'],
  ['docs/publish.md', 'publish/action.yml', ' of `publish`'],
  ['docs/fetch.md', 'fetch/action.yml', ' of `fetch`'],
])('%s', (file, path, whose) => {
  it(`has a row for each input and output of ${path}`, () => {
    const { inputs, outputs } = actionFile(path);
    expect(namesIn(file, `input${whose}`)).toEqual(Object.keys(inputs));
    expect(namesIn(file, `output${whose}`)).toEqual(Object.keys(outputs));
  });
});
