import { describe, expect, it } from '#jest';
import { CommanderError } from 'commander';
import { onDebug } from '../../src/base/debug.ts';
import { exitStatusOf, reportError, selectedLog } from '../../src/cli/program.ts';
import { Failure, type FailureKind } from '../../src/base/errors.ts';
import { expectGolden } from '../support/golden.ts';

/** What is written to standard error about an error. */
function reported(error: unknown, format: 'text' | 'json' = 'text'): string {
  let text = '';
  const stderr = { write: (more: string) => (text += more) };
  const selected = selectedLog({ stderr, env: {} });
  selected.select(format);
  reportError(error, selected);
  return text;
}

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
    expectGolden(reported(failure));
  });

  it('is shown with its causes when debugging', () => {
    let text = '';
    const end = onDebug((more) => (text += more));
    const cause = new Error('spawn ptxas ENOENT');
    reported(new Failure('environment', { message: 'cannot start ptxas' }, { cause }));
    end();
    expect(text).toMatch(
      /Failure: cannot start ptxas\n +at .*error\.test[^]*cause.*spawn ptxas ENOENT\n +at /,
    );
  });

  it('is followed by how much failed', () => {
    const summary = '1 variant of 1 kernel failed, 67 variants compiled';
    const failure = new Failure('compile', { message: 'one' }, { summary });
    expect(reported(failure)).toBe(`error: one\n${summary}\n`);
    expect(reported(failure, 'json')).toBe(
      `{"event":"error","message":"one"}\n{"event":"info","message":"${summary}"}\n`,
    );
  });

  it('is printed as a bug, with the stack, if it was not expected', () => {
    const text = reported(new TypeError('x is not a function'));
    expect(text).toMatch(/^error: internal error: TypeError: x is not a function\n {4}at /);
    expectGolden(text.replace(/^ {4}at .*\n/gm, ''));
  });

  it.each([
    ['text', 'error: internal error: text\n'],
    [undefined, 'error: internal error: undefined\n'],
  ])('might not be an Error: %j', (thrown, start) => {
    expect(reported(thrown).startsWith(start)).toBe(true);
  });

  it.each(['text', 'json'] as const)('is not reported again if commander did, as %s', (format) => {
    const error = new CommanderError(1, 'commander.unknownOption', 'no');
    expect(reported(error, format)).toBe('');
  });

  it('is an event if commander would print help', () => {
    const error = new CommanderError(1, 'commander.help', '(outputHelp)');
    expect(JSON.parse(reported(error, 'json'))).toEqual({
      event: 'error',
      message: 'no command is given',
      hint: "For more information, try '--help'.",
    });
  });

  it('is one event for each problem', () => {
    const failure = new Failure('usage', [{ message: 'one' }, { message: 'two' }]);
    expect(reported(failure, 'json').split('\n')).toEqual([
      '{"event":"error","message":"one"}',
      '{"event":"error","message":"two"}',
      '',
    ]);
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
