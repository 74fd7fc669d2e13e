import { afterEach, beforeEach, describe, expect, it, jest } from '#jest';
import { annotateErrors, runnerLog } from '../../src/action/log.ts';

const EVIL =
  'kernel.py:3\n::error::planted\n  ::add-mask::x\n##[set-output name=y]z\r::stop-commands::t';

describe('the log of a runner', () => {
  let text = '';
  beforeEach(() => {
    text = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  /** The commands that the runner would execute. */
  const commands = (): readonly string[] =>
    text
      .split(/\r\n|\r|\n/)
      .flatMap((line) => /^\s*::([\w-]+)/.exec(line)?.[1] ?? /##\[([\w-]+)/.exec(line)?.[1] ?? []);

  it('executes no commands in messages, headings and progress', async () => {
    const log = runnerLog(() => 0);
    log.info(EVIL);
    log.progress(1, 1, EVIL);
    await log.group(EVIL, () => Promise.resolve(log.info('::warning::inside')));
    expect(commands()).toEqual(['group', 'endgroup']);
  });

  it('shows what a group made, and its time, where it can be seen while the group is folded', async () => {
    let now = 0;
    const log = runnerLog(() => now);
    const work = async (): Promise<void> => {
      for (const done of [1, 2, 3, 4, 5]) {
        now += 1000;
        log.progress(done, 5, `v${done}`);
      }
    };
    await log.group('Compile', work, () => [5, 'variant']);
    const failing = log.group('Write', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(text).toBe(
      [
        '::group::Compile',
        '[1/5] 1 s: v1',
        '[3/5] 3 s, 2 s left: v3',
        '[5/5] 5 s: v5',
        '::endgroup::',
        '5 variants in 5.0 s',
        '::group::Write',
        '::endgroup::',
        'failed after 0.0 s',
        '',
      ].join('\n'),
    );
  });

  it('says every ten seconds that a silent group goes on', async () => {
    let now = 0;
    const beats = new Set<() => void>();
    const log = runnerLog(
      () => now,
      (_milliseconds, beat) => {
        beats.add(beat);
        return () => void beats.delete(beat);
      },
    );
    await log.group('Plan', async () => {
      for (let second = 0; second < 25; second += 1) {
        now += 1000;
        for (const beat of beats) beat();
      }
    });
    expect(text).toBe(
      '::group::Plan\nPlan: 10 s so far\nPlan: 20 s so far\n::endgroup::\ndone in 25.0 s\n',
    );
    expect(beats.size).toBe(0);
  });

  it('ends with all errors, each with its place, and how much failed', () => {
    const place = { file: 'scale.py', line: 7 };
    const problems = Array.from({ length: 12 }, (_, at) => ({
      message: `kernel ${at}: no`,
      place,
      hint: 'Correct it.',
    }));
    annotateErrors(problems, '12 variants of 12 kernels failed, 1 variant compiled');
    const lines = text.split('\n');
    expect(lines[9]).toBe('::error file=scale.py,line=7::scale.py:7: kernel 9: no%0ACorrect it.');
    expect(lines.slice(10)).toEqual([
      'error: scale.py:7: kernel 10: no',
      '    Correct it.',
      'error: scale.py:7: kernel 11: no',
      '    Correct it.',
      '12 variants of 12 kernels failed, 1 variant compiled',
      '',
    ]);
  });

  it('executes only its own commands in annotations, and none in those that are too many', () => {
    const log = runnerLog(() => 0);
    for (let count = 0; count < 12; count++) log.warning({ message: EVIL, hint: EVIL });
    annotateErrors(Array.from({ length: 12 }, () => ({ message: EVIL, place: { file: EVIL } })));
    expect(commands()).toEqual([...Array(10).fill('warning'), ...Array(10).fill('error')]);
  });
});
