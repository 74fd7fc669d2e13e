import { describe, expect, it } from '#jest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_KINDS } from '../../../src/prove/harness/problem.ts';
import { ROOT } from '../../support/command.ts';

const textIn = (folder: string, suffix: string): string =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(suffix))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
    .join('\n');

const kindsIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, kind = '']) => kind)),
];

describe('the kinds of problems', () => {
  const known = Object.keys(PROBLEM_KINDS);

  it('are in the reference, with what each says', () => {
    const text = readFileSync(join(ROOT, 'docs/reference/cli.md'), 'utf8');
    const [, table = ''] = text.split('### Kinds of problems');
    const rows = [...table.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm)].map(([, kind, says]) => [
      kind,
      says,
    ]);
    expect(rows.slice(0, known.length)).toEqual(Object.entries(PROBLEM_KINDS));
  });

  it('are all that the emulator and the test program name', () => {
    const python = kindsIn(
      textIn('python/emulate/aot_emulate', 'fault.py'),
      /^ {4}kind = "(.*)"$/gm,
    );
    const cpp = textIn('src/prove/harness/cpp', '.cpp');
    const added = kindsIn(cpp, /\.add\("([a-z-]+)"/g);
    const returned = kindsIn(cpp, /return "([a-z-]+)"; {1,}\/\/ CUDA_ERROR/g);
    expect([python, added, returned].map(({ length }) => length > 2)).toEqual([true, true, true]);
    expect(known).toEqual(expect.arrayContaining([...python, ...added, ...returned]));
  });
});
