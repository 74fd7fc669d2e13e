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
export interface PaceMeter {
  /** The steps of a group begin now. */
  start(): void;
  /**
   * Returns the pace after `done` of `total` steps. The time left is in proportion to `share`, the share
   * of the work that is done. Default: that of the steps.
   */
  after(done: number, total: number, share?: number): Pace;
}

/** With fewer steps or seconds, chance decides how long one seems to take. */
const LEAST_STEPS = 3;
const LEAST_MS = 1000;

/** Returns a meter. `now` returns milliseconds. */
export function paceMeter(now: () => number): PaceMeter {
  let groupMs = now();
  let startMs = groupMs;
  let steps = 0;
  let last: { readonly ms: number; readonly done: number; readonly total: number } | undefined;
  return {
    start() {
      groupMs = now();
      startMs = groupMs;
      steps = 0;
      last = undefined;
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
      if (isEarly || share === 0 || share >= 1) return { elapsed };
      return {
        elapsed,
        rate: (done / ms) * 1000,
        secondsLeft: ((1 - share) / share) * (ms / 1000),
      };
    },
  };
}

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
    ...(elapsed < 1 ? [] : [elapsed < 60 ? `${Math.floor(elapsed)} s` : timeText(elapsed)]),
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
