import { describe, expect, it } from '#jest';
import { WriteStream } from 'node:tty';
import { terminalLog } from '../../src/cli/log.ts';
import { hasColours } from '../../src/cli/program.ts';
import { cutToColumns } from '../../src/cli/columns.ts';
import { visibleText } from '../../src/base/text.ts';

const CLEAR = '\r\u001B[K';

/** Returns a log with a clock that the test sets, and its text. */
function fakeTerminal(isTTY?: boolean, hasColour?: boolean, isVerbose = false) {
  const clock = { now: 0 };
  let text = '';
  const terminal = {
    isTTY,
    columns: undefined as number | undefined,
    write: (more: string) => (text += more),
  };
  const beats = new Set<() => void>();
  const every = (_milliseconds: number, beat: () => void) => {
    beats.add(beat);
    return () => void beats.delete(beat);
  };
  const settings = {
    show: visibleText,
    hasColours: hasColour,
    cut: cutToColumns,
    isVerbose,
    every,
  };
  const log = terminalLog(terminal, () => clock.now, settings);
  /** Lets time pass in which nothing is logged. */
  const wait = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      clock.now += 1000;
      for (const beat of beats) beat();
    }
  };
  return { clock, terminal, log, wait, beats, shown: () => text };
}

describe('a log', () => {
  it('prints one line for a group that logs nothing', async () => {
    const { clock, log, shown } = fakeTerminal();
    await log.group('Plan', () => Promise.resolve((clock.now += 1500)));
    await log.group(
      'Build',
      () => Promise.resolve((clock.now += 250)),
      () => [2, 'kernel'],
    );
    expect(shown()).toBe('Plan: done in 1.5 s\nBuild: 2 kernels in 0.3 s\n');
  });

  it.each([
    [false, 'Plan: done in 0.0 s\n'],
    [true, 'Plan\n  using it\n  done in 0.0 s\n'],
  ])('shows details if it is verbose: %s', async (isVerbose, text) => {
    const { log, shown } = fakeTerminal(false, false, isVerbose);
    await log.group('Plan', () => Promise.resolve(log.detail('using it')));
    expect(shown()).toBe(text);
  });

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
      'Build\n  one\n  two\n  Install\n    deep\n    done in 0.3 s\n  42 kernels in 1.8 s\nafter\n',
    );
  });

  it.each([
    [999, false, ''],
    [1000, false, 'Build: failed after 1.0 s\n'],
    [500, true, 'Build\n  one\n  failed after 0.5 s\n'],
  ])(
    'says that a group failed after %i ms, unless it was quick and said nothing',
    async (ms, isSaying, text) => {
      const { clock, log, shown } = fakeTerminal();
      const failing = log.group('Build', () => {
        if (isSaying) log.info('one');
        clock.now += ms;
        return Promise.reject(new Error('no'));
      });
      await expect(failing).rejects.toThrow('no');
      log.info('after');
      expect(shown()).toBe(`${text}after\n`);
    },
  );

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
  it('is printed every ten seconds', async () => {
    const { clock, log, shown } = fakeTerminal(false);
    await log.group('Compile', async () => {
      for (let done = 1; done <= 10; done += 1) {
        clock.now += 4000;
        log.progress(done, 10, `k${done}`);
      }
    });
    expect(shown()).toBe(
      'Compile\n  [3/10] 12 s, 28 s left: k3\n  [6/10] 24 s, 16 s left: k6\n  [9/10] 36 s, 4 s left: k9\n  done in 40.0 s\n',
    );
  });

  it('is printed every ten seconds while nothing finishes', async () => {
    const { log, wait, beats, shown } = fakeTerminal(false);
    await log.group('Compile 2 variants', async () => {
      wait(25);
      log.progress(1, 2, 'k1');
      wait(15);
    });
    expect(shown()).toBe(
      [
        'Compile 2 variants',
        '  Compile 2 variants: 10 s so far',
        '  Compile 2 variants: 20 s so far',
        '  [1/2] 30 s: k1',
        '  [1/2] 40 s: k1',
        '  done in 40.0 s',
        '',
      ].join('\n'),
    );
    expect(beats.size).toBe(0);
  });

  it('is printed every ten seconds of what has no heading', async () => {
    const { log, wait, beats, shown } = fakeTerminal(false);
    await log.wait('Plan kernels.yaml', async () => wait(9));
    expect(shown()).toBe('');
    await log.wait('Plan kernels.yaml', async () => wait(12));
    expect(shown()).toBe('Plan kernels.yaml: 10 s so far\n');
    expect(beats.size).toBe(0);
  });

  it('is not printed if the group takes less', async () => {
    const { clock, log, shown } = fakeTerminal();
    clock.now = 60_000;
    await log.group('Next', async () => log.progress(1, 2, 'b'));
    expect(shown()).toBe('Next: done in 0.0 s\n');
  });
});

