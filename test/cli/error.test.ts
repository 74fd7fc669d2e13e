import { describe, expect, it } from '@jest/globals';
import { CommanderError } from 'commander';
import { describeError, exitStatusOf } from '../../src/cli/program.ts';
import { Failure, type FailureKind } from '../../src/core/base/errors.ts';
import { expectGolden } from '../support/golden.ts';

describe('the error that ended a command', () => {
  it('is printed with every problem, its place and its hint', () => {
    const failure = new Failure('usage', [
      {
        message: 'unknown key `sorce`',
        place: { file: 'kernels.yaml', line: 6, column: 5, path: 'kernels.add.sorce' },
        hint: 'Did you mean `source`?',
      },
      { message: 'no kernel matches `x`', place: { file: 'kernels.yaml' } },
      { message: 'targets: unsupported target `sm_42`' },
    ]);
    expectGolden(describeError(failure));
  });

  it('is printed as a bug, with the stack, if it was not expected', () => {
    const text = describeError(new TypeError('x is not a function'));
    expect(text).toMatch(/^internal error: TypeError: x is not a function\n {4}at /);
    expectGolden(text.replace(/^ {4}at .*\n/gm, ''));
  });

  it.each([
    ['text', 'internal error: text\n'],
    [undefined, 'internal error: undefined\n'],
  ])('might not be an Error: %j', (thrown, start) => {
    expect(describeError(thrown).startsWith(start)).toBe(true);
  });

  it('is not printed again if commander printed it', () => {
    expect(describeError(new CommanderError(1, 'commander.unknownOption', 'no'))).toBe('');
  });
});

describe('the exit code', () => {
  it.each<[kind: FailureKind, status: number]>([
    ['usage', 2],
    ['environment', 3],
    ['compile', 4],
    ['abi', 5],
    ['smoke', 6],
    ['no-gpu', 7],
    ['unsafe', 8],
    ['verification', 9],
    ['threshold', 10],
    ['interrupted', 130],
  ])('of a failure of kind %s is %i', (kind, status) => {
    expect(exitStatusOf(new Failure(kind, { message: 'no' }))).toBe(status);
  });

  it.each([
    ['an unexpected error', new Error('no'), 1],
    ['a thrown value that is not an Error', 'no', 1],
    ['an invalid command line', new CommanderError(1, 'commander.unknownOption', ''), 2],
    ['--help', new CommanderError(0, 'commander.helpDisplayed', ''), 0],
    ['--version', new CommanderError(0, 'commander.version', ''), 0],
  ])('of %s', (_what, error, status) => {
    expect(exitStatusOf(error)).toBe(status);
  });
});
