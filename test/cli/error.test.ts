import { describe, expect, it } from '@jest/globals';
import { CommanderError } from 'commander';
import { describeError, exitStatusOf } from '../../src/cli/program.ts';
import { Failure, type FailureKind } from '../../src/core/base/errors.ts';

describe('what ended a command', () => {
  it('is told with every problem, its place and what to do', () => {
    const failure = new Failure('usage', [
      {
        message: 'unknown key `sorce`',
        place: { file: 'kernels.yaml', line: 6, column: 5, path: 'kernels.add.sorce' },
        hint: 'Did you mean `source`?',
      },
      { message: 'no kernel is named like x', place: { file: 'kernels.yaml' } },
      { message: 'targets: unsupported target `sm_42`' },
    ]);
    expect(describeError(failure)).toBe(
      [
        'error: kernels.yaml:6:5: unknown key `sorce` (at kernels.add.sorce)',
        '    Did you mean `source`?',
        'error: kernels.yaml: no kernel is named like x',
        'error: targets: unsupported target `sm_42`',
        '',
      ].join('\n'),
    );
  });

  it('is told as a defect, with the stack, when nobody expected it', () => {
    const text = describeError(new TypeError('x is not a function'));
    expect(text).toMatch(/^internal error: TypeError: x is not a function\n {4}at /);
    expect(text).toMatch(
      /\nThis is a defect of triton-aot\. Please report it with the command and the manifest\.\n$/,
    );
  });

  it.each([
    ['text', 'internal error: text\n'],
    [undefined, 'internal error: undefined\n'],
  ])('may be no error at all: %j', (thrown, start) => {
    expect(describeError(thrown).startsWith(start)).toBe(true);
  });

  it('is not told again where the command line told it', () => {
    expect(describeError(new CommanderError(1, 'commander.unknownOption', 'no'))).toBe('');
  });
});

describe('the status of a command', () => {
  it.each<[kind: FailureKind, status: number]>([
    ['usage', 2],
    ['environment', 3],
    ['compile', 4],
    ['abi', 5],
    ['smoke', 6],
    ['no-gpu', 7],
    ['unsafe', 8],
    ['verification', 9],
    ['interrupted', 130],
  ])('that failed for %s is %i', (kind, status) => {
    expect(exitStatusOf(new Failure(kind, { message: 'no' }))).toBe(status);
  });

  it.each([
    ['an unexpected error', new Error('no'), 1],
    ['something thrown that is no error', 'no', 1],
    ['a command line that makes no sense', new CommanderError(1, 'commander.unknownOption', ''), 2],
    ['help that was asked for', new CommanderError(0, 'commander.helpDisplayed', ''), 0],
    ['the version that was asked for', new CommanderError(0, 'commander.version', ''), 0],
  ])('is, for %s, as the exit codes say', (_what, error, status) => {
    expect(exitStatusOf(error)).toBe(status);
  });
});
