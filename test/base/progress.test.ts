import { describe, expect, it } from '#jest';
import {
  endText,
  paceMeter,
  progressText,
  progressTexts,
  roughTime,
} from '../../src/base/progress.ts';

/** Returns a meter, and a function that lets time pass. */
function fakeMeter() {
  let now = 5000;
  return { meter: paceMeter(() => now), pass: (seconds: number) => (now += seconds * 1000) };
}

/** A pace, but for rounding. */
const paceOf = (elapsed: number, rate: number, secondsLeft: number) => ({
  elapsed: expect.closeTo(elapsed),
  rate: expect.closeTo(rate),
  secondsLeft: expect.closeTo(secondsLeft),
});

describe('the pace', () => {
  it('is known after three seconds and three steps', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(2.9);
    expect(meter.after(30, 100)).toEqual({ elapsed: 2.9 });
    pass(0.1);
    expect(meter.after(40, 100)).toEqual(paceOf(3, 40 / 3, 4.5));
    meter.start();
    pass(60);
    expect(meter.after(2, 100)).toEqual({ elapsed: 60 });
    expect(meter.after(3, 100)).toEqual(paceOf(60, 0.05, 1940));
  });

  it('goes by the share of the work, if steps differ in their time', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(20);
    // 97 of 100 steps are done, but those left are large.
    expect(meter.after(97, 100, 0.25)).toEqual(paceOf(20, 4.85, 60));
  });

  it('has no time left when nothing is left', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(10);
    expect(meter.after(5, 5)).toEqual({ elapsed: 10 });
  });

  it('has a time left while work is left that is not counted', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(10);
    expect(meter.after(5, 5, 0.5)).toEqual(paceOf(10, 0.5, 10));
    pass(10);
    expect(meter.after(5, 5, 0.8)).toEqual(paceOf(20, 0.25, 5));
  });

  it('counts from the last step if other steps begin in the same group', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(100);
    meter.after(10, 10);
    pass(4);
    expect(meter.after(4, 10)).toEqual(paceOf(104, 1, 6));
    meter.after(10, 10);
    pass(4);
    expect(meter.after(12, 20)).toEqual(paceOf(108, 3, 8 / 3));
  });

  it('has less time left while nothing finishes, until that has run out', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(10);
    meter.after(5, 10);
    pass(4);
    expect(meter.current()).toEqual({ elapsed: 14, secondsLeft: 6 });
    pass(7);
    expect(meter.current()).toEqual({ elapsed: 21 });
    meter.start();
    expect(meter.current()).toEqual({ elapsed: 0 });
  });
});

describe('progress', () => {
  it.each([
    [{ elapsed: 0.9 }, '[3/9] add'],
    [{ elapsed: 8.9 }, '[3/9] 8 s: add'],
    [{ elapsed: 59.9, secondsLeft: 0.2 }, '[3/9] 59 s, 1 s left: add'],
    [{ elapsed: 61, secondsLeft: 60.5 }, '[3/9] 1 min 1 s, 1 min 10 s left: add'],
    [{ elapsed: 7200, secondsLeft: 7200 }, '[3/9] 2 h 0 min, 2 h 0 min left: add'],
  ])('with the pace %j', (pace, text) => {
    expect(progressText(3, 9, 'add', pace)).toBe(text);
  });
});

describe('a rough time', () => {
  it.each([
    [0.2, '1 s'],
    [59.5, '1 min'],
    [91, '1 min 40 s'],
    [120, '2 min'],
    [290, '4 min 50 s'],
    [301, '6 min'],
    [3900, '1 h 5 min'],
  ])('of %d s', (seconds, text) => {
    expect(roughTime(seconds)).toBe(text);
  });
});

describe('a group in which nothing finishes', () => {
  it('has its title and time, or those of its last step', async () => {
    let now = 0;
    let beat = (): void => undefined;
    let timers = 0;
    let text: string | undefined;
    const texts = progressTexts(
      () => now,
      (next) => (text = next),
      (_milliseconds, each) => {
        beat = each;
        timers += 1;
        return () => (timers -= 1);
      },
    );
    const pending = (): string | undefined => {
      text = undefined;
      beat();
      return text;
    };
    expect(pending()).toBeUndefined();
    await texts.during('Plan', async () => {
      now = 12_300;
      expect(pending()).toBe('Plan: 12 s so far');
      await texts.during('Compile', async () => {
        texts.step(1, 3, 'add');
        now += 65_000;
        expect(pending()).toBe('[1/3] 1 min 5 s: add');
        expect(timers).toBe(1);
      });
      expect(pending()).toBe('Plan: 1 min 17 s so far');
    });
    expect(pending()).toBeUndefined();
    expect(timers).toBe(0);
  });
});

describe('the end of a group', () => {
  it.each([
    [0, 'done', 'done in 0.0 s'],
    [12_340, [68, 'variant'], '68 variants in 12.3 s'],
    [59_949, [1, 'kernel'], '1 kernel in 59.9 s'],
    [61_000, 'failed', 'failed after 1 min 1 s'],
    [3_720_000, [0, 'file'], '0 files in 1 h 2 min'],
  ] as const)('after %i ms: %j', (milliseconds, end, text) => {
    expect(endText(milliseconds, end)).toBe(text);
  });
});
