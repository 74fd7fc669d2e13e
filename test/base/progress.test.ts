import { describe, expect, it } from 'vitest';
import { endText, paceMeter, progressText } from '../../src/base/progress.ts';

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
  it('is known after a second and three steps', () => {
    const { meter, pass } = fakeMeter();
    meter.start();
    pass(0.9);
    expect(meter.after(30, 100)).toEqual({ elapsed: 0.9 });
    pass(0.1);
    expect(meter.after(40, 100)).toEqual(paceOf(1, 40, 1.5));
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
    pass(2);
    expect(meter.after(4, 10)).toEqual(paceOf(102, 2, 3));
    meter.after(10, 10);
    pass(2);
    expect(meter.after(12, 20)).toEqual(paceOf(104, 6, 8 / 6));
  });
});

describe('progress', () => {
  it.each([
    [{ elapsed: 0.9 }, '[3/9] add'],
    [{ elapsed: 8.9 }, '[3/9] 8 s: add'],
    [{ elapsed: 59.9, secondsLeft: 0.2 }, '[3/9] 59 s, 1 s left: add'],
    [{ elapsed: 61, secondsLeft: 60.5 }, '[3/9] 1 min 1 s, 2 min left: add'],
    [{ elapsed: 7200, secondsLeft: 7200 }, '[3/9] 2 h 0 min, 2 h 0 min left: add'],
  ])('with the pace %j', (pace, text) => {
    expect(progressText(3, 9, 'add', pace)).toBe(text);
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
