import { groupBy } from '../base/groups.ts';
import { plural } from '../base/text.ts';
import type { ExpectedJob } from './expected/jobs.ts';
import type { Variant } from '../plan/variants.ts';
import { type EntryName, entryName } from './store/entry.ts';
import { timeOfCase, timeOfVariant, type Times } from './store/times.ts';

/** A result to compute. */
export interface WorkItem {
  readonly name: EntryName;
  /** The CPU time that it will probably take. */
  readonly seconds: number;
}

/** Estimates how long each result takes, from the times of earlier builds. */
export function workItems(
  variants: readonly Variant[],
  jobs: readonly ExpectedJob[],
  times: Times,
): readonly WorkItem[] {
  return guessesOf(variants, jobs, times).flatMap(withEstimates);
}

/** The number of times that the share of the work is estimated again. */
const ESTIMATES = 200;

/**
 * Returns a function to call with the name and the CPU seconds of each result. It returns the share of
 * all CPU time that is spent, from 0 to 1. Results that were never computed before take as long as
 * those of the same kernel so far.
 */
export function workShare(
  variants: readonly Variant[],
  jobs: readonly ExpectedJob[],
  times: Times,
): (name: EntryName, cpuSeconds: number) => number {
  const kinds = guessesOf(variants, jobs, times);
  const count = kinds.flat().length;
  const every = Math.ceil(count / ESTIMATES);
  const done = new Map<EntryName, number>();
  let spent = 0;
  let share = 0;
  return (name, cpuSeconds) => {
    spent += cpuSeconds;
    done.set(name, cpuSeconds);
    if (done.size % every !== 0 && done.size < count) return share;
    const estimated = kinds.flatMap((guesses) =>
      withEstimates(
        guesses.map((guess) => ({ ...guess, measured: done.get(guess.name) ?? guess.measured })),
      ),
    );
    const remaining = estimated.filter((item) => !done.has(item.name));
    share = spent / (spent + remaining.reduce((sum, { seconds }) => sum + seconds, 0));
    return share;
  };
}

/** Returns what is known about each compile, and about each case. */
function guessesOf(
  variants: readonly Variant[],
  jobs: readonly ExpectedJob[],
  times: Times,
): readonly (readonly Guess[])[] {
  const compiles = variants.map((variant) => ({
    name: entryName('kernel', variant.hash),
    kernel: variant.kernel.name,
    measured: times.get(variant.kernel.name)?.get(timeOfVariant(variant)),
    weight: weightOf(variant),
  }));
  const cases = jobs.map(({ key, kernel, smokeCase }) => ({
    name: entryName('expected', key),
    kernel: kernel.name,
    measured: times.get(kernel.name)?.get(timeOfCase(smokeCase.name)),
    weight: 1,
  }));
  return [distinct(compiles), distinct(cases)];
}

/**
 * Estimates the CPU seconds of each variant's result, if the time of at least one of them is known.
 * Variants that are stored help with the others.
 */
export function compileSeconds(
  variants: readonly Variant[],
  times: Times,
): ReadonlyMap<EntryName, number> | undefined {
  const isKnown = variants.some(
    (variant) => times.get(variant.kernel.name)?.has(timeOfVariant(variant)) === true,
  );
  if (!isKnown) return undefined;
  return new Map(workItems(variants, [], times).map(({ name, seconds }) => [name, seconds]));
}

/** Seconds from which on the cost of compiling is worth a note. */
const MUCH = 120;

/** Says how long compiles probably take, and which kernel takes most; undefined if that is not long. */
export function costNote(variants: readonly Variant[], times: Times): string | undefined {
  const seconds = new Map(workItems(variants, [], times).map((item) => [item.name, item.seconds]));
  const totals = [...groupBy(variants, ({ kernel }) => kernel)].map(([kernel, own]) => {
    const names = new Set(own.map(({ hash }) => entryName('kernel', hash)));
    const sum = [...names].reduce((total, name) => total + (seconds.get(name) ?? 0), 0);
    return { kernel, seconds: sum, configs: new Set(own.map(({ config }) => config)).size };
  });
  const all = totals.reduce((sum, each) => sum + each.seconds, 0);
  const [most] = totals.toSorted((a, b) => b.seconds - a.seconds);
  if (most === undefined || all < MUCH) return undefined;
  return `about ${minutes(all)} of CPU time, including ${minutes(most.seconds)} for ${plural(most.configs, 'config')} of ${most.kernel.name}`;
}

function minutes(seconds: number): string {
  return `${Math.max(1, Math.round(seconds / 60))} min`;
}

/** Kernels can share results. */
function distinct(guesses: readonly Guess[]): readonly Guess[] {
  const byName = new Map<EntryName, Guess>();
  for (const guess of guesses)
    if (byName.get(guess.name)?.measured === undefined) byName.set(guess.name, guess);
  return [...byName.values()];
}

interface Guess {
  readonly name: EntryName;
  readonly kernel: string;
  /** The CPU seconds of an earlier build. */
  readonly measured: number | undefined;
  /** The time of a result without a known one is proportional to it, within a kernel. */
  readonly weight: number;
}

/** Seconds for each unit of weight, if nothing at all is known. */
const USUAL_SECONDS = 0.2;

function withEstimates(guesses: readonly Guess[]): readonly WorkItem[] {
  const usual = rateOf(guesses) ?? USUAL_SECONDS;
  return [...groupBy(guesses, ({ kernel }) => kernel).values()].flatMap((own) => {
    const rate = rateOf(own) ?? usual;
    return own.map(({ name, measured, weight }) => ({ name, seconds: measured ?? weight * rate }));
  });
}

/** Seconds for each unit of weight, of the results whose time is known. */
function rateOf(guesses: readonly Guess[]): number | undefined {
  const timed = guesses.filter((guess) => guess.measured !== undefined);
  const seconds = timed.reduce((sum, guess) => sum + (guess.measured ?? 0), 0);
  return timed.length === 0
    ? undefined
    : seconds / timed.reduce((sum, { weight }) => sum + weight, 0);
}

/** The time of a compile grows with the warps and stages to generate code for. */
function weightOf({ job: { options } }: Variant): number {
  return 1 + (Number(options['num_warps'] ?? 4) * Number(options['num_stages'] ?? 3)) / 12;
}

/**
 * Divides work into `count` shards of about the same time: the longest result comes first, and each
 * goes to the shard with the shortest time so far.
 */
export function divide(
  items: readonly WorkItem[],
  count: number,
): readonly (readonly WorkItem[])[] {
  const shards = Array.from({ length: count }, () => ({ items: [] as WorkItem[], seconds: 0 }));
  const sorted = items.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
  for (const item of sorted) {
    const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.items.push(item);
    least.seconds += item.seconds;
  }
  return shards.map((shard) => shard.items);
}
