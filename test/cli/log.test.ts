import { describe, expect, it } from '@jest/globals';
import { terminalLog } from '../../src/cli/log.ts';

const CLEAR = '\r\u001B[K';

/** Returns a log with a clock that the test sets, and its text. */
function fakeTerminal(isTTY?: boolean) {
  const clock = { now: 0 };
  let text = '';
  const terminal = { isTTY, write: (more: string) => (text += more) };
  return { clock, log: terminalLog(terminal, () => clock.now), shown: () => text };
}

describe('a log', () => {
  it('indents the lines of a group and prints how long it took', async () => {
    const { clock, log, shown } = fakeTerminal();
    const result = await log.group('Build', async () => {
      log.info('one\ntwo');
      clock.now += 1500;
      await log.group('Install', async () => {
        log.info('deep');
        clock.now += 250;
      });
      return 42;
    });
    log.info('after');
    expect(result).toBe(42);
    expect(shown()).toBe(
      'Build\n  one\n  two\n  Install\n    deep\n    done in 0.3 s\n  done in 1.8 s\nafter\n',
    );
  });

  it('ends a group that fails without printing that it is done', async () => {
    const { log, shown } = fakeTerminal();
    const failing = log.group('Build', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    log.info('after');
    expect(shown()).toBe('Build\nafter\n');
  });

  it('prints a warning with its place and hint', () => {
    const { log, shown } = fakeTerminal();
    log.warning({
      message: 'ignored',
      place: { file: 'kernels.yaml', line: 3, column: 5, path: 'kernels.add' },
      hint: 'Do this,\nthen that.',
    });
    expect(shown()).toBe(
      'warning: kernels.yaml:3:5: ignored (at kernels.add)\n    Do this,\n    then that.\n',
    );
  });
});

describe('progress in a file', () => {
  it('is printed at most every two seconds, and at the end', () => {
    const { clock, log, shown } = fakeTerminal(false);
    for (let done = 1; done <= 10; done += 1) {
      log.progress(done, 10, `k${done}`);
      clock.now += 500;
    }
    expect(shown()).toBe('[1/10] k1\n[5/10] k5\n[9/10] k9\n[10/10] k10\n');
  });

  it('is printed at once in a new group', async () => {
    const { log, shown } = fakeTerminal();
    log.progress(1, 3, 'a');
    await log.group('Next', async () => log.progress(1, 2, 'b'));
    expect(shown()).toBe('[1/3] a\nNext\n  [1/2] b\n  done in 0.0 s\n');
  });
});

describe('progress at a terminal', () => {
  it('rewrites one line, and keeps the last', async () => {
    const { log, shown } = fakeTerminal(true);
    await log.group('Compile', async () => {
      log.progress(1, 3, 'a');
      log.progress(2, 3, 'b');
      log.progress(3, 3, 'c');
    });
    expect(shown()).toBe(
      `Compile\n${CLEAR}  [1/3] a${CLEAR}  [2/3] b${CLEAR}  [3/3] c\n  done in 0.0 s\n`,
    );
  });

  it('is replaced by other lines', () => {
    const { log, shown } = fakeTerminal(true);
    log.progress(1, 3, 'a');
    log.info('one');
    log.info('two');
    expect(shown()).toBe(`${CLEAR}[1/3] a${CLEAR}one\ntwo\n`);
  });

  it('is erased on a failure', async () => {
    const { log, shown } = fakeTerminal(true);
    const failing = log.group('Compile', async () => {
      log.progress(1, 3, 'a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(shown()).toBe(`Compile\n${CLEAR}  [1/3] a${CLEAR}`);
  });
});
