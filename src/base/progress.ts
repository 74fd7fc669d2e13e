import type { Count, Log } from './context.ts';
import { plural } from './text.ts';

/** Says how fast steps are done, once that is known. */
export interface Pace {
  /** Steps per second. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** Measures how fast the steps of a group are done. */
export interface PaceMeter {
  /** The steps of a group begin now. */
  start(): void;
  /**
   * Returns the pace after `done` of `total` steps; undefined if too few were seen, or none is left. The
   * time left is in proportion to `share`, the share of the work that is done. Default: that of the steps.
   */
  after(done: number, total: number, share?: number): Pace | undefined;
}

/** With fewer steps or seconds, chance decides how long one seems to take. */
const LEAST_STEPS = 3;
const LEAST_MS = 1000;

/** Returns a meter. `now` returns milliseconds. */
export function paceMeter(now: () => number): PaceMeter {
  let startMs = now();
  let last: { readonly ms: number; readonly done: number; readonly total: number } | undefined;
  return {
    start() {
      startMs = now();
      last = undefined;
    },
    after(done, total, share = done / total) {
      // Other steps of the same group.
      if (last !== undefined && (done <= last.done || total !== last.total)) startMs = last.ms;
      last = { ms: now(), done, total };
      const ms = last.ms - startMs;
      if (done >= total || done < LEAST_STEPS || ms < LEAST_MS || share === 0) return undefined;
      return { rate: (done / ms) * 1000, secondsLeft: (1 / share - 1) * (ms / 1000) };
    },
  };
}

/** Returns a function that reports one more of `total` steps, of one kind of work or of several at once. */
export function stepCounter(total: number, log: Pick<Log, 'progress'>): (label: string) => void {
  let done = 0;
  return (label) => log.progress((done += 1), total, label);
}

/** Formats progress as `[12/68] 3.4/s, 17 s left: label`. */
export function progressText(
  done: number,
  total: number,
  label: string,
  pace: Pace | undefined,
): string {
  const shown =
    pace === undefined ? '' : ` ${rateText(pace.rate)}, ${roughTime(pace.secondsLeft)} left:`;
  return `[${done}/${total}]${shown} ${label}`;
}

/** The line at the end of a group: `done: 3 kernels in 1.2 s`, or `failed after 1.2 s`. */
export function endText(milliseconds: number, end: Count | 'done' | 'failed'): string {
  const time = timeText(milliseconds / 1000);
  if (typeof end === 'string') return end === 'done' ? `done in ${time}` : `failed after ${time}`;
  return `done: ${plural(...end)} in ${time}`;
}

function rateText(perSecond: number): string {
  const [rate, unit] =
    perSecond >= 1
      ? [perSecond, 's']
      : perSecond * 60 >= 1
        ? [perSecond * 60, 'min']
        : [perSecond * 3600, 'h'];
  return `${rate.toFixed(rate < 10 ? 1 : 0)}/${unit}`;
}

/** Formats a time that is not known exactly, as `40 s`, `3 min` or `1 h 5 min`. */
export function roughTime(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : minutesText(Math.ceil(seconds / 60));
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