describe('progress at a terminal', () => {
  it('rewrites one line, which the end of the group replaces', async () => {
    const { log, shown } = fakeTerminal(true);
    await log.group('Compile', async () => {
      log.progress(1, 3, 'a');
      log.progress(2, 3, 'b');
      log.progress(3, 3, 'c');
    });
    expect(shown()).toBe(
      `${CLEAR}Compile${CLEAR}[1/3] a${CLEAR}[2/3] b${CLEAR}[3/3] c${CLEAR}Compile: done in 0.0 s\n`,
    );
  });

  it('shows the time of a group in which nothing finishes', async () => {
    const { log, wait, shown } = fakeTerminal(true);
    await log.group('Plan', async () => {
      wait(1);
      log.info('one');
      wait(1);
    });
    expect(shown()).toBe(
      `${CLEAR}Plan${CLEAR}Plan: 1 s so far${CLEAR}Plan\n  one\n${CLEAR}  Plan: 2 s so far${CLEAR}  done in 2.0 s\n`,
    );
  });

  it('shows the time of what has no heading, until it ends', async () => {
    const { log, wait, shown } = fakeTerminal(true);
    await log.wait('Plan', async () => wait(2));
    expect(shown()).toBe(`${CLEAR}Plan: 1 s so far${CLEAR}Plan: 2 s so far${CLEAR}`);
  });

  it('is replaced by other lines', () => {
    const { log, shown } = fakeTerminal(true);
    log.progress(1, 3, 'a');
    log.info('one');
    log.info('two');
    expect(shown()).toBe(`${CLEAR}[1/3] a${CLEAR}one\ntwo\n`);
  });

  it('is indented below the lines of its group', async () => {
    const { log, shown } = fakeTerminal(true);
    await log.group('Compile', async () => {
      log.info('one');
      log.progress(1, 3, 'a');
    });
    expect(shown()).toBe(
      `${CLEAR}Compile${CLEAR}Compile\n  one\n${CLEAR}  [1/3] a${CLEAR}  done in 0.0 s\n`,
    );
  });

  it('is erased on a failure', async () => {
    const { log, shown } = fakeTerminal(true);
    const failing = log.group('Compile', async () => {
      log.progress(1, 3, 'a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(shown()).toBe(`${CLEAR}Compile${CLEAR}[1/3] a${CLEAR}`);
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
      log.info('one');
      for (const [index, columns] of [20, 12, 40].entries()) {
        terminal.columns = columns;
        log.progress(index + 1, 3, 'matmul_fp16');
      }
    });
    expect(shown()).toBe(
      `${CLEAR}Compile${CLEAR}Compile\n  one\n${CLEAR}  [1/3] matmul_fp16${CLEAR}  [2/3] ma…${CLEAR}  [3/3] matmul_fp16${CLEAR}  done in 0.0 s\n`,
    );
  });
});

describe('colours', () => {
  const print = async (hasColour: boolean): Promise<string> => {
    const { log, shown } = fakeTerminal(false, hasColour);
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
