import { beforeAll, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { RECORDER_FOLDER } from '../../src/base/assets.ts';
import { ROOT } from '../support/command.ts';

// Needs a Python with PyTorch: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'];

describe('what the recorder says of tensors of integers', () => {
  let facts: Readonly<Record<string, unknown>>;
  beforeAll(() => {
    if (PYTHON === undefined) throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    const output = execFileSync(
      PYTHON,
      [join(ROOT, 'test/torch/check_integers.py'), RECORDER_FOLDER],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    facts = JSON.parse(output);
  });

  it.each([
    ['slots', 0, 5, 'anywhere', 'buffer', null],
    ['offsets', 0, 9, 'none', null, 'buffer'],
    ['experts of each token', 0, 2, 'none', 'rows', null],
    ['a table of pages', 0, 7, 'end', 'buffer', null],
    ['a transposed table', 0, 7, 'anywhere', 'buffer', null],
    ['sorted rows', 0, 5, 'none', null, 'rows'],
    ['a permutation of many', 0, 999, 'none', 'buffer', null],
    ['one number', 7, 7, 'none', 'buffer', 'buffer'],
    ['negative numbers', -2, 3, 'none', 'buffer', 'buffer'],
  ])('is true of %s', (name, least, greatest, sentinels, unique, sorted) => {
    expect(facts[name]).toMatchObject({ least, greatest, sentinels, unique, sorted });
  });

  it('has the elements of small ones, the last axis first', () => {
    expect(facts['a transposed table']).toMatchObject({ values: [4, 0, 7, 2, -1, 5, -1, -1] });
    expect(facts['a permutation of many']).toMatchObject({ values: null });
  });

  it.each(['nothing but sentinels', 'nothing', 'quantised numbers', 'floats'])(
    'is nothing of %s',
    (name) => expect(facts[name]).toBeNull(),
  );
});
