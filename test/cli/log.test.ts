import { describe, expect, it } from '@jest/globals';
import { WriteStream } from 'node:tty';
import { terminalLog } from '../../src/cli/log.ts';
import { hasColours } from '../../src/cli/program.ts';
import { cutToColumns } from '../../src/cli/columns.ts';
import { visibleText } from '../../src/base/text.ts';

const CLEAR = '\r\u001B[K';

/** Returns a log with a clock that the test sets, and its text. */
function fakeTerminal(isTTY?: boolean, hasColour?: boolean) {
  const clock = { now: 0 };
  let text = '';
  const terminal = {
    isTTY,
    columns: undefined as number | undefined,
    write: (more: string) => (text += more),
  };
  const log = terminalLog(terminal, () => clock.now, visibleText, hasColour, cutToColumns);
  return { clock, terminal, log, shown: () => text };
}

describe('a log', () => {
  it('indents the lines of a group and prints what it made and how long it took', async () => {
    const { clock, log, shown } = fakeTerminal();
    const build = async (): Promise<number> => {
      log.info('one\ntwo');
      clock.now += 1500;
      await log.group('Install', async () => {
        log.info('deep');
        clock.now += 250;
      });
      return 42;
    };
    const result = await log.group('Build', build, (made) => [made, 'kernel']);
    log.info('after');
    expect(result).toBe(42);
    expect(shown()).toBe(
      'Build\n  one\n  two\n  Install\n    deep\n    done in 0.3 s\n  done: 42 kernels in 1.8 s\nafter\n',
    );
  });

  it('says of a group that fails when it did', async () => {
    const { clock, log, shown } = fakeTerminal();
    const failing = log.group('Build', () => {
      clock.now += 500;
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    log.info('after');
    expect(shown()).toBe('Build\n  failed after 0.5 s\nafter\n');
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
    expect(shown()).toBe(
      '[1/10] k1\n[5/10] 2.5/s, 2 s left: k5\n[9/10] 2.3/s, 1 s left: k9\n[10/10] k10\n',
    );
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
    expect(shown()).toBe(`Compile\n${CLEAR}  [1/3] a${CLEAR}  failed after 0.0 s\n`);
  });
});

describe('progress at a narrow terminal', () => {
  /** What fits into one line. */
  function shownIn(columns: number | undefined, label: string): string {
    const { terminal, log, shown } = fakeTerminal(true);
    terminal.columns = columns;
    log.progress(1, 3, label);
    return shown().replace(CLEAR, '');
  }

  it('is cut one column before the end', () => {
    const label = 'matmul_fp16 [algo 3, specialisation 1, sm_90]';
    expect(shownIn(44, label)).toBe('[1/3] matmul_fp16 [algo 3, specialisation …');
    expect(shownIn(44, label)).toHaveLength(43);
    expect(shownIn(52, label)).toBe(`[1/3] ${label}`);
  });

  it('is cut by the columns that characters take', () => {
    expect(shownIn(15, '行列積カーネル')).toBe('[1/3] 行列積…');
  });

  it('is not cut if the width is unknown', () => {
    expect(shownIn(undefined, 'x'.repeat(300))).toHaveLength(306);
    expect(shownIn(0, 'x'.repeat(300))).toHaveLength(306);
  });

  it('is one line, whatever the label is', () => {
    expect(shownIn(80, 'a\nb\tc')).toBe('[1/3] a b c');
  });

  it('follows changes of the width, and counts the indentation', async () => {
    const { terminal, log, shown } = fakeTerminal(true);
    await log.group('Compile', async () => {
      for (const [index, columns] of [20, 12, 40].entries()) {
        terminal.columns = columns;
        log.progress(index + 1, 3, 'matmul_fp16');
      }
    });
    expect(shown()).toBe(
      `Compile\n${CLEAR}  [1/3] matmul_fp16${CLEAR}  [2/3] ma…${CLEAR}  [3/3] matmul_fp16\n  done in 0.0 s\n`,
    );
  });
});

describe('colours', () => {
  const print = async (hasColour: boolean): Promise<string> => {
    const { log, shown } = fakeTerminal(true, hasColour);
    await log.group('Plan', () => Promise.resolve(log.info('one')));
    log.warning({ message: 'two' });
    log.error({ message: 'three\u001B[0m', hint: 'four' });
    return shown();
  };

  it('mark headings, warnings and errors', async () => {
    expect(await print(true)).toBe(
      '\u001B[1mPlan\u001B[22m\n  one\n  done in 0.0 s\n' +
        '\u001B[33mwarning:\u001B[39m two\n\u001B[31merror:\u001B[39m three\\u{1B}[0m\n    four\n',
    );
  });

  it('can be off', async () => {
    expect(await print(false)).toBe(
      'Plan\n  one\n  done in 0.0 s\nwarning: two\nerror: three\\u{1B}[0m\n    four\n',
    );
  });

  it.each([
    [{ TERM: 'xterm-256color' }, true],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('are used at a terminal with %j: %s', (env, expected) => {
    const getColorDepth = (of: object): number => WriteStream.prototype.getColorDepth(of);
    const terminal = { isTTY: true, getColorDepth, write: () => true };
    expect(hasColours(terminal, env)).toBe(expected);
  });

  it('are not used in a file', () => {
    expect(hasColours({ write: () => true }, { TERM: 'xterm-256color' })).toBe(false);
  });
});
