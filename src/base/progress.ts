import type { Count, Log } from './context.ts';
import { plural } from './text.ts';

/** Says how long the steps of a group have taken, and how long they will probably take. */
export interface Pace {
  /** Seconds since the group began. */
  readonly elapsed: number;
  /** Steps per second; undefined if too few were seen. */
  readonly rate?: number;
  /** Undefined if too few steps were seen, or none is left. */
  readonly secondsLeft?: number;
}

/** Measures how fast the steps of a group are done. */
interface PaceMeter {
  /** The steps of a group begin now. */
  start(): void;
  /**
   * Returns the pace after `done` of `total` steps. The time left is in proportion to `share`, the share
   * of the work that is done. Default: that of the steps.
   */
  after(done: number, total: number, share?: number): Pace;
  /** Returns the pace now: the time left shrinks until another step is done, or it has run out. */
  current(): Pace;
}

/** With fewer steps, chance decides how long one seems to take. */
const LEAST_STEPS = 3;
/** In the first seconds, workers start, and all steps seem to take as long as that. */
const LEAST_MS = 3000;

/** Returns a meter. `now` returns milliseconds. */
export function paceMeter(now: () => number): PaceMeter {
  let groupMs = now();
  let startMs = groupMs;
  let steps = 0;
  let last: { readonly ms: number; readonly done: number; readonly total: number } | undefined;
  let left: { readonly ms: number; readonly secondsLeft: number } | undefined;
  return {
    start() {
      groupMs = now();
      startMs = groupMs;
      steps = 0;
      last = undefined;
      left = undefined;
    },
    after(done, total, share = done / total) {
      // Other steps of the same group.
      if (last !== undefined && (done < last.done || total !== last.total)) {
        startMs = last.ms;
        steps = 0;
      }
      steps += 1;
      last = { ms: now(), done, total };
      const ms = last.ms - startMs;
      const elapsed = (last.ms - groupMs) / 1000;
      const isEarly = Math.max(steps, done) < LEAST_STEPS || ms < LEAST_MS;
      left = undefined;
      if (isEarly || share === 0 || share >= 1) return { elapsed };
      const secondsLeft = ((1 - share) / share) * (ms / 1000);
      left = { ms: last.ms, secondsLeft };
      return { elapsed, rate: (done / ms) * 1000, secondsLeft };
    },
    current() {
      const elapsed = (now() - groupMs) / 1000;
      const secondsLeft = left === undefined ? 0 : left.secondsLeft - (now() - left.ms) / 1000;
      return secondsLeft > 0 ? { elapsed, secondsLeft } : { elapsed };
    },
  };
}

/** Calls `beat` again and again after so many milliseconds, until the returned function is called. */
export type Every = (milliseconds: number, beat: () => void) => () => void;

/** Repeats by a timer that does not keep the program running. */
const everyInterval: Every = (milliseconds, beat) => {
  const timer = setInterval(beat, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

/** The milliseconds between two looks at whether anything has been said. */
const BEAT = 1000;

/** Follows what a log's groups do, and says how far each is. */
interface ProgressTexts {
  /** Runs a group or a wait, which can be in another. */
  during<T>(title: string, body: () => Promise<T>): Promise<T>;
  /** Returns the text of a finished step. */
  step(done: number, total: number, label: string, share?: number): string;
}

/**
 * Follows the groups of a log. `now` returns milliseconds. While any runs, `beat` gets a text again and again: how far the one is
 * that began last.
 */
export function progressTexts(
  now: () => number,
  beat: (text: string) => void,
  every: Every = everyInterval,
): ProgressTexts {
  const meter = paceMeter(now);
  const groups: { readonly title: string; readonly startMs: number }[] = [];
  let last: readonly [done: number, total: number, label: string] | undefined;
  let stop: (() => void) | undefined;
  const pending = (): string | undefined => {
    const group = groups.at(-1);
    if (group === undefined) return undefined;
    if (last !== undefined) return progressText(...last, meter.current());
    return `${group.title}: ${elapsedText((now() - group.startMs) / 1000)} so far`;
  };
  return {
    async during(title, body) {
      groups.push({ title, startMs: now() });
      last = undefined;
      meter.start();
      if (groups.length === 1)
        stop = every(BEAT, () => {
          const text = pending();
          if (text !== undefined) beat(text);
        });
      try {
        return await body();
      } finally {
        groups.pop();
        last = undefined;
        if (groups.length === 0) stop?.();
      }
    },
    step(done, total, label, share) {
      last = [done, total, label];
      return progressText(done, total, label, meter.after(done, total, share));
    },
  };
}

/** The most milliseconds without a line in a file while a group runs. */
export const LONGEST_SILENCE = 10_000;

/** Returns a function that reports one more of `total` steps, of one kind of work or of several at once. */
export function stepCounter(total: number, log: Pick<Log, 'progress'>): (label: string) => void {
  let done = 0;
  return (label) => log.progress((done += 1), total, label);
}

/** Formats progress as `[12/68] 8 s, 17 s left: label`. */
export function progressText(
  done: number,
  total: number,
  label: string,
  { elapsed, secondsLeft }: Pace,
): string {
  const times = [
    ...(elapsed < 1 ? [] : [elapsedText(elapsed)]),
    ...(secondsLeft === undefined ? [] : [`${roughTime(secondsLeft)} left`]),
  ];
  return `[${done}/${total}] ${times.length === 0 ? '' : `${times.join(', ')}: `}${label}`;
}

/** The line at the end of a group: `3 kernels in 1.2 s`, `done in 1.2 s` or `failed after 1.2 s`. */
export function endText(milliseconds: number, end: Count | 'done' | 'failed'): string {
  const time = timeText(milliseconds / 1000);
  if (typeof end === 'string') return end === 'done' ? `done in ${time}` : `failed after ${time}`;
  return `${plural(...end)} in ${time}`;
}

/** Up to here, a minute more or less matters. In seconds. */
const SHORT = 300;

/** Formats a time that is not known exactly, as `40 s`, `1 min 50 s`, `7 min` or `1 h 5 min`. */
export function roughTime(seconds: number): string {
  if (seconds > SHORT) return minutesText(Math.ceil(seconds / 60));
  const step = seconds > 60 ? 10 : 1;
  const whole = Math.ceil(seconds / step) * step;
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return `${minutesText(Math.floor(whole / 60))}${rest === 0 ? '' : ` ${rest} s`}`;
}

/** Formats the time that something has taken until now, without fractions. */
function elapsedText(seconds: number): string {
  return seconds < 60 ? `${Math.floor(seconds)} s` : timeText(seconds);
}

function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const rest = whole < 3600 ? ` ${whole % 60} s` : '';
  return `${minutesText(Math.floor(whole / 60))}${rest}`;
}

function minutesText(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
